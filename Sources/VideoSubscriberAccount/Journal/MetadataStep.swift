package import TVSimCore

/// A step of the framework in answering a metadata request: it asks, or it answers.
package struct MetadataStep: JournalDecision {
    /// What the framework does.
    package enum Effect: String, Codable, Sendable {
        /// It answers an error.
        case error
        /// It answers that the platform does not have the class.
        case unavailable
        /// It answers metadata without an account.
        case empty
        /// It answers metadata of the account.
        case metadata
        /// It asks the provider.
        case askProvider
        /// It asks the user for access.
        case askForAccess
        /// It shows the picker or the sign-in page.
        case present
        /// The app has withdrawn the request.
        case withdrawn
    }

    package static let kind = "metadata"
    /// The app's bundle identifier.
    package let app: String
    /// What the framework does.
    package let effect: Effect
    /// The name of the error that the app receives; `nil` for another effect.
    package var error: String?
    /// The row of the decision table; `nil` if a fault or the app's withdrawal decided.
    package var row: MetadataDecisionRow?
    /// The values that decided; `nil` if the app gets what it asked for.
    package var cause: JournalText?

    package var application: String? { app }
    package var way: JournalWay? { JournalWay(from: .client, to: .framework) }
    package var isCause: Bool { true }
    package var visits: [CoverageItem] { row.map { [.row($0)] } ?? [] }

    package var verdict: JournalVerdict? {
        switch effect {
        case .error, .withdrawn, .unavailable: .refused
        case .empty, .metadata: .ok
        case .askProvider, .askForAccess, .present: nil
        }
    }

    package var text: DecisionText {
        let outcome =
            switch effect {
            case .error: error ?? effect.rawValue
            case .unavailable: "unsupported"
            case .empty: "empty metadata"
            case .withdrawn: "userCancelled"
            case .metadata, .askProvider, .askForAccess, .present: effect.rawValue
            }
        let values = cause.map { "; \($0)" } ?? ""
        let reason =
            switch (effect, row) {
            case (_, let row?): cause?.description ?? row.reason
            case (.withdrawn, nil): "the app has withdrawn the request"
            case (.unavailable, nil): FrameworkJournal.unavailable + values
            default: FrameworkJournal.fault + (error.map { ": \($0)" } ?? "")
            }
        return DecisionText(FrameworkJournal.room, "enqueue", outcome, reason, details: ["app": app])
    }
}

/// What the framework's decisions have in common in the journal.
enum FrameworkJournal {
    static let room = "VideoSubscriberAccount"
    /// The reason of an error that a fault causes.
    static let fault = "a fault was set for this operation"
    /// The reason of an error on a platform without the class (Differences, A-64).
    static let unavailable = "VSAccountManager is not available on this platform"
}

extension CoverageItem {
    /// A row of the framework's decision table that applied.
    package static func row(_ row: MetadataDecisionRow) -> Self { Self(.row, "\(row.rawValue) \(row)") }
}
