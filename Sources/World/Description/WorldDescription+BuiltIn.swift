package import TVSimEntitlementService
package import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimStructuredText

extension WorldDescription {
    /// The world of an empty profile and of the default device.
    package static let builtIn: WorldDescription = {
        var world = WorldDescription()
        world.providers = Provider.builtIn
        world.service.requestors = [.builtIn(id: world.app.requestor, providers: world.providers)]
        return world
    }()
}

extension Provider {
    /// The providers of a profile that has no `providers`.
    package static let builtIn: [Provider] = {
        var cablevision = Provider(identifier: "Cablevision")
        cablevision.subscribers = [.builtInAlice, .builtIn("bob", number: 2)]
        var dish = Provider(identifier: "Dish")
        dish.displayName = "Dish Network"
        dish.subscribers = [.builtIn("carol", number: 3)]
        dish.subscribers[0].entitlements = ["REF30"]
        var suddenlink = Provider(identifier: "Suddenlink")
        suddenlink.boarding = .pickerOnly
        suddenlink.subscribers = [.builtIn("dave", number: 4)]
        suddenlink.subscribers[0].entitlements = ["REF30"]
        var mediacom = Provider(identifier: "Mediacom")
        mediacom.boarding = .none
        mediacom.subscribers = [.builtIn("erin", number: 5)]
        mediacom.subscribers[0].entitlements = ["REF30"]
        return [cablevision, dish, suddenlink, mediacom]
    }()
}

extension Subscriber {
    fileprivate static let builtInAlice: Subscriber = {
        var alice = Subscriber.builtIn("alice", number: 1)
        alice.attributes += [
            .init(name: "zip", value: .list(["10001"])),
            .init(name: "maxRating", value: .map(["MPAA": "PG-13"])),
            .init(name: "channelID", value: .list(["REF30"])),
        ]
        alice.entitlements = ["REF30"]
        return alice
    }()

    fileprivate static func builtIn(_ name: String, number: Int) -> Subscriber {
        var subscriber = Subscriber(name: name)
        subscriber.attributes = [
            .init(name: "userID", value: .text("\(name)-1")),
            .init(name: "householdID", value: .text("house-\(number)")),
        ]
        return subscriber
    }
}

extension ServiceConfiguration.Requestor {
    /// Creates the requestor of a profile without `service`; it integrates every provider.
    package static func builtIn(id: String, providers: [Provider]) -> ServiceConfiguration.Requestor {
        ServiceConfiguration.Requestor(
            id: RequestorID(id),
            integrations: providers.map { provider in
                var integration = Integration(mvpd: MVPDID(provider.identifier))
                integration.displayName = provider.displayName
                return integration
            })
    }
}
