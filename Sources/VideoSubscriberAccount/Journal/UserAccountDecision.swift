package import TVSimCore

/// The framework's decision about a call of a user account manager.
package struct UserAccountDecision: JournalDecision {
    /// What decides.
    package enum Cause: Codable, Hashable, Sendable {
        /// The app has the entitlement for subscriptions.
        case entitled
        /// The user was asked about Automatic Sign-In.
        case answered(isAllowed: Bool)
        /// The user has allowed Automatic Sign-In before, and was not asked.
        case allowedBefore
        /// A fault.
        case fault
        /// The app may not make the call.
        case refused(JournalText)
    }

    package static let kind = "account"
    /// The app's bundle identifier.
    package let app: String
    /// The call.
    package let operation: FaultOperation
    /// The result, in a few words.
    package let result: JournalText
    /// What decides.
    package let cause: Cause

    package var application: String? { app }
    package var way: JournalWay? { JournalWay(from: .client, to: .framework) }

    package var verdict: JournalVerdict? {
        switch cause {
        case .entitled, .allowedBefore, .answered(isAllowed: true): .ok
        case .answered(isAllowed: false): .refused
        case .fault: .failed
        case .refused: .refused
        }
    }

    package var text: DecisionText {
        let reason =
            switch cause {
            case .entitled: "the app has the entitlement for subscriptions"
            case .answered: "the user was asked"
            case .allowedBefore: "the user has allowed it before, and was not asked"
            case .fault: FrameworkJournal.fault
            case .refused(let reason): reason.kept
            }
        return DecisionText(
            FrameworkJournal.room, operation.rawValue, result.kept, reason, details: ["app": app])
    }
}
