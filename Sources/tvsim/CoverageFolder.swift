import Foundation
import TVSimCore
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// The folder into which processes have recorded their coverage.
enum CoverageFolder {
    /// Returns the items of all files of a folder.
    ///
    /// - Parameter given: The folder; `nil` for that of the environment.
    /// - Returns: The visited items.
    /// - Throws: `CommandError` if the folder is missing or has no file, or a file cannot be read; `SourceError` if a file
    ///   is malformed.
    static func items(in given: String?) throws -> Set<CoverageItem> {
        let variable = CoverageRecorder.variable
        guard let folder = given ?? CommandContext.current.environment[variable], !folder.isEmpty else {
            throw CommandError(
                .invalid, "Nothing was recorded. Run your tests with \(variable)=cov, then: tvsim coverage cov")
        }
        var items: Set<CoverageItem> = []
        let paths = try paths(in: folder)
        guard !paths.isEmpty else {
            throw CommandError(
                .notFound,
                "no coverage (*.\(CoverageFile.fileExtension)) in folder '\(folder)': run with \(variable)=\(folder) first"
            )
        }
        for path in paths { items.formUnion(try CoverageFile.items(of: try NamedFile.readText(path), source: path)) }
        return items
    }

    private static func paths(in folder: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            let variable = CoverageRecorder.variable
            throw CommandError(.notFound, "folder '\(folder)' not found: run with \(variable)=\(folder) first")
        }
        guard isFolder.boolValue else { throw CommandError(.notFound, "'\(folder)' is a file, not a folder") }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".\(CoverageFile.fileExtension)") }.sorted().map { "\(folder)/\($0)" }
                .filter(NamedFile.isRegular)
        } catch {
            throw CommandError(.inputOutput, "the folder '\(folder)' cannot be read")
        }
    }

    /// Writes profiles into a folder, each into a file that has its name.
    ///
    /// - Returns: The number of files.
    /// - Throws: `CommandError` if a file cannot be written.
    static func write(_ ways: some Sequence<CoverageWay>, into folder: String) throws -> Int {
        let profiles = Set(ways)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(.unwritable, "the folder '\(folder)' cannot be created: \(error.localizedDescription)")
        }
        for way in profiles {
            // A slash separates the axes of a situation, and is not part of a file name. JSON is YAML.
            let name = way.name.replacingOccurrences(of: "/", with: ",").replacingOccurrences(of: " ", with: "-")
            try NamedFile.write(try JSONText.pretty(way.profile) + "\n", to: "\(folder)/\(name).yaml")
        }
        return profiles.count
    }
}
