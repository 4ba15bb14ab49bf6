package import Foundation
package import TVSimSAML
import TVSimStructuredText

/// How the service speaks SAML: its names and addresses, and the responses that it accepts.
package struct SAMLServiceSettings: Sendable {
    /// The service's entity ID: the issuer of its requests and the audience of assertions.
    package let entityID: EntityID = "https://saml.sp.auth.adobe.com"
    /// The address of responses, in requests and in the `Destination` of responses.
    package let assertionConsumer = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    /// The address of responses to the service's logout requests.
    package let logoutResponseService = "https://sp.auth.adobe.com/sp/saml/LogoutServiceHTTPRedirectResponse"
    /// The `ID` of every request for the partner; `nil` for a new `ID` in each request.
    ///
    /// A fixed `ID` lets a prepared response answer the request.
    package var partnerRequestID: String?
    /// Whether a response with an IssueInstant or AuthnInstant in the future is rejected.
    package var strictInstants = false
    /// The accepted difference of an identity provider's clock in seconds.
    package var clockSkew: TimeInterval = 0
    /// The deviations from SAML that the service accepts in a response.
    package var allowed: [ResponseRequirements.Relaxation] = []

    /// Creates the settings of a service that rejects deviations.
    package init() {}

    /// Whether a text can be the ID of an XML element; only ASCII names are accepted.
    static func isXMLIdentifier(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\-]*/) != nil
    }
}

/// The keys of `service` that are about SAML.
enum SAMLServiceFields {
    static let partnerRequestID = Field<ServiceConfiguration>(
        "partnerRequestID",
        "The ID of every SAML request for Apple's framework, so that it matches prepared responses; "
            + "null for a new ID in each request.", xmlIdentifier.orNull, into: \.saml.partnerRequestID)

    static let strictInstants = Field<ServiceConfiguration>(
        "strictSAMLInstants",
        "Whether a SAML response with an IssueInstant or AuthnInstant in the future is rejected.",
        Formats.boolean, into: \.saml.strictInstants)

    static let clockSkew = Field<ServiceConfiguration>(
        "clockSkew",
        "The accepted difference between the clock of an identity provider and that of the service, in SAML responses.",
        Formats.duration, into: \.saml.clockSkew)

    static let allowed = Field<ServiceConfiguration>(
        "allowedSAML", "The deviations from SAML that the service accepts in a response.", relaxations,
        into: \.saml.allowed)

    /// The names of relaxations, without duplicates.
    private static let relaxations = Formats.list(
        Formats.choice(ResponseRequirements.Relaxation.self), of: "relaxations"
    ).checked([
        "uniqueItems": true
    ]) { (names, cursor) throws(SourceError) in
        guard Set(names).count == names.count else {
            throw SourceError(.wrongValue, at: cursor.path, "duplicate relaxation")
        }
    }

    private static let xmlIdentifier = Formats.text.checked(["pattern": "^[A-Za-z_][A-Za-z0-9_.-]*$"]) {
        (text, cursor) throws(SourceError) in
        guard SAMLServiceSettings.isXMLIdentifier(text) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid XML ID '\(text)': expected a letter or '_', then letters, digits, '_', '.' and '-'")
        }
    }
}
