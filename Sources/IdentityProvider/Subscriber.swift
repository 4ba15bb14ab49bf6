import XMLSecurity

/// Somebody whom a provider knows.
package struct Subscriber: Codable, Sendable, Hashable {
    /// The name with which the person signs in.
    package var name: String
    /// The password, which exists only in the simulation.
    package var password: String
    /// What the provider tells about the person, in order.
    package var attributes: [SubscriberAttribute]
    /// The resources that the person may watch.
    package var entitlements: [String]
    /// What the provider answers about the person where it is not asked by SAML; `nil`: what it answers about everybody.
    package var apiResponse: APIResponse?

    /// Creates a subscriber.
    package init(
        name: String, password: String, attributes: [SubscriberAttribute] = [], entitlements: [String] = [],
        apiResponse: APIResponse? = nil
    ) {
        self.name = name
        self.password = password
        self.attributes = attributes
        self.entitlements = entitlements
        self.apiResponse = apiResponse
    }

    /// The identifier by which services know the person: the attribute `userID`, else the name.
    package var userID: String {
        for attribute in attributes where attribute.name == "userID" {
            if case .text(let userID) = attribute.value { return userID }
        }
        return name
    }

    /// Whether services can know somebody by an identifier: they are told it without the white space at its ends.
    package static func canBeKnown(by userID: String) -> Bool {
        !userID.isEmpty && userID.trimmedOfXMLSpace.isExactly(userID)
    }
}

/// One thing that a provider tells about a subscriber.
package struct SubscriberAttribute: Codable, Sendable, Hashable {
    /// The value: a text, several texts, or texts by name.
    package enum Value: Codable, Sendable, Hashable {
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
