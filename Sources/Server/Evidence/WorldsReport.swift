package import TVSimScenario
import TVSimStructuredText

/// One report of all worlds of a server: the served one, the isolated ones, and those that were removed after a failure.
///
/// A world that was removed after its test had passed is evidence of nothing, and would take the memory of those that
/// failed. The page says how many are missing.
package struct WorldsReport {
    private let evidence: [WorldEvidence]
    /// The number of removed worlds whose evidence is not kept.
    private let missing: Int

    /// Reads the worlds of a server.
    ///
    /// - Parameter worlds: The worlds.
    /// - Throws: `StateError` if a world cannot be read.
    package init(_ worlds: SimulatedWorlds) throws {
        let live = try worlds.names().map { try worlds.evidence(ofIsolated: $0) }
        let served = try worlds.evidence(of: worlds.served)
        missing = max(0, worlds.evidence.removals - worlds.removed.all.count)
        evidence = (worlds.removed.all + live + [served]).filter { !$0.run().steps.isEmpty }
    }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - origin: How the page came to be.
    ///   - subject: The command and how it ended; `nil` if no command ran.
    /// - Returns: The HTML.
    /// - Throws: An error of the template, which a test excludes.
    package func page(_ origin: RunReport.Origin, about subject: String? = nil) throws -> String {
        var origin = origin
        if missing > 0 {
            let others = missing == 1 ? "1 removed world" : "\(missing) removed worlds"
            origin.filter =
                "the worlds that are left and the failed ones that were removed, without \(others) whose evidence is not "
                + "kept: of a test that passed, or too much"
        }
        let runs = try evidence.map { try $0.judgedRun() }
        let count = runs.count == 1 ? "1 world" : "\(runs.count) worlds"
        let failed = runs.count(where: \.failed)
        return try RunReport.page(
            runs, title: "tvsim exec: \(count)" + (failed == 0 ? "" : ", \(failed) failed"),
            headline: subject.map { RunReport.headline($0, of: runs) }, origin: origin)
    }

    /// Returns the requests as an HTTP archive.
    ///
    /// - Throws: An error of the encoder.
    package func archive() throws -> String {
        try JSONText.pretty(HTTPArchive(evidence.map { $0.run() }, withReasons: true)) + "\n"
    }
}
