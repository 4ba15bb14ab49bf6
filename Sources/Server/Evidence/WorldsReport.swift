package import TVSimScenario
import TVSimStructuredText

/// One report of all worlds of a server: the served one, the isolated ones, and those that were removed after a failure.
package struct WorldsReport {
    private let evidence: [WorldEvidence]

    /// Reads the worlds of a server.
    ///
    /// - Parameter worlds: The worlds.
    /// - Throws: `StateError` if a world cannot be read.
    package init(_ worlds: SimulatedWorlds) throws {
        let live = try worlds.names().map { try worlds.evidence(ofIsolated: $0) }
        let served = try worlds.evidence(of: worlds.served)
        evidence = (worlds.removed.all + live + [served]).filter { !$0.run().steps.isEmpty }
    }

    /// Returns the page.
    ///
    /// - Throws: An error of the template, which a test excludes.
    package func page(_ origin: RunReport.Origin) throws -> String {
        let runs = try evidence.map { try $0.judgedRun() }
        let count = runs.count == 1 ? "1 world" : "\(runs.count) worlds"
        let failed = runs.count(where: \.failed)
        return try RunReport.page(
            runs, title: "tvsim exec: \(count)" + (failed == 0 ? "" : ", \(failed) failed"), origin: origin)
    }

    /// Returns the requests as an HTTP archive.
    ///
    /// - Throws: An error of the encoder.
    package func archive() throws -> String {
        try JSONText.pretty(HTTPArchive(evidence.map { $0.run() }, withReasons: true)) + "\n"
    }
}
