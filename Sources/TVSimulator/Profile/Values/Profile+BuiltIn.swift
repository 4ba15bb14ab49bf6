import EntitlementAPI
import SimulatedDevice

extension Profile {
    /// The world of a profile that says nothing, and of the default device.
    package static let builtIn: Profile = {
        var profile = Profile()
        profile.name = "built-in default"
        profile.source = "built-in"
        profile.providers = Provider.builtIn
        profile.service = Service.builtIn(requestor: profile.app.requestor, providers: nil)
        return profile
    }()
}

extension Profile.Provider {
    /// The providers of a profile that has no `providers`.
    static let builtIn: [Profile.Provider] = {
        var cablevision = Profile.Provider(id: "Cablevision")
        cablevision.subscribers = [.builtInAlice, .builtIn("bob", number: 2)]
        var dish = Profile.Provider(id: "Dish")
        dish.displayName = "Dish Network"
        dish.subscribers = [.builtIn("carol", number: 3)]
        dish.subscribers[0].entitlements = ["REF30"]
        var suddenlink = Profile.Provider(id: "Suddenlink")
        suddenlink.boarding = .pickerOnly
        suddenlink.subscribers = [.builtIn("dave", number: 4)]
        suddenlink.subscribers[0].entitlements = ["REF30"]
        var mediacom = Profile.Provider(id: "Mediacom")
        mediacom.boarding = .none
        mediacom.subscribers = [.builtIn("erin", number: 5)]
        mediacom.subscribers[0].entitlements = ["REF30"]
        return [cablevision, dish, suddenlink, mediacom]
    }()
}

extension Profile.Subscriber {
    fileprivate static let builtInAlice: Profile.Subscriber = {
        var alice = Profile.Subscriber.builtIn("alice", number: 1)
        alice.attributes += [
            .init(name: "zip", value: ["10001"]),
            .init(name: "maxRating", value: ["MPAA": "PG-13"]),
            .init(name: "channelID", value: ["REF30"]),
        ]
        alice.entitlements = ["REF30"]
        return alice
    }()

    fileprivate static func builtIn(_ name: String, number: Int) -> Profile.Subscriber {
        var subscriber = Profile.Subscriber(name: name)
        subscriber.attributes = [
            .init(name: "userID", value: .string("\(name)-1")),
            .init(name: "householdID", value: .string("house-\(number)")),
        ]
        return subscriber
    }
}

extension Profile.Service {
    /// The service of a profile that has no `service`: one requestor, integrated with every provider.
    ///
    /// The providers are the profile's own; `nil`: the built-in ones.
    static func builtIn(requestor: String, providers: [Profile.Provider]?) -> Profile.Service {
        let integrations = (providers ?? Profile.Provider.builtIn).map { provider in
            var integration = Profile.Integration(mvpd: provider.id)
            integration.displayName = provider.displayName
            return integration
        }
        var service = Profile.Service()
        service.requestors = [Profile.Requestor(id: requestor, integrations: integrations)]
        return service
    }
}
