import EntitlementAPI
import Foundation
import SimulationCore
import StateStorage

/// What a code is worth on the second screen.
enum ActivationCode: Sendable {
    /// It is none, nobody holds it now, or the app was given a newer one.
    case unknown
    /// Somebody has signed in with it.
    case taken
    /// The app has named no MVPD: the person says with which of these they sign in, and may say it anew.
    case needsProvider(SessionRecord, among: [Integration])
    /// The person signs in with the MVPD that the app has named.
    case ready(SessionRecord)

    /// Reads what a person typed: small letters and blanks are forgiven.
    static func normalized(_ text: String) -> String {
        text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    }

    /// Judges a code at an instant.
    static func judge(
        _ code: String, at now: Date, for context: ServiceContext, in state: any StateReading
    ) throws -> ActivationCode {
        guard SessionRecord.isCode(code), let record = try state.value(for: ServiceDocument.session(code)),
            record.holds(at: now)
        else { return .unknown }
        guard record.completedAt == nil else { return .taken }
        guard record.isReplaced != true else { return .unknown }
        guard record.mvpd == nil || record.isChosenByPerson ?? false else { return .ready(record) }
        let requestor = try context.configuration(in: state).requestor(record.serviceProvider)
        return .needsProvider(
            record, among: requestor?.integrations.filter { $0.enabled && $0.tempPass == nil } ?? [])
    }

    /// Whether the app that waits with a code finds a person signed in: somebody did with it, or everybody counts as it.
    static func isSignedIn(
        _ code: String, at now: Date, for context: ServiceContext, in state: any StateReading
    ) throws -> Bool {
        switch try judge(code, at: now, for: context, in: state) {
        case .unknown: return false
        case .taken: return true
        case .needsProvider(let record, _), .ready(let record):
            let configuration = try context.configuration(in: state)
            let integration = record.mvpd.flatMap { configuration.requestor(record.serviceProvider)?.integration($0) }
            return integration.map { $0.enabled && BrowserSignIn.needsNobody($0) } ?? false
        }
    }
}
