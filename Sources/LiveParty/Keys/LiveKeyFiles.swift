import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The files of a folder of keys.
///
/// Only their owner can read the private keys.
enum LiveKeyFiles {
    /// A private key and its certificate, both as PEM.
    struct Pair: Sendable {
        let privateKey: String
        let certificate: String
    }

    /// The keys of the identity provider, and of a forger.
    struct Pairs: Sendable {
        let provider: Pair
        let impostor: Pair
    }

    private static let providerKey = "identity-provider.key"
    private static let providerCertificate = "identity-provider.pem"
    private static let impostorKey = "impostor.key"
    private static let impostorCertificate = "impostor.pem"
    private static let metadata = "metadata.xml"
    private static let serviceProvider = "service-provider.xml"
    private static let all = [
        providerKey, providerCertificate, impostorKey, impostorCertificate, metadata, serviceProvider,
    ]

    /// Writes the files into a folder that does not exist or is empty; what was written is removed after an error.
    static func write(
        _ pairs: Pairs, metadata text: String, serviceProvider other: String, to folder: String
    ) throws(CommandError) {
        guard !folder.isEmpty else { throw CommandError(.invalid, "the name of the folder is empty") }
        let isNew = mkdir(folder, 0o700) == 0
        guard isNew || errno == EEXIST else { throw failure(folder) }
        guard isNew || contents(of: folder)?.isEmpty ?? false else {
            throw CommandError(.exists, "'\(folder)' is not an empty folder; choose a new folder or an empty one")
        }
        let files: [(String, String, mode_t)] = [
            (providerKey, pairs.provider.privateKey, 0o600), (impostorKey, pairs.impostor.privateKey, 0o600),
            (providerCertificate, pairs.provider.certificate, 0o644),
            (impostorCertificate, pairs.impostor.certificate, 0o644), (metadata, text, 0o644),
            (serviceProvider, other, 0o644),
        ]
        do throws(CommandError) {
            for (name, text, mode) in files { try write(text, to: "\(folder)/\(name)", mode: mode) }
        } catch {
            for name in all { unlink("\(folder)/\(name)") }
            if isNew { rmdir(folder) }
            throw error
        }
    }

    /// Writes a file that does not exist yet.
    static func write(_ text: String, to path: String, mode: mode_t) throws(CommandError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard AtomicFile.write(text.utf8, to: descriptor), fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// Reads the keys and certificates.
    ///
    /// A key that others can read is refused, as by OpenSSH: it may have been copied.
    static func read(_ folder: String) throws(CommandError) -> Pairs {
        Pairs(
            provider: Pair(
                privateKey: try privateText(providerKey, in: folder),
                certificate: try text(providerCertificate, in: folder)),
            impostor: Pair(
                privateKey: try privateText(impostorKey, in: folder),
                certificate: try text(impostorCertificate, in: folder)))
    }

    private static func privateText(_ name: String, in folder: String) throws(CommandError) -> String {
        let path = "\(folder)/\(name)"
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_mode & 0o077 != 0 {
            throw CommandError(
                .malformed, "others can read '\(path)': expected the file mode 600 ('chmod 600 \(path)')")
        }
        return try text(name, in: folder)
    }

    private static func text(_ name: String, in folder: String) throws(CommandError) -> String {
        let path = "\(folder)/\(name)"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                .notFound, "'\(path)' cannot be read; 'tvsim live keys --output DIR' makes a folder of keys")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Removes the files, and the folder if nothing else is in it.
    static func remove(_ folder: String) throws(CommandError) {
        guard access("\(folder)/\(providerKey)", F_OK) == 0 else {
            throw CommandError(.notFound, "'\(folder)' is not a folder of keys: it has no \(providerKey)")
        }
        // The private keys are removed first.
        for name in [impostorKey] + all where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
            throw failure("\(folder)/\(name)")
        }
        guard contents(of: folder)?.isEmpty ?? false else { return }
        guard rmdir(folder) == 0 else { throw failure(folder) }
    }

    private static func contents(of folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder)
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
}
