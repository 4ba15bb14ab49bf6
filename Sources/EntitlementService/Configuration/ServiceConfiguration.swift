import EntitlementAPI
package import Foundation
import XMLSecurity

/// What the service knows of its requestors: the state that a dashboard would edit.
package struct ServiceConfiguration: Codable, Sendable, Hashable {
    /// One service provider, and the MVPDs that it integrates.
    package struct Requestor: Codable, Sendable, Hashable {
        /// The identifier, such as `REF30`.
        package var id: String
        /// The name for people.
        package var name: String
        /// The integrations, in the order in which pickers show them.
        package var integrations: [Integration]

        /// The certificate for whose key user metadata is encrypted, PEM; `nil`: none was uploaded.
        package var certificate: String?
        /// The keys of user metadata that are encrypted; `nil`: those that the documentation demands it for, which are
        /// left out without a certificate.
        package var encryptedMetadata: [String]?
        /// The certificate of the identity service whose service tokens are believed, PEM; `nil`: none are.
        package var serviceTokenCertificate: String?
        /// Whether the SDK's `preauthorize` tells why a resource may not be watched; REST API V2 always does.
        package var enhancedErrors = true
        /// The domains that it uses; none: any.
        package var domains: [String] = []

        /// Creates a requestor.
        package init(id: String, name: String, integrations: [Integration]) {
            self.id = id
            self.name = name
            self.integrations = integrations
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            integrations = try container.decode([Integration].self, forKey: .integrations)
            // Configurations kept by earlier versions have none of these.
            certificate = try container.decodeIfPresent(String.self, forKey: .certificate)
            encryptedMetadata = try container.decodeIfPresent([String].self, forKey: .encryptedMetadata)
            serviceTokenCertificate = try container.decodeIfPresent(String.self, forKey: .serviceTokenCertificate)
            enhancedErrors = try container.decodeIfPresent(Bool.self, forKey: .enhancedErrors) ?? true
            domains = try container.decodeIfPresent([String].self, forKey: .domains) ?? []
        }

        /// Returns the integration with an MVPD, enabled or not.
        package func integration(_ mvpd: String) -> Integration? {
            integrations.first { $0.mvpd.isExactly(mvpd) }
        }
    }

    /// The service's SAML entity: the issuer of its requests, and the audience of the answers.
    package var entityID = "https://saml.sp.auth.adobe.com"
    /// Where SAML responses are addressed to.
    package var assertionConsumer = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    /// Where answers to the service's logout requests are addressed to.
    package var logoutResponseService = Self.documentedLogoutResponseService
    /// The limit of requests in a time; `nil`: there is none.
    package var throttle: Throttle?
    /// The `ID` of every SAML request for the partner, so that responses written beforehand answer it; `nil`: each has
    /// one of its own.
    package var partnerRequestID: String?
    /// How long an access token holds.
    package var accessTokenTTL: TimeInterval = 21_600
    /// The service providers.
    package var requestors: [Requestor]

    private static let documentedLogoutResponseService =
        "https://sp.auth.adobe.com/sp/saml/LogoutServiceHTTPRedirectResponse"

    /// Creates a configuration.
    package init(requestors: [Requestor]) {
        self.requestors = requestors
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entityID = try container.decode(String.self, forKey: .entityID)
        assertionConsumer = try container.decode(String.self, forKey: .assertionConsumer)
        accessTokenTTL = try container.decode(TimeInterval.self, forKey: .accessTokenTTL)
        logoutResponseService =
            try container.decodeIfPresent(String.self, forKey: .logoutResponseService)
            ?? Self.documentedLogoutResponseService
        throttle = try container.decodeIfPresent(Throttle.self, forKey: .throttle)
        partnerRequestID = try container.decodeIfPresent(String.self, forKey: .partnerRequestID)
        requestors = try container.decode([Requestor].self, forKey: .requestors)
    }

    /// Whether a text can be the ID of an XML element, without the letters beyond ASCII.
    package static func isXMLIdentifier(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\-]*/) != nil
    }

    /// Returns the requestor of an identifier.
    package func requestor(_ id: String) -> Requestor? {
        requestors.first { $0.id.isExactly(id) }
    }

    /// Whether any requestor integrates an MVPD.
    package func knows(mvpd: String) -> Bool {
        requestors.contains { $0.integration(mvpd) != nil }
    }

    /// The world when nothing else is said: one service provider, and an MVPD of each kind.
    package static let `default` = ServiceConfiguration(requestors: [
        Requestor(
            id: "REF30", name: "Reference service provider",
            integrations: [
                Integration(
                    mvpd: "Cablevision", displayName: "Cablevision", platformMappingID: "Cablevision",
                    boardingStatus: .supported),
                Integration(mvpd: "Dish", displayName: "Dish", platformMappingID: "Dish", boardingStatus: .supported),
                Integration(
                    mvpd: "Suddenlink", displayName: "Suddenlink", platformMappingID: "Suddenlink",
                    boardingStatus: .picker),
                Integration(mvpd: "Mediacom", displayName: "Mediacom"),
            ])
    ])
}
