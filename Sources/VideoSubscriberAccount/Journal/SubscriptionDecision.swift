package import TVSimCore
package import TVSimDevice

/// The framework's decision about a subscription that an app registers.
package struct SubscriptionDecision: JournalDecision {
    /// What the framework does.
    package enum Effect: String, Codable, Sendable {
        /// It stores the subscription.
        case registered
        /// It removes the stored subscription.
        case removed
        /// It ignores an app without the entitlement.
        case notEntitled
        /// It ends an app without the entitlement.
        case terminated
        /// It ignores a subscription of unknown level.
        case unknownLevel
        /// It ends an app that registers a subscription of unknown level.
        case terminatedByLevel
    }

    package static let kind = "subscription"
    /// The app's bundle identifier.
    package let app: String
    /// What the framework does.
    package let effect: Effect
    /// The level of a registered subscription; `nil` for another effect.
    package var level: RegisteredSubscription.AccessLevel?

    package var application: String? { app }
    package var way: JournalWay? { JournalWay(from: .client, to: .framework) }

    package var verdict: JournalVerdict? {
        switch effect {
        case .registered, .removed: .ok
        case .notEntitled, .terminated, .unknownLevel, .terminatedByLevel: .refused
        }
    }

    package var text: DecisionText {
        let (outcome, reason) =
            switch effect {
            case .registered: (level?.rawValue ?? "", "the app registers a subscription")
            case .removed: ("none", "the app reports that the user has signed out")
            case .notEntitled: ("ignored", "the app has no entitlement for subscriptions")
            case .terminated: ("terminated", "the app has no entitlement for subscriptions")
            case .unknownLevel: ("ignored", "the subscription has an unknown access level")
            case .terminatedByLevel: ("terminated", "the subscription has an unknown access level")
            }
        return DecisionText(
            FrameworkJournal.room, "setCurrentSubscription", outcome, reason, details: ["app": app])
    }
}
