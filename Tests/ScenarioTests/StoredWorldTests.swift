import Foundation
import TVSimCore
import TVSimDevice
import TVSimIdentityProvider
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("The description of a world")
struct StoredWorldTests {
    private static let key = StateKey("test", WorldDescription.fields.format)

    private func stored(_ description: WorldDescription) throws -> WorldDescription {
        let store = MemoryStateStore()
        try store.write { try $0.setValue(description, for: Self.key) }
        // A copy holds the text, and not the value.
        return try #require(try MemoryStateStore(copying: store).read { try $0.value(for: Self.key) })
    }

    @Test("is stored as it was read, for every committed profile")
    func profiles() throws {
        let paths = try ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")
        let profiles = try ProfileFiles.profiles(in: paths)
        #expect(profiles.count > 100)
        for profile in profiles {
            let world = profile.world
            let kept = try stored(world)
            #expect(
                WorldDescription.fields.json(of: kept) == WorldDescription.fields.json(of: world), "\(profile.name)")
            #expect(kept.device == world.device && kept.providers == world.providers, "\(profile.name)")
        }
    }

    @Test(
        "keeps the order of subscribers and attributes, and a removed userID",
        arguments: [["userID", "zip", "a"], ["zip", "a"], ["a", "userID", "zip"], []])
    func subscribers(attributes: [String]) throws {
        var description = WorldDescription.builtIn
        description.providers[0].subscribers = ["zoe", "alice", "bob"].map { name in
            var subscriber = Subscriber(name: name)
            subscriber.attributes = attributes.map { SubscriberAttribute(name: $0, value: .text("\(name)-\($0)")) }
            if attributes.isEmpty { subscriber.entitlements = [ResourceID(name)] }
            return subscriber
        }
        let kept = try stored(description)
        #expect(kept.providers == description.providers)
    }

    @Test("keeps an instant that a profile cannot express but an app can register")
    func instants() throws {
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 9e12)] {
            var description = WorldDescription()
            var app = description.app("a.b")
            app.subscription = .init(accessLevel: .paid, expires: date)
            description.device.apps = [app]
            #expect(try stored(description).device == description.device)
        }
    }
}
