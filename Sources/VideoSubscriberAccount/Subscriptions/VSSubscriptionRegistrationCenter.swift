public import Foundation
import TVSimCore
import TVSimDevice

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
    /// An app is terminated, as on a real device, if it has no entitlement or if the subscription's level is unknown. The
    /// registered subscription stays (Differences, A-36).
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        guard let app = RunningApp.found(for: "VSSubscriptionRegistrationCenter.setCurrentSubscription") else { return }
        do {
            try SubscriptionRegistrar(app: app).register(currentSubscription)
        } catch {
            SimulatorFailure.stop(error)
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
            return try refuse(because: .subscriptionEntitlement, ignored: .notEntitled, terminated: .terminated)
        }
        guard let subscription else {
            try app.device.updateApp(app.bundleID) { $0.subscription = nil }
            return try record(.removed)
        }
        guard let registered = RegisteredSubscription(subscription) else {
            return try refuse(because: .unknownAccessLevel, ignored: .unknownLevel, terminated: .terminatedByLevel)
        }
        try app.device.updateApp(app.bundleID) { $0.subscription = registered }
        try record(.registered, registered.accessLevel)
    }

    /// Terminates the app, or ignores the call if the device's settings say so.
    private func refuse(
        because reason: AppTermination.Reason, ignored: SubscriptionDecision.Effect,
        terminated: SubscriptionDecision.Effect
    ) throws {
        switch try app.device.settings().behaviour.missingSubscriptionEntitlement {
        case .ignore: try record(ignored)
        case .terminate:
            try record(terminated)
            app.end(because: reason)
        }
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
