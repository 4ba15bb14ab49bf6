import EntitlementAPI
import Foundation
import SimulationCore
import StateStorage

/// What a code is worth on the second screen.
enum ActivationCode: Sendable {
    /// It is none, or nobody holds it now.
    case unknown
    /// Somebody has signed in with it.
    case taken
    /// The person still has to say with which of these MVPDs they sign in.
    case needsProvider(SessionRecord, among: [Integration])
    /// The person signs in.
    case ready(SessionRecord)

    /// Reads what a person typed: small letters and blanks are forgiven.
    static func normalized(_ text: String) -> String {
        text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    }

    /// Judges a code at an instant.
    static func judge(_ code: String, at now: Date, in state: any StateReading) throws -> ActivationCode {
        guard SessionRecord.isCode(code), let record = try state.value(for: ServiceDocument.session(code)),
            now < record.notAfter
        else { return .unknown }
        guard record.completedAt == nil else { return .taken }
        guard record.mvpd == nil else { return .ready(record) }
        let requestor = try EntitlementService.configuration(in: state).requestor(record.serviceProvider)
        return .needsProvider(
            record, among: requestor?.integrations.filter { $0.enabled && $0.tempPass == nil } ?? [])
    }
}
