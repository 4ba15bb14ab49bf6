package import EntitlementAPI
package import IdentityProvider
package import SAML
package import SimulatedDevice

extension Profile {
    /// One TV provider: what Apple's picker shows of it, and who its subscribers are.
    package struct Provider: Sendable, Hashable {
        /// The key: the account provider identifier, which the service calls the platform mapping id.
        package var id: String
        /// The name that people see; the key where none is given.
        package var displayName: String
        /// How far the provider takes part in the system's single sign-on.
        package var boarding = ProviderBoarding.supported
        /// The people who can sign in.
        package var subscribers: [Subscriber] = []
        /// What is wrong with its answers.
        package var defect = ResponseDefect.none
        /// How it answers, in the order in which it prefers to.
        package var schemes = [KnownProvider.Scheme.saml]
        /// What it answers where it is not asked by SAML; `nil`: neither a status nor a body.
        package var apiResponse: APIResponse?
        /// What it answers to every attribute query, word for word; `nil`: a response of its own.
        package var samlResponse: String?
        /// The subscriber at whose home the browsers are; `nil`: it knows nobody by their network.
        package var homeNetwork: String?
        /// The service providers whose requests it answers besides the entitlement service's.
        package var serviceProviders: [ServiceProviderRecord] = []

        /// Creates a provider without subscribers.
        package init(id: String) {
            self.id = id
            displayName = id
        }

        /// Returns the subscriber with a key.
        package func subscriber(_ name: String) -> Subscriber? {
            subscribers.first { $0.name == name }
        }

        /// The provider as the device knows it; `nil`: it does not.
        package var known: KnownProvider? {
            boarding.known.map {
                KnownProvider(identifier: id, displayName: displayName, boarding: $0, schemes: schemes)
            }
        }
    }

    /// How far a provider takes part in the system's single sign-on.
    package enum ProviderBoarding: String, Sendable, CaseIterable {
        /// The picker lists it, and people sign in to it at system level.
        case supported
        /// The picker lists it, and people sign in at its own page.
        case pickerOnly
        /// The system does not know it: people sign in at its own page.
        case none

        /// What the device knows of it.
        var known: KnownProvider.Boarding? {
            switch self {
            case .supported: .supported
            case .pickerOnly: .pickerOnly
            case .none: nil
            }
        }

        /// What the device knows, as a profile would write it.
        init(_ known: KnownProvider.Boarding?) {
            switch known {
            case .supported?: self = .supported
            case .pickerOnly?: self = .pickerOnly
            case nil: self = .none
            }
        }

        /// The boarding status that the service gives its MVPD where none is chosen.
        var status: ConfiguredMVPD.BoardingStatus? {
            switch self {
            case .supported: .supported
            case .pickerOnly: .picker
            case .none: nil
            }
        }
    }

    /// One person with a subscription.
    package struct Subscriber: Sendable, Hashable {
        /// The key, which is also the name to sign in with.
        package var name: String
        /// The password to sign in with.
        package var password = "secret"
        /// What the provider says of the person, in the profile's order.
        ///
        /// Values are text, lists of text, or mappings of text, as user metadata has them. A subscriber without a
        /// `userID` gets the key as one.
        package var attributes: [Attribute]
        /// The resources that the person may watch.
        package var entitlements: [String] = []
        /// What the provider answers about the person where it is not asked by SAML; `nil`: what it answers about
        /// everybody.
        package var apiResponse: APIResponse?

        /// The identifier by which services know the person: the attribute `userID`, else the key.
        package var userID: String {
            attributes.first { $0.name == "userID" }?.value.string ?? name
        }

        /// Creates a subscriber who may watch nothing.
        package init(name: String) {
            self.name = name
            attributes = [Attribute(name: "userID", value: .string(name))]
        }
    }

    /// One thing that a provider says of a subscriber.
    package struct Attribute: Sendable, Hashable {
        /// The attribute's name.
        package var name: String
        /// Text, a list of text, or a mapping of text.
        package var value: JSONValue
    }
}
