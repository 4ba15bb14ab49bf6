package import Foundation
import NIOSSL
import TVSimCore

/// A server's certificate, and the file of the certificate authority that its clients must trust.
package struct ServerTLS: Sendable {
    /// The absolute path of the authority's certificate.
    package let certificateAuthority: String
    let configuration: TLSConfiguration

    /// Creates a certificate for a server of this machine; its key stays in memory.
    ///
    /// - Parameters:
    ///   - home: The absolute path of the folder of the authority, which the first server creates.
    ///   - host: The host on which the server listens. The certificate is also valid for `localhost`, `127.0.0.1` and
    ///     `::1`.
    ///   - names: Further host names, under which clients find the server.
    ///   - now: The real time.
    /// - Throws: `CommandError` when the authority is damaged, or cannot be read or created.
    package init(home: String, host: String, names: [String] = [], at now: Date = WallClock.now()) throws {
        let files = CertificateAuthorityFiles(home: home)
        let authority = try files.authority(at: now)
        certificateAuthority = files.certificatePath
        let identity = try authority.issue(for: Self.hosts(and: [host] + names), at: now)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: Array(identity.certificatePEM.utf8), format: .pem))
            ],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.keyPEM.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.shutdownTimeout = ServerLimits.farewell
        configuration.applicationProtocols = ["http/1.1"]
        self.configuration = configuration
    }

    /// Returns the names for the certificate, each once; a host name that is not ASCII is left out.
    private static func hosts(and names: [String]) -> [String] {
        names.reduce(into: ["localhost", "127.0.0.1", "::1"]) { hosts, name in
            if !hosts.contains(name), name.utf8.allSatisfy({ $0 < 0x80 }) { hosts.append(name) }
        }
    }
}
