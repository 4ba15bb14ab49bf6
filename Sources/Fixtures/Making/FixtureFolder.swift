import EntitlementAPI
package import Foundation
import Glibc
import StructuredText
package import TVSimulator

/// Sets of fixtures as folders: written whole or not at all, and read again.
package enum FixtureFolder {
    /// Writes a set into a folder that is not there yet, or is empty.
    ///
    /// It is written beside its place, or inside a folder that is there, and then put there; such a folder stays the one
    /// that it is, since somebody may stand in it.
    ///
    /// - Throws: ``CommandError`` when something is there already, or it cannot be written; nothing is left behind then.
    package static func write(_ set: FixtureSet, to path: String) throws(CommandError) {
        guard !path.isEmpty else { throw CommandError(.invalid, "the name of the folder is empty") }
        try NamedFile.refuseGarbled(path)
        // A link to a folder means the folder.
        let place = try resolved(path)
        let isThere = try refuseFull(place, given: path)
        let temporary = isThere ? "\(place)/.\(getpid()).tmp" : "\(place).\(getpid()).tmp"
        do throws(CommandError) {
            try fill(temporary, with: set.files, given: path)
            if isThere {
                try unpack(temporary, into: place, given: path)
            } else if rename(temporary, place) != 0 {
                // An empty folder gives way; a full one, made since it was looked for, does not.
                throw trouble(path, errno)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw error
        }
    }

    /// Returns where a path leads; of one at which nothing is, where its folder is, and the name in that.
    ///
    /// - Throws: ``CommandError`` for a link to what is not there.
    private static func resolved(_ path: String) throws(CommandError) -> String {
        if let there = path.resolvedPath { return there }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        while parts.count > 1, parts.last == "" { parts.removeLast() }
        let name = parts.removeLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        guard let folder = folder.resolvedPath else { return path }
        let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        var link: CChar = 0
        guard readlink(place, &link, 1) < 0 || access(place, F_OK) == 0 else {
            throw CommandError(.unwritable, "'\(path)' is a link to what is not there, or cannot be reached")
        }
        return place
    }

    /// Returns the paths of everything in a folder, and in those inside it.
    package static func files(in path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.map { "\(path)/\($0)" }
    }

    /// Reads the manifest of a folder.
    ///
    /// - Throws: ``CommandError`` when there is none, or it cannot be understood.
    package static func manifest(in path: String) throws(CommandError) -> FixtureManifest {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError(.notFound, "there is no folder '\(path)'")
        }
        guard isFolder.boolValue else { throw CommandError(.notFound, "'\(path)' is a file, not a folder of fixtures") }
        let file = "\(path)/\(FixtureSet.manifestPath)"
        guard FileManager.default.fileExists(atPath: file) else {
            throw CommandError(
                .notFound,
                "'\(path)' holds no \(FixtureSet.manifestPath); 'tvsim fixtures generate --output DIR' makes one")
        }
        let text = try NamedFile.readText(file)
        func refuse(_ reason: String) -> CommandError { CommandError(.malformed, "\(file): \(reason)") }
        let data = Data(text.utf8)
        let strange = refuse("this is not the manifest of a set of fixtures")
        guard let form = try? JSONDecoder().decode(FixtureManifest.Form.self, from: data) else { throw strange }
        guard form.schema == FixtureManifest.currentSchema else {
            throw refuse("the form \(form.schema) of manifests is not known here")
        }
        guard let manifest = try? JSONDecoder().decode(FixtureManifest.self, from: data) else { throw strange }
        // What the schema does not allow would be passed over in silence.
        guard let read = try? JSONValue(json: data),
            let written = try? JSONValue(json: JSONEncoder().encode(manifest)),
            read == written
        else { throw refuse("it holds what the manifest of a set of fixtures does not hold") }
        guard !manifest.cases.isEmpty else { throw refuse("it names no case") }
        var seen: Set<String> = []
        if let twice = manifest.cases.first(where: { !seen.insert($0.name).inserted }) {
            throw refuse("it names the case '\(twice.name)' twice")
        }
        return manifest
    }

    /// Reads a file of a set; `nil` where it is not there, is no plain file, or cannot be read.
    package static func read(_ name: String, in path: String) -> Data? {
        let file = "\(path)/\(name)"
        // Whoever opens a pipe waits for somebody who writes into it; a link leads out of the set.
        let kind = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
        guard kind == .typeRegular else { return nil }
        return FileManager.default.contents(atPath: file)
    }

    /// Returns whether the folder is there, and empty.
    private static func refuseFull(_ place: String, given path: String) throws(CommandError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { return false }
        guard isFolder.boolValue else { throw CommandError(.exists, "'\(path)' is a file, not a folder") }
        guard let content = try? FileManager.default.contentsOfDirectory(atPath: place) else {
            throw trouble(path, EACCES)
        }
        guard content.isEmpty else {
            throw CommandError(.exists, "the folder '\(path)' is not empty; name a new one, or empty it")
        }
        return true
    }

    /// Moves what stands in a folder into the one around it; the manifest last, so that whoever finds it finds everything.
    ///
    /// - Throws: ``CommandError`` where something cannot be moved; everything is as it was then.
    private static func unpack(_ folder: String, into place: String, given path: String) throws(CommandError) {
        var names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        names.removeAll { $0 == FixtureSet.manifestPath }
        names.append(FixtureSet.manifestPath)
        var moved: [String] = []
        for name in names {
            // Nothing that was put there since is overwritten.
            let isFree = !FileManager.default.fileExists(atPath: "\(place)/\(name)")
            guard isFree, rename("\(folder)/\(name)", "\(place)/\(name)") == 0 else {
                let code = isFree ? errno : EEXIST
                for name in moved { try? FileManager.default.removeItem(atPath: "\(place)/\(name)") }
                throw trouble(path, code)
            }
            moved.append(name)
        }
        rmdir(folder)
    }

    /// Makes a folder, and writes files into it and the folders that their paths name.
    private static func fill(
        _ folder: String, with files: [String: Data], given path: String
    ) throws(CommandError) {
        guard mkdir(folder, 0o755) == 0 else { throw trouble(path, errno) }
        // By names below the folder: a long path is not walked through for every file.
        let base = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard base >= 0 else { throw trouble(path, errno) }
        defer { close(base) }
        var folders: Set<Substring> = []
        for (name, data) in files {
            if let slash = name.lastIndex(of: "/"), folders.insert(name[..<slash]).inserted {
                guard mkdirat(base, String(name[..<slash]), 0o755) == 0 else { throw trouble(path, errno) }
            }
            let descriptor = openat(base, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw trouble(path, errno) }
            defer { close(descriptor) }
            try write(data, to: descriptor, given: path)
        }
    }

    private static func write(_ data: Data, to descriptor: Int32, given path: String) throws(CommandError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw trouble(path, errno)
            }
        }
    }

    private static func trouble(_ path: String, _ code: Int32) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(code)))")
    }
}
