import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The defaults of a profile")
struct DefaultsTests {
    @Test("create a useful world from three lines")
    func threeLines() throws {
        let profile = try ProfileText.decode("schema: 1\nname: three lines\nflow: [setRequestor]\n")
        #expect(profile.name == "three lines")
        #expect(profile.world.clock == SimulatedClock.defaultStart)
        #expect(profile.app.bundleID == "com.example.stream")
        #expect(profile.device.settings.platform == .iOS)
        #expect(profile.device.account == nil)
        #expect(profile.providers.map(\.identifier) == ["Cablevision", "Dish", "Suddenlink", "Mediacom"])
        #expect(profile.provider("Mediacom")?.boarding == Boarding.none)
        #expect(profile.provider("Suddenlink")?.boarding == .pickerOnly)
        #expect(profile.provider("Cablevision")?.subscriber("alice")?.entitlements == ["REF30"])
        #expect(profile.provider("Cablevision")?.subscriber("bob")?.entitlements == [])
        let integrations = profile.service.requestor("REF30")?.integrations ?? []
        #expect(integrations.map(\.mvpd) == ["Cablevision", "Dish", "Suddenlink", "Mediacom"])
        #expect(integrations.map(\.provider) == ["Cablevision", "Dish", "Suddenlink", "Mediacom"])
        #expect(profile.flow.map(\.action) == [.call(.setRequestor("REF30"))])
    }

    @Test("integrate exactly the given providers with the app's requestor")
    func givenProviders() throws {
        let profile = try ProfileText.decode(
            ProfileText.with("app: {requestor: MINE}\nproviders: {Xfinity: {}, Cox: {boarding: pickerOnly}}\n"))
        #expect(profile.service.requestors.map(\.id) == ["MINE"])
        #expect(profile.service.requestor("MINE")?.integrations.map(\.mvpd) == ["Xfinity", "Cox"])
    }

    @Test("use the provider with the integration's name only if it exists")
    func impliedProvider() throws {
        let profile = try ProfileText.decode(
            ProfileText.with("service: {requestors: {REF30: {integrations: {Dish: {}, Fubo: {}}}}}\n"))
        #expect(profile.service.requestor("REF30")?.integrations.map(\.provider) == ["Dish", nil])
    }

    @Test("use a subscriber's key as its missing userID, before its other attributes")
    func userID() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                "providers: {A: {subscribers: {x: {attributes: {zip: ['1']}}, y: {attributes: {userID: u}}, z: {}}}}\n")
        )
        let subscribers = profile.provider("A")?.subscribers ?? []
        #expect(subscribers.map { $0.attributes.map(\.name) } == [["userID", "zip"], ["userID"], ["userID"]])
        #expect(subscribers.map { $0.attributes[0].value } == [.text("x"), .text("u"), .text("z")])
    }

    @Test("keep the order of the text for providers, requestors and integrations")
    func order() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                app: {requestor: Z}
                providers: {C: {}, A: {}, B: {}}
                service: {requestors: {Z: {integrations: {B: {}, C: {}, A: {}}}, Y: {}}}
                """))
        #expect(profile.providers.map(\.identifier) == ["C", "A", "B"])
        #expect(profile.service.requestors.map(\.id) == ["Z", "Y"])
        #expect(profile.service.requestors[0].integrations.map(\.mvpd) == ["B", "C", "A"])
    }

    @Test(
        "resolve the account's expiry against the profile's clock",
        arguments: [
            ("+30d", 30 * 86_400.0), ("-1s", -1), ("2026-02-01T00:00:00Z", 0), ("never", nil),
        ] as [(String, Double?)])
    func expiry(text: String, seconds: Double?) throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                "clock: 2026-02-01T00:00:00Z\n"
                    + "device: {account: {provider: Dish, subscriber: carol, expires: \(text)}}\n"))
        #expect(profile.device.account?.expires == seconds.map { profile.world.clock.addingTimeInterval($0) })
    }
}
