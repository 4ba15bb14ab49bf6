/// A deviation from SAML that a validation can accept by name; by default it rejects all of them.
///
/// No relaxation changes what a signature must cover, or which element is read.
package enum SAMLRelaxation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Children out of the schema's order, each still at most as often as the schema allows.
    case elementOrder = "element-order"
    /// A `NotBefore` in the confirmation data of a bearer, which SAML Profiles 2.0, 4.1.4.2 forbids. It must have
    /// passed.
    case bearerNotBefore = "bearer-not-before"
    /// An attribute statement without an attribute, which SAML Core 2.0, 2.7.3 forbids.
    case emptyAttributeStatement = "empty-attribute-statement"
    /// A subject without a name, which SAML Core 2.0, 2.4.1 allows together with a confirmation.
    case missingNameID = "missing-name-id"

    /// The end of a failure's reason, which names the switch.
    var hint: String { "(`--allow \(rawValue)` accepts it)" }
}
