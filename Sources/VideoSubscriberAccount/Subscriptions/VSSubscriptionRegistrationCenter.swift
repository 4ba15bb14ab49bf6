public import Foundation
import SimulatedDevice
import SimulationCore

/// Where an app registers the subscription of the person who uses it.
///
/// spec video-subscriber-account § 1.12.
@available(iOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccountManager")
@available(tvOS, introduced: 11.0, deprecated: 18.0, message: "Use VSUserAccountManager")
@available(macOS, introduced: 10.14, deprecated: 15.0, message: "Use VSUserAccountManager")
@available(visionOS, introduced: 1.0, deprecated: 2.0, message: "Use VSUserAccountManager")
open class VSSubscriptionRegistrationCenter: NSObject {
    // It keeps nothing: whose center it is follows from the app that calls.
    private nonisolated(unsafe) static let center = VSSubscriptionRegistrationCenter()

    /// Returns the center of the current app.
    open class func `default`() -> VSSubscriptionRegistrationCenter {
        center
    }

    /// Registers the subscription; `nil` when the person has signed out.
    ///
    /// A subscription of unknown level is an error of the app, of which the journal tells; nothing is registered then,
    /// and what was registered stays.
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        do {
            try Registrar(app: RunningApp.resolve()).register(currentSubscription)
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}

/// Puts a registration into the device.
private struct Registrar {
    let app: RunningApp

    func register(_ subscription: VSSubscription?) throws {
        // Nothing is done any more for an app that the system has ended; Differences, A-25.
        guard app.process.termination == nil else { return }
        guard try app.device.app(app.bundleID).subscriptionEntitlement else {
            return try record("ignored", "the app has no entitlement for subscriptions")
        }
        guard let subscription else {
            try app.device.updateApp(app.bundleID) { $0.subscription = nil }
            return try record("none", "the app says that the person has signed out")
        }
        guard let registered = RegisteredSubscription(subscription) else {
            return try record("ignored", "a subscription of unknown access level is an error")
        }
        try app.device.updateApp(app.bundleID) { $0.subscription = registered }
        try record(registered.accessLevel.rawValue, "the app registers a subscription")
    }

    private func record(_ outcome: String, _ reason: String) throws {
        try app.device.simulation.journal.record(
            room: "VideoSubscriberAccount", event: "setCurrentSubscription", outcome: outcome, reason: reason,
            details: ["app": app.bundleID])
    }
}

extension RegisteredSubscription {
    /// What the device keeps of a subscription; `nil` for one of unknown level.
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
