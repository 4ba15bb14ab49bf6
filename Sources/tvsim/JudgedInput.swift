import Foundation
import TVSimRecordings
import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// What `tvsim rules check` judges: an HTTP archive, a file `evidence.json`, or a folder with such files.
struct JudgedInput {
    /// The file or the folder; `-` for standard input.
    let path: String
    /// The host of the service in an archive; `nil` for the vendor's hosts.
    let host: String?

    /// The name of the file with kept evidence.
    private static let evidence = "evidence.json"

    /// Judges the input.
    ///
    /// - Parameter settings: What a profile says about the app; `nil` for what the evidence says.
    /// - Returns: The report. If a folder has the evidence of several worlds, it names their folders.
    /// - Throws: `CommandError` that says what to do if the input cannot be judged.
    func report(by settings: RuleSettings?) throws -> RuleReport {
        var isFolder: ObjCBool = false
        guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        else { return try judged(path, by: settings) }
        try refuseHost()
        let files = try kept()
        guard files.count > 1 else { return try judged("\(path)/\(files[0])", by: settings) }
        return RuleReport.merging(
            try files.map { file in
                let folder = file.dropLast(Self.evidence.count + 1)
                return (
                    folder.isEmpty ? "." : String(folder),
                    try judged("\(path)/\(file)", by: settings, namesWorld: false)
                )
            })
    }

    /// Returns the paths of the evidence in the folder, in order.
    ///
    /// - Throws: `CommandError` if the folder has no such file.
    private func kept() throws(CommandError) -> [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let files = all.filter {
            ($0 as NSString).lastPathComponent == Self.evidence && NamedFile.isRegular("\(path)/\($0)")
        }.sorted()
        guard !files.isEmpty else {
            throw CommandError(
                .notFound, "the folder '\(path)' has no \(Self.evidence)",
                suggestion: "tvsim exec --keep-on-failure FOLDER, which writes one for each world of a failed command")
        }
        return files
    }

    private func refuseHost() throws(CommandError) {
        guard host != nil else { return }
        throw CommandError(.invalid, "--host is for an HTTP archive, and '\(path)' is none")
    }

    private func judged(_ file: String, by settings: RuleSettings?, namesWorld: Bool = true) throws -> RuleReport {
        var judge = RuleJudge()
        if (file as NSString).lastPathComponent == Self.evidence {
            try refuseHost()
            let history = try KeptHistory(evidence: Data(try NamedFile.read(file)), name: file)
            judge.judge(
                try history.history(), named: namesWorld ? history.world : nil, by: try settings ?? history.settings())
        } else {
            let octets = try NamedFile.read(file)
            do {
                judge.judge(
                    try History(archive: octets, name: NamedFile.shown(file), host: host), by: settings ?? .init())
            } catch {
                throw Self.explained(error, octets, NamedFile.shown(file))
            }
        }
        return judge.report
    }

    /// Returns the error about a file that cannot be an archive, with what to do if it is a journal.
    private static func explained(_ error: CommandError, _ octets: [UInt8], _ name: String) -> CommandError {
        guard case .object(let members)? = try? JSONValue(json: Data(octets)), members["log"] == nil,
            members["entries"] != nil
        else { return error }
        return CommandError(
            .malformed,
            "'\(name)' is a journal, which has no headers and bodies of requests, so no rule about them can be judged",
            suggestion:
                "tvsim rules check FOLDER with the folder in which 'tvsim exec --keep-on-failure' keeps evidence")
    }
}
