package import Identifiers
import XMLSecurity

/// A user of a provider.
package struct Subscriber: Sendable, Hashable {
    /// The user name for signing in.
    package let name: String
    /// The password, which exists only in the simulation.
    package var password = "secret"
    /// The attributes that the provider sends, in order.
    package var attributes: [SubscriberAttribute]
    /// The resources that the user may watch.
    package var entitlements: [ResourceID] = []
    /// The provider's answer about this user with the `api` scheme; `nil` if the provider's general answer applies.
    package var apiResponse: APIResponse?

    /// Creates a subscriber without entitlements, whose user identifier is the name.
    package init(name: String) {
        self.name = name
        attributes = [SubscriberAttribute(name: "userID", value: .text(name))]
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

/// An attribute that a provider sends about a subscriber.
package struct SubscriberAttribute: Sendable, Hashable {
    /// The value: a text, a list of texts, or a map of texts.
    package enum Value: Sendable, Hashable {
        case text(String)
        case list([String])
        case map([String: String])
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
