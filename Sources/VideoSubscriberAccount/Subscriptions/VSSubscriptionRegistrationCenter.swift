public import Foundation
import SimulatedDevice
import SimulationCore

/// Registers the subscription of an app's user.
///
/// Video Subscriber Account, `VSSubscriptionRegistrationCenter`; Differences, A-36.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccountManager")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccountManager")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccountManager")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccountManager")
open class VSSubscriptionRegistrationCenter: NSObject {
    // Has no state: each call determines its app.
    private nonisolated(unsafe) static let center = VSSubscriptionRegistrationCenter()

    /// Returns the center of the current app.
    open class func `default`() -> VSSubscriptionRegistrationCenter {
        center
    }

    /// Registers the subscription; `nil` after the user has signed out.
    ///
    /// A subscription of unknown level is an error of the app. The journal records it, and the registered subscription
    /// stays. An app without the entitlement is terminated, as on a real device (Differences, A-36).
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        do {
            try SubscriptionRegistrar(app: RunningApp.resolve()).register(currentSubscription)
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}

/// Registers a subscription on the device.
struct SubscriptionRegistrar {
    let app: RunningApp

    func register(_ subscription: VSSubscription?) throws {
        // The system has terminated the app; Differences, A-25.
        guard app.process.termination == nil else { return }
        guard try app.device.app(app.bundleID).subscriptionEntitlement else {
            switch try app.device.settings().behaviour.missingSubscriptionEntitlement {
            case .ignore: return try record(.notEntitled)
            case .terminate:
                try record(.terminated)
                return app.end(because: .subscriptionEntitlement)
            }
        }
        guard let subscription else {
            try app.device.updateApp(app.bundleID) { $0.subscription = nil }
            return try record(.removed)
        }
        guard let registered = RegisteredSubscription(subscription) else {
            return try record(.unknownLevel)
        }
        try app.device.updateApp(app.bundleID) { $0.subscription = registered }
        try record(.registered, registered.accessLevel)
    }

    private func record(
        _ effect: SubscriptionDecision.Effect, _ level: RegisteredSubscription.AccessLevel? = nil
    ) throws {
        try app.device.simulation.journal.record(
            SubscriptionDecision(app: app.bundleID, effect: effect, level: level))
    }
}

extension RegisteredSubscription {
    /// Creates the device's record of a subscription; `nil` if its level is unknown.
    fileprivate init?(_ subscription: VSSubscription) {
        let level: AccessLevel
        switch subscription.accessLevel {
        case .unknown: return nil
        case .freeWithAccount: level = .freeWithAccount
        case .paid: level = .paid
        }
        let end: Date = subscription.expirationDate
        self.init(
            accessLevel: level, expires: end == .distantFuture ? nil : end,
            tierIdentifiers: subscription.tierIdentifiers, billingIdentifier: subscription.billingIdentifier)
    }
}
