import Foundation
import TVSimCore
import TVSimDevice
import Testing
import VideoSubscriberAccount

/// Subscriptions that apps register with the older API.
///
/// Differences, A-36 and A-42.
@Suite struct SubscriptionTests {
    @Test("a fresh subscription is of unknown level, has no tiers and no end; nil resets both (A16)")
    func fresh() {
        let subscription = VSSubscription()
        #expect(subscription.accessLevel == .unknown)
        #expect(subscription.expirationDate == .distantFuture)
        #expect(subscription.tierIdentifiers == [])
        #expect(subscription.billingIdentifier == nil)
        subscription.expirationDate = Date(timeIntervalSince1970: 0)
        subscription.tierIdentifiers = ["gold"]
        #expect(subscription.expirationDate == Date(timeIntervalSince1970: 0))
        subscription.expirationDate = nil
        subscription.tierIdentifiers = nil
        #expect(subscription.expirationDate == .distantFuture)
        #expect(subscription.tierIdentifiers == [])
    }

    @Test("registers, replaces, and removes with nil; an end that has come counts as none")
    func register() async throws {
        let world = TestDevice()
        let subscription = VSSubscription()
        subscription.accessLevel = .paid
        subscription.tierIdentifiers = ["gold"]
        subscription.billingIdentifier = "bill"
        let now = try world.device.simulation.clock.now()
        subscription.expirationDate = now.addingTimeInterval(60)
        await world.run { VSSubscriptionRegistrationCenter.default().setCurrentSubscription(subscription) }
        let kept = try #require(try world.device.currentSubscription(of: world.bundleID))
        #expect(kept.accessLevel == .paid)
        #expect(kept.tierIdentifiers == ["gold"])
        #expect(kept.billingIdentifier == "bill")
        try world.device.simulation.clock.advance(by: 60)
        #expect(try world.device.currentSubscription(of: world.bundleID) == nil)
        await world.run { VSSubscriptionRegistrationCenter.default().setCurrentSubscription(nil) }
        #expect(try world.device.app(world.bundleID).subscription == nil)
    }

    /// Observed: two public crash reports of `setCurrentSubscription`, "requires an entitlement".
    @Test("ends an app without the entitlement, or ignores the call if the device's behaviour says so")
    func entitlement() async throws {
        let told = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            let world = TestDevice()
            try world.device.updateApp(world.bundleID) { $0.subscriptionEntitlement = false }
            await world.run { VSSubscriptionRegistrationCenter.default().setCurrentSubscription(nil) }
        }
        let line = String(decoding: try #require(told).standardErrorContent, as: UTF8.self)
        #expect(line.contains("requires an entitlement"))
        #expect(line.contains("subscriptionEntitlement=true"))
        #expect(line.contains("behaviour.missingSubscriptionEntitlement=ignore"))
        let world = TestDevice()
        try world.device.updateApp(world.bundleID) { $0.subscriptionEntitlement = false }
        try world.setBehaviour { $0.missingSubscriptionEntitlement = .ignore }
        let paid = VSSubscription()
        paid.accessLevel = .paid
        await world.run { VSSubscriptionRegistrationCenter.default().setCurrentSubscription(paid) }
        #expect(try world.device.app(world.bundleID).subscription == nil)
        #expect(try world.device.simulation.journal.entries().map(\.text).last?.outcome == "ignored")
    }

    @Test("a subscription of unknown level ends the app, or is ignored if the device's behaviour says so")
    func unknown() async throws {
        let told = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            let world = TestDevice()
            await world.run { VSSubscriptionRegistrationCenter.default().setCurrentSubscription(VSSubscription()) }
        }
        #expect(
            String(decoding: try #require(told).standardErrorContent, as: UTF8.self)
                == "tvsim: the app 'com.example.stream' was terminated: it called setCurrentSubscription with a "
                + "subscription whose accessLevel is unknown, which is the default; set its accessLevel before; to have "
                + "the call ignored, run 'tvsim settings set behaviour.missingSubscriptionEntitlement=ignore'\n")
        let world = TestDevice()
        try world.setBehaviour { $0.missingSubscriptionEntitlement = .ignore }
        let paid = VSSubscription()
        paid.accessLevel = .freeWithAccount
        await world.run {
            VSSubscriptionRegistrationCenter.default().setCurrentSubscription(paid)
            VSSubscriptionRegistrationCenter.default().setCurrentSubscription(VSSubscription())
        }
        #expect(try world.device.currentSubscription(of: world.bundleID)?.accessLevel == .freeWithAccount)
        let entry = try #require(try world.device.simulation.journal.entries().map(\.text).last)
        #expect(entry.outcome == "ignored")
    }
}
