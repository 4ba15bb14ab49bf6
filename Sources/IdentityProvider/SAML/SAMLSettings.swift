package import Foundation
import TVSimCore
package import TVSimSAML
import TVSimStructuredText

/// How a provider answers with SAML.
package struct SAMLSettings: Sendable, Hashable {
    /// The defect of its responses.
    package var defect = ResponseDefect.none
    /// The signed elements of its responses; a response without an assertion is always signed.
    package var signed = SignedElements.assertion
    /// Its fixed answer to every attribute query; `nil` if it creates a response.
    package var samlResponse: String?
    /// Whether it refuses requests that break a rule which shipped identity providers enforce (``RequestRules``).
    package var strictRequests = true
    /// How far its clock and that of a requester may differ, in seconds; for strict requests only.
    package var requestTolerance: TimeInterval = 300
    /// The service providers other than the entitlement service whose requests it answers.
    package var serviceProviders: [KnownServiceProvider] = []

    /// Creates the settings of a provider that answers correctly, to the entitlement service only.
    package init() {}

    /// Whether the provider is configured to send no response.
    var sendsNoResponse: Bool { defect == .noResponse }
}

/// The keys of a provider that are about SAML.
enum SAMLFields {
    static let defect = Field<Provider>(
        "defect", "The defect of the provider's SAML responses.", Formats.choice(ResponseDefect.self),
        into: \.saml.defect)

    static let signedElements = Field<Provider>(
        "signedElements", "The signed elements of the provider's SAML responses.",
        Formats.choice(SignedElements.self), unless: .assertion, into: \.saml.signed)

    static let samlResponse = Field<Provider>(
        "samlResponse",
        "The fixed answer to every attribute query; null if the provider creates its responses.",
        Formats.text.orNull, into: \.saml.samlResponse)

    static let strictRequests = Field<Provider>(
        "strictRequests",
        "Whether the provider refuses SAML requests as shipped identity providers do: by the schema, by their IDs and by "
            + "their times.", Formats.boolean, into: \.saml.strictRequests)

    static let requestTolerance = Field<Provider>(
        "requestTolerance",
        "How far the time of a SAML request may be from the provider's clock, if strictRequests is true.",
        Formats.duration, into: \.saml.requestTolerance)

    static let serviceProviders = Field<Provider>(
        "serviceProviders",
        "The SAML service providers, by entity id, that the provider knows besides the service.",
        KnownServiceProvider.map, into: \.saml.serviceProviders)
}

extension Provider {
    /// The provider's SAML entity identifier.
    package var entityID: EntityID { EntityID(Self.entityPrefix + identifier) }

    /// The common prefix of the entity identifiers of simulated providers.
    private static let entityPrefix = "https://idp.tvsim.example/"

    /// The address of authentication requests.
    package var singleSignOnService: String { site + "sso" }

    /// The bindings of authentication requests; a form cannot be led to pages on another host.
    var singleSignOnBindings: [EntityMetadata.Binding] {
        signInPage?.host == .other ? [.redirect] : [.redirect, .post]
    }

    /// The address of logout requests.
    package var singleLogoutService: String { site + "slo" }

    /// The certificate that verifies its signatures, in PEM.
    package var certificate: String { SigningKeys.certificate(number: keyNumber) }
}
