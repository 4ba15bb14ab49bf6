import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage

/// The state of a code that a user enters on the second screen.
enum ActivationCode: Sendable {
    /// The code is unknown, not valid now, or replaced by a newer code of the app.
    case unknown
    /// A user has signed in with the code.
    case taken
    /// The app has not named an MVPD. The user chooses one of these, and may choose again.
    case needsProvider(SessionRecord, among: [Integration])
    /// The MVPD is known, and the user can sign in.
    case ready(SessionRecord)

    /// Normalizes the user's input: converts it to upper case, and removes white space and hyphens.
    static func normalized(_ text: String) -> String {
        text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    }

    /// Finds the state of a code.
    static func judge(
        _ code: String, at now: Date, for context: ServiceContext, in state: any StateReading
    ) throws -> ActivationCode {
        guard SessionRecord.isCode(code), let record = try state.value(for: ServiceDocument.session(code)),
            record.holds(at: now)
        else { return .unknown }
        guard record.completedAt == nil else { return .taken }
        guard record.isReplaced != true else { return .unknown }
        guard record.mvpd == nil || record.isChosenByPerson ?? false else { return .ready(record) }
        let requestor = try context.configuration(in: state).requestor(of: record, at: now)
        return .needsProvider(
            record, among: requestor?.integrations.filter { $0.enabled && $0.tempPass == nil } ?? [])
    }

    /// Whether the app with a code finds a profile: a user signed in, or the MVPD needs no sign-in.
    static func isSignedIn(
        _ code: String, at now: Date, for context: ServiceContext, in state: any StateReading
    ) throws -> Bool {
        switch try judge(code, at: now, for: context, in: state) {
        case .unknown: return false
        case .taken: return true
        case .needsProvider(let record, _), .ready(let record):
            let requestor = try context.configuration(in: state).requestor(of: record, at: now)
            let integration = record.mvpd.flatMap { requestor?.integration($0) }
            return integration.map { $0.enabled && BrowserSignIn.needsNoSignIn($0) } ?? false
        }
    }
}
