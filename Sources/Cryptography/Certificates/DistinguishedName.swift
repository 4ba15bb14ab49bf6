import CTVSimOpenSSL
import Foundation

/// Writes distinguished names as text (RFC 4514).
enum DistinguishedName {
    /// Returns the text of a name, the last part first; `nil` if a part is malformed.
    static func text(_ name: OpaquePointer) -> String? {
        var parts: [[String]] = []
        var set: Int32?
        for place in 0..<X509_NAME_entry_count(name) {
            guard let entry = X509_NAME_get_entry(name, place), let attribute = attribute(entry) else { return nil }
            // The attributes of one set are one part.
            if X509_NAME_ENTRY_set(entry) != set { parts.append([]) }
            set = X509_NAME_ENTRY_set(entry)
            parts[parts.count - 1].append(attribute)
        }
        return parts.reversed().map { $0.joined(separator: "+") }.joined(separator: ",")
    }

    private static func attribute(_ entry: OpaquePointer) -> String? {
        guard let object = X509_NAME_ENTRY_get_object(entry), let value = X509_NAME_ENTRY_get_data(entry) else {
            return nil
        }
        var octets: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&octets, value)
        guard count >= 0, let octets else { return nil }
        defer { tvsim_OPENSSL_free(octets) }
        guard let key = key(object) else { return nil }
        return key + "=" + escape(Array(UnsafeBufferPointer(start: octets, count: Int(count))))
    }

    /// Returns the short name of a kind of attribute, or its dotted numbers (RFC 4514, 2.3).
    private static func key(_ object: OpaquePointer) -> String? {
        switch OBJ_obj2nid(object) {
        case NID_commonName: return "CN"
        case NID_countryName: return "C"
        case NID_localityName: return "L"
        case NID_stateOrProvinceName: return "ST"
        case NID_organizationName: return "O"
        case NID_organizationalUnitName: return "OU"
        case NID_streetAddress: return "STREET"
        case NID_domainComponent: return "DC"
        case NID_pkcs9_emailAddress: return "E"
        default: break
        }
        var text = [CChar](repeating: 0, count: 256)
        guard (1..<Int32(text.count)).contains(OBJ_obj2txt(&text, Int32(text.count), object, 1)) else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Escapes a value (RFC 4514, 2.4).
    private static func escape(_ value: [UInt8]) -> String {
        let (space, hash) = (UInt8(ascii: " "), UInt8(ascii: "#"))
        let leading = value.prefix { $0 == space || $0 == hash }.count
        let trailing = value.dropFirst(leading).reversed().prefix { $0 == space }.count
        var escaped: [UInt8] = []
        for (place, octet) in value.enumerated() {
            let isAtEnd = place < leading || place >= value.count - trailing
            if isAtEnd || Array(",+\"\\<>;".utf8).contains(octet) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(octet)
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
