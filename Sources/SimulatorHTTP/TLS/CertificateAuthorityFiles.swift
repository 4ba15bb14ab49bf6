import Foundation
import StateStorage
import TVSimulator

/// The authority of a home folder: made once, by whichever server comes first, and kept in two files.
///
/// `ca.key` is written before `ca.pem`: where there is a certificate, there is the key to it. A process that was killed
/// between the two leaves a key that nobody believes, and the next one makes both anew.
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

    /// Returns the authority, which is made if it is not there.
    ///
    /// Servers that start at once make one.
    ///
    /// - Throws: `CommandError` when the files are damaged or cannot be read or written.
    func authority(at now: Date) throws -> CertificateAuthority {
        do {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.unwritable, "the folder '\(home)' cannot be made")
        }
        return try StoreFiles.holding(certificatePath) {
            FileManager.default.fileExists(atPath: certificatePath) ? try read(at: now) : try make(at: now)
        }
    }

    private func make(at now: Date) throws -> CertificateAuthority {
        let authority = try CertificateAuthority(at: now)
        // What stands there may be readable by others, and would stay so.
        unlink(keyPath)
        try NamedFile.write(authority.keyPEM, to: keyPath, isPrivate: true)
        try NamedFile.write(try authority.certificatePEM(), to: certificatePath, isPrivate: true)
        chmod(certificatePath, 0o644)
        return authority
    }

    private func read(at now: Date) throws -> CertificateAuthority {
        let certificate = try NamedFile.readText(certificatePath)
        guard FileManager.default.fileExists(atPath: keyPath) else {
            throw damaged(certificatePath, "stands there without its key 'ca.key'")
        }
        let key = try NamedFile.readText(keyPath)
        keepPrivate()
        do throws(CertificateAuthority.Damage) {
            return try CertificateAuthority(certificatePEM: certificate, keyPEM: key, at: now)
        } catch {
            throw damaged(error.isInKey ? keyPath : certificatePath, error.reason)
        }
    }

    /// Takes the key from others who can read it, as after it was copied, and says so: they may have read it.
    ///
    /// Whose file it is can always read it.
    private func keepPrivate() {
        var status = stat()
        guard stat(keyPath, &status) == 0 else { return }
        let remedy: String
        if status.st_uid != geteuid() {
            remedy = "belongs to another user, who can read it"
        } else if status.st_mode & 0o077 != 0 {
            remedy = chmod(keyPath, 0o600) == 0 ? "could be read by others until now" : "can be read by others"
        } else {
            return
        }
        Trouble.tell(
            "'\(keyPath)' \(remedy); where one of them must not vouch for servers, remove 'ca.pem' and 'ca.key' there")
    }

    private func damaged(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .malformed,
            "'\(path)' \(reason); remove 'ca.pem' and 'ca.key' there, and a new authority is made, which clients have to "
                + "be told of")
    }
}
