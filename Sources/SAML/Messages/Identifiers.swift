import TVSimStructuredText

/// An entity of SAML, such as an identity provider (SAML Core 2.0, 8.3.6).
package struct EntityID: Identifier, CodingKeyRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A message of SAML: the value of `ID` and `InResponseTo` (SAML Core 2.0, 1.3.4).
package struct MessageID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// An address to which a message is sent: the value of `Destination` and `Recipient` (SAML Core 2.0, 3.2.2).
package struct EndpointLocation: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
