import Foundation
import TVSimReports
import TVSimRules
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// Collects what came of the rules of clients in each situation of a matrix.
///
/// The process of each situation judges its own worlds, and writes its report into a temporary folder.
struct MatrixRules: Sendable {
    private let launch: RulesLaunch
    private let folder: URL

    /// Creates the folder.
    ///
    /// - Throws: `CommandError` if it cannot be created.
    init(_ launch: RulesLaunch) throws {
        self.launch = launch
        let place = FileManager.default.temporaryDirectory
        var template = Array(place.appending(path: "tvsim-rules-" + String(repeating: "X", count: 6)).path.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandError(.unwritable, "a folder in '\(place.path)' cannot be created")
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        folder = URL(fileURLWithPath: path)
    }

    /// Removes the folder.
    func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    /// Returns the options for the process of a situation.
    func launch(in situation: String) -> RulesLaunch {
        var own = RulesLaunch(reports: [ReportTarget(file(of: situation).path, as: .json)], failOn: launch.failOn)
        own.isOfOneSituation = true
        return own
    }

    /// Writes the reports about the rules in all situations.
    ///
    /// A situation whose process did not judge is named on standard error, and is not in the report.
    ///
    /// - Parameter situations: The situations, in order.
    /// - Returns: The report.
    /// - Throws: `CommandError` if a file cannot be written.
    func writeReport(of situations: [String]) throws -> Report {
        var parts: [(situation: String, report: RuleReport)] = []
        for situation in situations {
            if let report = report(of: situation) {
                parts.append((situation, report))
            } else {
                ProgramError.tell("rules: '\(situation)' was not judged, because its process ended before")
            }
        }
        return try RuleReports(launch).write(RuleReport.merging(parts))
    }

    /// Returns the rules for which a situation fails.
    func broken(in situation: String) -> [String] {
        guard let severity = launch.failOn.flatMap(Rule.Severity.init) else { return [] }
        return report(of: situation)?.broken(atLeast: severity).map(\.id) ?? []
    }

    private func report(of situation: String) -> RuleReport? {
        (try? Data(contentsOf: file(of: situation))).flatMap { try? JSONDecoder().decode(RuleReport.self, from: $0) }
    }

    private func file(of situation: String) -> URL {
        // A slash separates the axes of a name, and is not part of a file name.
        folder.appending(path: situation.replacingOccurrences(of: "/", with: ",") + ".json")
    }
}
