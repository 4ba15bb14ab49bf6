package import Foundation
import NIOSSL
import SimulationCore

/// What a server needs to speak TLS: a certificate of its own, and where its clients find the authority to believe.
package struct ServerTLS: Sendable {
    /// The file of the authority's certificate, an absolute path.
    package let certificateAuthority: String
    let configuration: TLSConfiguration

    /// Makes a certificate for a server of this machine; its key is written nowhere.
    ///
    /// - Parameters:
    ///   - home: The folder in which the authority is kept, an absolute path; it is made with the first server that asks.
    ///   - host: Where the server listens, beside the names that this machine always has.
    ///   - now: Today, by the network's clock.
    /// - Throws: `CommandError` when the authority is damaged, or cannot be read or made.
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

    /// The names under which a client of this machine may speak to a server on a host.
    ///
    /// A certificate has none that are not ASCII; such a host is refused where the server listens, as without TLS.
    private static func hosts(and host: String) -> [String] {
        let known = ["localhost", "127.0.0.1", "::1"]
        return known.contains(host) || !host.utf8.allSatisfy { $0 < 0x80 } ? known : known + [host]
    }
}
