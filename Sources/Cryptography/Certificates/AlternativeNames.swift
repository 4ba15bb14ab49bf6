import CTVSimOpenSSL
import Foundation
import TVSimPlatform

/// Writes the names of a server in its certificate (RFC 5280, 4.2.1.6).
enum AlternativeNames {
    /// Adds the names to a certificate.
    ///
    /// - Parameters:
    ///   - hosts: Host names and IP addresses.
    ///   - certificate: The certificate.
    /// - Returns: `false` if a host name is not ASCII.
    static func add(_ hosts: [String], to certificate: OpaquePointer) -> Bool {
        guard let names = GENERAL_NAMES_new() else { return false }
        defer { GENERAL_NAMES_free(names) }
        for host in hosts {
            guard let name = name(host) else { return false }
            guard OPENSSL_sk_push(names, name) > 0 else {
                GENERAL_NAME_free(name)
                return false
            }
        }
        return X509_add1_ext_i2d(certificate, NID_subject_alt_name, UnsafeMutableRawPointer(names), 0, 0) == 1
    }

    /// Returns the name of a host: an IP address if the text is one, otherwise a DNS name, which must be ASCII.
    private static func name(_ host: String) -> UnsafeMutablePointer<GENERAL_NAME>? {
        let address = address(host)
        guard address != nil || host.utf8.allSatisfy({ $0 < 0x80 }),
            let text = address == nil ? ASN1_IA5STRING_new() : ASN1_OCTET_STRING_new()
        else { return nil }
        let octets = address ?? Array(host.utf8)
        guard ASN1_STRING_set(text, octets, Int32(octets.count)) == 1, let name = GENERAL_NAME_new() else {
            ASN1_STRING_free(text)
            return nil
        }
        // The name owns the text from here.
        GENERAL_NAME_set0_value(name, address == nil ? GEN_DNS : GEN_IPADD, text)
        return name
    }

    /// Returns the bytes of an IP address; `nil` if the text is not one.
    private static func address(_ host: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var six = in6_addr()
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }
}
