/// An attribute of an assertion's subject (SAML Core 2.0, 2.7.3.1).
package struct SAMLAttribute: Codable, Sendable, Hashable {
    /// The attribute's name.
    package var name: String
    /// The format of the name; `nil` if it is missing.
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
