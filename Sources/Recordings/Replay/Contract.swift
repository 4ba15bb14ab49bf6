import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
package import TVSimWorld

/// Compares a recording with the simulator.
package enum Contract {
    /// Replays a recording in a new world, and compares each response.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - origin: The world; its app registers, and the first subscriber of an MVPD's provider signs in.
    /// - Returns: The report.
    /// - Throws: An error if the world's state cannot be read or written.
    package static func check(_ recording: Recording, in origin: WorldOrigin) async throws -> ContractReport {
        let world = World(store: try World.state(of: origin), recorder: nil)
        var replay = RecordingReplay(world: world, app: origin.description.app.bundleID)
        var entries: [ContractReport.Entry] = []
        for entry in recording.entries {
            let recorded = AnswerComparison.Answer(
                status: entry.status, fields: entry.exchange.response?.headerFields ?? [:], body: entry.answer,
                hasBody: entry.hasBody || entry.route.endpoint.answers.allSatisfy { $0.schema == nil })
            let lack = recorded.hasBody ? nil : "the file does not have the response's body"
            switch try await replay.answer(to: entry) {
            case .answered(let response, let body):
                let simulated = AnswerComparison.Answer(
                    status: response.status.code, fields: response.headerFields, body: body)
                entries.append(
                    .init(
                        entry, by: .replay, note: lack,
                        AnswerComparison.differences(recorded: recorded, simulated: simulated)))
            case .cannotFollow(let reason):
                entries.append(
                    .init(
                        entry, by: .shape, note: lack.map { "\(reason); \($0)" } ?? reason,
                        SchemaComparison.differences(recorded: recorded, endpoint: entry.route.endpoint)))
            }
        }
        return ContractReport(entries: entries, ignored: recording.ignored)
    }
}
