import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The two files of the certificate authority in a home folder, which the first server creates.
///
/// `ca.key` is written before `ca.pem`, so a certificate always has its key. A process that is killed between the two
/// writes leaves a key without a certificate. The next server then creates both files again.
struct CertificateAuthorityFiles: Sendable {
    /// The certificate, for clients.
    let certificatePath: String
    private let keyPath: String
    private let home: String

    init(home: String) {
        self.home = home
        certificatePath = home + "/ca.pem"
        keyPath = home + "/ca.key"
    }

    /// Returns the authority, and creates it if it is missing.
    ///
    /// - Throws: `CommandError` when the files are damaged or cannot be read or written.
    func authority(at now: Date) throws -> CertificateAuthority {
        do {
            try StoreFiles.makeFolder(home)
        } catch {
            throw CommandError(.unwritable, error.description)
        }
        // The lock makes servers that start at the same time create only one authority.
        return try StoreFiles.holding(certificatePath) {
            FileManager.default.fileExists(atPath: certificatePath) ? try read(at: now) : try make(at: now)
        }
    }

    private func make(at now: Date) throws -> CertificateAuthority {
        let authority = try CertificateAuthority(at: now)
        try NamedFile.write(try authority.keyPEM(), to: keyPath, isPrivate: true)
        try NamedFile.write(authority.certificatePEM, to: certificatePath)
        return authority
    }

    private func read(at now: Date) throws -> CertificateAuthority {
        let certificate = try NamedFile.readText(certificatePath)
        guard FileManager.default.fileExists(atPath: keyPath) else {
            throw damaged(certificatePath, "exists, but its key 'ca.key' is missing")
        }
        let key = try NamedFile.readText(keyPath)
        do throws(CertificateAuthority.Damage) {
            return try CertificateAuthority(certificatePEM: certificate, keyPEM: key, at: now)
        } catch {
            throw damaged(error.isInKey ? keyPath : certificatePath, error.reason)
        }
    }

    private func damaged(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .malformed,
            "'\(path)' \(reason); delete 'ca.pem' and 'ca.key' to create a new certificate authority, "
                + "which clients must then trust")
    }
}
