import Foundation
package import TVSimStructuredText
import TVSimXMLSecurity

/// A user of a provider.
package struct Subscriber: Sendable, Hashable {
    /// The user name for signing in.
    package let name: String
    /// The password, which exists only in the simulation.
    package var password = "secret"
    /// The code that the provider sends to the user, for a sign-in page that asks for one.
    package var code = "123456"
    /// The attributes that the provider sends, in order.
    package var attributes: [SubscriberAttribute]
    /// The names of the user in SAML beside the user identifier; `nil` for none.
    package var nameIDs: SubscriberNames?
    /// The resources that the user may watch.
    package var entitlements: [ResourceID] = []
    /// The resources that the provider permits in advance; `nil` for those that the user may watch.
    package var preauthorized: [ResourceID]?
    /// The denials of single resources, which take precedence over the entitlements.
    package var denials: [ResourceDenial] = []
    /// The attributes that the provider sends with a permit, in order.
    package var authorizationAttributes: [SubscriberAttribute] = []
    /// The accounts between which the user chooses on a sign-in page, in order.
    package var accounts: [SubscriberAccount] = []
    /// The provider's answer about this user with the `api` scheme; `nil` if the provider's general answer applies.
    package var apiResponse: APIResponse?

    /// Creates a subscriber without entitlements, whose user identifier is the name.
    package init(name: String) {
        self.name = name
        attributes = [SubscriberAttribute(name: "userID", value: .text(name))]
    }

    /// Returns the user with the attributes of an account; the same user for an account that does not exist.
    func using(account name: String?) -> Subscriber {
        guard let account = accounts.first(where: { $0.name == name }) else { return self }
        var user = self
        for attribute in account.attributes {
            user.attributes.removeAll { $0.name == attribute.name }
            user.attributes.append(attribute)
        }
        return user
    }

    /// The user identifier for services: the attribute `userID`, or else the name.
    package var userID: UserID {
        for attribute in attributes where attribute.name == "userID" {
            if case .text(let userID) = attribute.value { return UserID(userID) }
        }
        return UserID(name)
    }

    /// The highest ratings that the user may watch, by rating system: the attribute `maxRating` (Differences, S-71).
    package var maxRating: [String: String] {
        for attribute in attributes where attribute.name == "maxRating" {
            if case .map(let limits) = attribute.value { return limits }
        }
        return [:]
    }

    /// Returns whether a text can be a user identifier: it is not empty and has no white space at its ends.
    ///
    /// Services trim white space.
    package static func canBeKnown(by userID: String) -> Bool {
        !userID.isEmpty && userID.trimmedOfXMLSpace.utf8.elementsEqual(userID.utf8)
    }
}

/// One of a user's accounts, such as that of a second household.
package struct SubscriberAccount: Sendable, Hashable {
    /// The name that the user chooses.
    package let name: String
    /// The attributes that replace those of the user.
    package var attributes: [SubscriberAttribute] = []

    /// Creates an account.
    package init(name: String, attributes: [SubscriberAttribute]) {
        self.name = name
        self.attributes = attributes
    }
}

/// A provider's denial of one resource.
package struct ResourceDenial: Sendable, Hashable {
    /// Why a provider denies.
    package enum Reason: String, Sendable, CaseIterable {
        /// The subscription does not include the resource.
        case subscription
        /// The user must buy a larger package.
        case upgrade
        /// The household's parental controls exclude it.
        case parentalControls
    }

    /// The resource.
    package var resource: ResourceID
    /// The provider's words to the user; `nil` for those of the provider.
    package var text: String?
    /// Why the provider denies.
    package var reason = Reason.subscription

    /// Creates a denial.
    package init(resource: ResourceID, text: String? = nil) {
        self.resource = resource
        self.text = text
    }
}

/// An attribute that a provider sends about a subscriber.
package struct SubscriberAttribute: Sendable, Hashable {
    /// The value: a text, a list of texts, or a map of texts.
    package enum Value: Sendable, Hashable {
        case text(String)
        case list([String])
        case map([String: String])

        /// The values as a service receives them: a list is several values, and a map one JSON value (Differences,
        /// S-9).
        package var texts: [String] {
            switch self {
            case .text(let text): return [text]
            case .list(let texts): return texts
            case .map(let map):
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return [(try? encoder.encode(map)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"]
            }
        }
    }

    /// The attribute's name, such as `zip`.
    package var name: String
    /// The value.
    package var value: Value

    /// Creates an attribute.
    package init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}
