/// What an assertion says of its subject under one name (SAML Core 2.0 § 2.7.3.1).
package struct SAMLAttribute: Codable, Sendable, Hashable {
    /// The attribute's name.
    package var name: String
    /// How the name is to be understood; `nil`: not said.
    package var nameFormat: String?
    /// The values, in order.
    package var values: [String]

    /// Creates an attribute.
    package init(name: String, nameFormat: String? = SAMLNames.basicAttributeName, values: [String]) {
        self.name = name
        self.nameFormat = nameFormat
        self.values = values
    }
}
