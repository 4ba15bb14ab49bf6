package import Identifiers
import XMLSecurity

/// Somebody whom a provider knows.
package struct Subscriber: Sendable, Hashable {
    /// The name with which the person signs in.
    package let name: String
    /// The password, which exists only in the simulation.
    package var password = "secret"
    /// What the provider tells about the person, in order.
    package var attributes: [SubscriberAttribute]
    /// The resources that the person may watch.
    package var entitlements: [ResourceID] = []
    /// What the provider answers about the person where it is not asked by SAML; `nil`: what it answers about everybody.
    package var apiResponse: APIResponse?

    /// Creates a subscriber who may watch nothing; services know them by their name.
    package init(name: String) {
        self.name = name
        attributes = [SubscriberAttribute(name: "userID", value: .text(name))]
    }

    /// The identifier by which services know the person: the attribute `userID`, else the name.
    package var userID: UserID {
        for attribute in attributes where attribute.name == "userID" {
            if case .text(let userID) = attribute.value { return UserID(userID) }
        }
        return UserID(name)
    }

    /// The highest ratings that the person may watch, by system of ratings: the attribute `maxRating`.
    package var maxRating: [String: String] {
        for attribute in attributes where attribute.name == "maxRating" {
            if case .map(let limits) = attribute.value { return limits }
        }
        return [:]
    }

    /// Whether services can know somebody by an identifier: they are told it without the white space at its ends.
    package static func canBeKnown(by userID: String) -> Bool {
        !userID.isEmpty && userID.trimmedOfXMLSpace.utf8.elementsEqual(userID.utf8)
    }
}

/// One thing that a provider tells about a subscriber.
package struct SubscriberAttribute: Sendable, Hashable {
    /// The value: a text, several texts, or texts by name.
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
