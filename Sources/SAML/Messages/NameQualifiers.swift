import XMLSecurity

/// What stands beside the text of a name identifier and belongs to the name (SAML Core 2.0 § 2.2.2, 2.2.3).
///
/// Two identifiers mean the same person only where all of it is the same: whoever speaks of a person again repeats it.
package struct NameQualifiers: Codable, Sendable, Hashable {
    /// Of what kind the name is; `nil`: not said.
    package var format: String?
    /// In whose realm the name holds; `nil`: the issuer's.
    package var nameQualifier: String?
    /// For which service provider the name was made; `nil`: not said.
    package var spNameQualifier: String?

    /// Creates qualifiers.
    package init(format: String? = nil, nameQualifier: String? = nil, spNameQualifier: String? = nil) {
        self.format = format
        self.nameQualifier = nameQualifier
        self.spNameQualifier = spNameQualifier
    }

    /// Reads the attributes of a `NameID`.
    init(_ element: XMLElement) {
        self.init(
            format: element.attribute("Format"), nameQualifier: element.attribute("NameQualifier"),
            spNameQualifier: element.attribute("SPNameQualifier"))
    }

    /// The attributes as they are written, each after a blank.
    var attributes: String {
        let pairs = [("Format", format), ("NameQualifier", nameQualifier), ("SPNameQualifier", spNameQualifier)]
        return pairs.map { name, value in
            value.map { #" \#(name)="\#(XMLEscaping.escape($0))""# } ?? ""
        }.joined()
    }
}
