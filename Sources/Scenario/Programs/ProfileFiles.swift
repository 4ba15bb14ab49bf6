import Foundation
import TVSimStateStorage
package import TVSimStructuredText

/// Finds and reads the profiles for a command.
package enum ProfileFiles {
    /// The name of a repository's folder of profiles.
    package static let folder = "Profiles"

    /// Returns the paths of the profiles that arguments name.
    ///
    /// An argument is a file, `-`, or a folder. A folder means its visible `*.yaml` and `*.yml` files, sorted by name.
    /// Without arguments, this searches the folder `Profiles` in the directory and in each parent directory.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - directory: The directory in which the search without arguments begins.
    /// - Returns: The paths, in the order of the arguments.
    /// - Throws: `CommandError` when a file or folder is missing, or a folder contains no profile.
    package static func paths(_ arguments: [String], in directory: String) throws(CommandError) -> [String] {
        if arguments.isEmpty { return try contents(ofFolder: try committedFolder(from: directory)) }
        var paths: [String] = []
        for argument in arguments {
            var isFolder: ObjCBool = false
            if argument == "-" {
                guard !paths.contains("-") else {
                    throw CommandError(.invalid, "'-' (standard input) can be used only once")
                }
                paths.append(argument)
            } else if !FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) {
                throw missing(argument)
            } else if isFolder.boolValue {
                paths += try contents(ofFolder: argument)
            } else {
                paths.append(argument)
            }
        }
        return paths
    }

    /// Returns the paths that arguments name; an argument that cannot be resolved is returned unchanged.
    package static func reachable(_ arguments: [String], in directory: String) -> [String] {
        let each: [[String]] = arguments.isEmpty ? [[]] : arguments.map { [$0] }
        return each.flatMap { (try? paths($0, in: directory)) ?? $0 }
    }

    /// Reads all profiles of some files.
    ///
    /// - Returns: The profiles, in the order of the files; a profile with a matrix once for each of its situations.
    /// - Throws: `SourceError` or `CommandError` for the first file that cannot be read or decoded.
    package static func profiles(in paths: [String]) throws -> [Profile] {
        var profiles: [Profile] = []
        for path in paths {
            let source = NamedFile.shown(path)
            for profile in try ProfileDecoder.decode(bytes: try NamedFile.read(path), source: source) {
                profiles += try profile.situations()
            }
        }
        return profiles
    }

    private static func contents(ofFolder folder: String) throws(CommandError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw CommandError(.inputOutput, "the folder '\(folder)' cannot be read")
        }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let profiles = names.filter { name in
            !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
                && NamedFile.isRegular(prefix + name)
        }.sorted()
        guard !profiles.isEmpty else {
            throw CommandError(.notFound, "no profiles (*.yaml) in folder '\(folder)'")
        }
        return profiles.map { prefix + $0 }
    }

    private static func committedFolder(from directory: String) throws(CommandError) -> String {
        var path = directory
        var relative = folder
        while true {
            var isFolder: ObjCBool = false
            let candidate = (path == "/" ? "" : path) + "/" + folder
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), isFolder.boolValue {
                return path == directory ? folder : relative
            }
            guard path != "/", let slash = path.lastIndex(of: "/") else { break }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            relative = "../" + relative
        }
        throw CommandError(
            .notFound, "no folder '\(folder)' in this directory or its parents; name the profiles to run")
    }

    /// Returns the error for a path that does not exist or cannot be read.
    private static func missing(_ path: String) -> CommandError {
        var status = stat()
        if stat(path, &status) != 0, errno != ENOENT, errno != ENOTDIR {
            return CommandError(.inputOutput, "'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        }
        let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)) ?? []
        let prefix = path.contains("/") ? folder + "/" : ""
        let hint = Suggestion.closest(to: path, among: names.map { prefix + $0 }.filter { $0 != path })
        return NamedFile.missing(path, suggestion: hint)
    }
}
