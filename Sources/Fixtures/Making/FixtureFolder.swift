package import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
package import TVSimStructuredText

/// Writes sets of fixtures as folders, and reads them.
package enum FixtureFolder {
    /// Writes a set into a folder that does not exist or is empty.
    ///
    /// A new folder is written under a temporary name and then renamed. An empty folder may be a mount point, so it is
    /// filled in place, with the manifest last.
    ///
    /// - Throws: ``CommandError`` if the folder is not empty or cannot be written; the written files are removed then.
    package static func write(_ set: FixtureSet, to path: String) throws(CommandError) {
        guard !path.isEmpty else { throw CommandError(.invalid, "the name of the folder is empty") }
        let isThere = try requireEmpty(path)
        var place = path
        while place.utf8.count > 1, place.hasSuffix("/") { place.removeLast() }
        let folder = isThere ? place : "\(place).\(getpid()).tmp"
        do throws(CommandError) {
            guard isThere || mkdir(folder, 0o755) == 0 else { throw failure(path) }
            try fill(folder, with: set.files, given: path)
            guard isThere || rename(folder, place) == 0 else { throw failure(path) }
        } catch {
            for name in isThere ? contents(of: place) : [] {
                try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
            }
            if !isThere { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
    }

    /// Returns the paths of everything in a folder, recursively.
    package static func files(in path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.map { "\(path)/\($0)" }
    }

    /// Reads the manifest of a folder.
    ///
    /// - Throws: ``CommandError`` if the manifest is missing or malformed.
    package static func manifest(in path: String) throws(CommandError) -> FixtureManifest {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError(.notFound, "folder '\(path)' not found")
        }
        guard isFolder.boolValue else { throw CommandError(.notFound, "'\(path)' is a file, not a folder of fixtures") }
        let file = "\(path)/\(FixtureSet.manifestPath)"
        guard FileManager.default.fileExists(atPath: file) else {
            throw CommandError(
                .notFound,
                "'\(path)' contains no \(FixtureSet.manifestPath); 'tvsim fixtures generate --output DIR' creates one"
            )
        }
        let text = try NamedFile.readText(file)
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(file): \(reason)") }
        let data = Data(text.utf8)
        let invalid = refuse("invalid manifest of fixtures")
        guard let form = try? JSONDecoder().decode(FixtureManifest.Form.self, from: data) else { throw invalid }
        guard form.schema == FixtureManifest.currentSchema else {
            throw refuse("unsupported manifest version \(form.schema): expected \(FixtureManifest.currentSchema)")
        }
        guard let manifest = try? JSONDecoder().decode(FixtureManifest.self, from: data) else { throw invalid }
        // The decoder ignores keys that the schema does not allow.
        guard let read = try? JSONValue(json: data),
            let written = try? JSONValue(json: JSONEncoder().encode(manifest)),
            read == written
        else { throw refuse("the manifest contains unknown keys") }
        guard !manifest.cases.isEmpty else { throw refuse("the manifest contains no cases") }
        var seen: Set<String> = []
        if let twice = manifest.cases.first(where: { !seen.insert($0.name).inserted }) {
            throw refuse("the manifest contains the case '\(twice.name)' twice")
        }
        return manifest
    }

    /// Reads a file of a set; `nil` if it is missing, is not a regular file, or cannot be read.
    package static func read(_ name: String, in path: String) -> Data? {
        let file = "\(path)/\(name)"
        // Reading a named pipe would block, and a symbolic link can lead out of the set.
        let kind = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
        guard kind == .typeRegular else { return nil }
        return FileManager.default.contents(atPath: file)
    }

    /// Returns whether the folder exists, and throws an error if it is not empty.
    private static func requireEmpty(_ path: String) throws(CommandError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
        guard isFolder.boolValue else { throw CommandError(.exists, "'\(path)' is a file, not a folder") }
        guard contents(of: path).isEmpty else {
            throw CommandError(.exists, "the folder '\(path)' is not empty; choose a new folder or an empty one")
        }
        return true
    }

    private static func contents(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Writes files into a folder and its subfolders, with the manifest last.
    private static func fill(
        _ folder: String, with files: [String: Data], given path: String
    ) throws(CommandError) {
        let names = files.keys.filter { $0 != FixtureSet.manifestPath } + [FixtureSet.manifestPath]
        for name in names {
            if let slash = name.lastIndex(of: "/") {
                guard mkdir("\(folder)/\(name[..<slash])", 0o755) == 0 || errno == EEXIST else { throw failure(path) }
            }
            let descriptor = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw failure(path) }
            defer { close(descriptor) }
            guard AtomicFile.write(files[name] ?? Data(), to: descriptor) else { throw failure(path) }
        }
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
}
