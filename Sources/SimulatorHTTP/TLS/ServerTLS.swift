package import Foundation
import NIOSSL
import SimulationCore

/// The certificate of a server, and the file of the authority that its clients must trust.
package struct ServerTLS: Sendable {
    /// The file of the authority's certificate, an absolute path.
    package let certificateAuthority: String
    let configuration: TLSConfiguration

    /// Creates a certificate for a server of this machine; its key stays in memory.
    ///
    /// - Parameters:
    ///   - home: The absolute path of the folder of the authority, which the first server creates.
    ///   - host: The host on which the server listens, beside the names that this machine always has.
    ///   - now: The real time.
    /// - Throws: `CommandError` when the authority is damaged, or cannot be read or created.
    package init(home: String, host: String, at now: Date = WallClock.now()) throws {
        let files = CertificateAuthorityFiles(home: home)
        let authority = try files.authority(at: now)
        certificateAuthority = files.certificatePath
        let identity = try authority.issue(for: Self.hosts(and: host), at: now)
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

    /// Returns the names of a server on a host; certificates have only ASCII names.
    private static func hosts(and host: String) -> [String] {
        let known = ["localhost", "127.0.0.1", "::1"]
        return known.contains(host) || !host.utf8.allSatisfy { $0 < 0x80 } ? known : known + [host]
    }
}
