import TVSimStructuredText
import TVSimXMLSecurity

/// The attributes of a name identifier that are part of the name (SAML Core 2.0, 2.2.2 and 2.2.3).
///
/// Two identifiers name the same user only if all of them are equal, so later messages must repeat them.
package struct NameQualifiers: Codable, Sendable, Hashable {
    /// The format of the name; `nil` if it is missing.
    package var format: String?
    /// The domain in which the name is valid; `nil` for the issuer's.
    package var nameQualifier: EntityID?
    /// The service provider for which the name was created; `nil` if it is missing.
    package var spNameQualifier: EntityID?

    /// Creates qualifiers.
    package init(format: String? = nil, nameQualifier: EntityID? = nil, spNameQualifier: EntityID? = nil) {
        self.format = format
        self.nameQualifier = nameQualifier
        self.spNameQualifier = spNameQualifier
    }

    /// Reads the attributes of a `NameID`.
    init(_ element: XMLElement) {
        self.init(
            format: element.attribute("Format"), nameQualifier: EntityID(element.attribute("NameQualifier")),
            spNameQualifier: EntityID(element.attribute("SPNameQualifier")))
    }

    /// The attributes as XML, each after a space.
    var attributes: String {
        let pairs = [
            ("Format", format), ("NameQualifier", nameQualifier?.rawValue),
            ("SPNameQualifier", spNameQualifier?.rawValue),
        ]
        return pairs.map { name, value in
            value.map { #" \#(name)="\#(XMLEscaping.escape($0))""# } ?? ""
        }.joined()
    }
}
