import Foundation
package import SAML
import XMLSecurity

/// One MVPD: who it is, whom it knows, and whether it answers truthfully.
package struct ProviderRecord: Codable, Sendable, Hashable {
    /// The account provider identifier.
    package var identifier: String
    /// The name that people see.
    package var displayName: String
    /// Which of the simulation's keys it signs with.
    package var keyNumber: Int
    /// Its subscribers, in order.
    package var subscribers: [Subscriber]
    /// How its answers are wrong.
    package var defect: ResponseDefect
    /// How it answers.
    package var schemes: [AnswerScheme]
    /// What it answers where it is not asked by SAML and the subscriber has no answer of their own.
    package var apiResponse: APIResponse?
    /// What it answers to every attribute query, word for word; `nil`: a response of its own.
    package var samlResponse: String?
    /// The subscriber at whose home the browsers are: the provider knows them by the network and asks nobody; `nil`: it
    /// knows nobody by their network.
    package var homeNetwork: String?
    /// The service providers whose requests it answers besides the entitlement service's.
    package var serviceProviders: [ServiceProviderRecord] = []

    /// Creates a provider.
    package init(
        identifier: String, displayName: String, keyNumber: Int, subscribers: [Subscriber],
        defect: ResponseDefect = .none, schemes: [AnswerScheme] = [.saml], apiResponse: APIResponse? = nil
    ) {
        self.identifier = identifier
        self.displayName = displayName
        self.keyNumber = keyNumber
        self.subscribers = subscribers
        self.defect = defect
        self.schemes = schemes
        self.apiResponse = apiResponse
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        displayName = try container.decode(String.self, forKey: .displayName)
        keyNumber = try container.decode(Int.self, forKey: .keyNumber)
        subscribers = try container.decode([Subscriber].self, forKey: .subscribers)
        defect = try container.decode(ResponseDefect.self, forKey: .defect)
        // Providers kept before there was a second scheme speak SAML.
        schemes = try container.decodeIfPresent([AnswerScheme].self, forKey: .schemes) ?? [.saml]
        apiResponse = try container.decodeIfPresent(APIResponse.self, forKey: .apiResponse)
        samlResponse = try container.decodeIfPresent(String.self, forKey: .samlResponse)
        homeNetwork = try container.decodeIfPresent(String.self, forKey: .homeNetwork)
        serviceProviders =
            try container.decodeIfPresent([ServiceProviderRecord].self, forKey: .serviceProviders) ?? []
    }

    /// The provider's SAML entity identifier.
    package var entityID: String { Self.entityPrefix + identifier }

    /// What every provider of the simulation is called by, before its identifier.
    private static let entityPrefix = "https://idp.tvsim.example/"

    /// Returns the identifier of the provider of the simulation with an entity ID; `nil` for anybody else's.
    package static func identifier(ofEntity entityID: String) -> String? {
        entityID.hasPrefix(entityPrefix) ? String(entityID.dropFirst(entityPrefix.count)) : nil
    }

    /// Where browsers bring requests that a person be authenticated.
    package var singleSignOnService: String { site + "sso" }

    /// Where browsers bring requests that a person's session end.
    package var singleLogoutService: String { site + "slo" }

    /// Where the provider's pages are.
    var site: String {
        let name = identifier.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? identifier
        return "https://idp.tvsim.example/mvpd/\(name)/"
    }

    /// The certificate with which its signatures are checked, PEM.
    package var certificate: String { SigningKeys.certificate(number: keyNumber) }

    /// Returns a subscriber by name.
    package func subscriber(_ name: String) -> Subscriber? {
        subscribers.first { $0.name.isExactly(name) }
    }
}
