package import EntitlementAPI
import IdentityProvider
import SAML
import SimulatedDevice

/// `provider list` and `provider show`.
package struct ProviderListing: Codable, Sendable, Hashable {
    /// One provider.
    package struct Provider: Codable, Sendable, Hashable {
        /// The key.
        package var id: String
        /// The name that people see.
        package var displayName: String
        /// `supported`, `pickerOnly` or `none`.
        package var boarding: String
        /// Who can sign in; only when one provider is shown.
        package var subscribers: [Subscriber]?
        /// What is wrong with the answers; only when one provider is shown.
        package var defect: String?
        /// `saml` or `api`, in the order in which the provider prefers them; only when one provider is shown.
        package var schemes: [String]?
        /// What is answered where the question is not SAML; only when one provider is shown, and has one.
        package var apiResponse: APIAnswer?
        /// What is answered to every attribute query; only when one provider is shown, and has one.
        package var samlResponse: String?
        /// The subscriber at whose home the browsers are; only when one provider is shown, and has one.
        package var homeNetwork: String?
        /// The entity ids of the service providers that it knows besides the service; only when there are some.
        package var serviceProviders: [String]?
        /// The same with all that it knows of them.
        package var knownServiceProviders: [ServiceProvider]?
    }

    /// One subscriber.
    package struct Subscriber: Codable, Sendable, Hashable {
        /// The key, which is also the name to sign in with.
        package var name: String
        /// The password to sign in with.
        package var password: String
        /// The resources that the person may watch.
        package var entitlements: [String]
        /// What the provider says of the person.
        package var attributes: [String: JSONValue]
        /// What is answered about the person where the question is not SAML; absent: what is answered about everybody.
        package var apiResponse: APIAnswer?
    }

    /// One service provider, as a profile describes it.
    package struct ServiceProvider: Codable, Sendable, Hashable {
        /// Its entity id.
        package var entityID: String
        /// Where its answers may go.
        package var assertionConsumerServices: [String]
        /// Where answers to its logout requests go; absent: it sends none.
        package var singleLogoutService: String?
        /// The certificate of its signatures, PEM; absent: it signs nothing.
        package var certificate: String?
        /// What its apps' verification tokens are.
        package var verificationToken: String

        init(_ record: ServiceProviderRecord) {
            entityID = record.entityID
            assertionConsumerServices = record.assertionConsumerServices
            singleLogoutService = record.singleLogoutService
            certificate = record.certificate
            verificationToken = record.verificationToken.rawValue
        }
    }

    /// What a provider answers in its own way.
    package struct APIAnswer: Codable, Sendable, Hashable {
        /// The provider's own status.
        package var status: String?
        /// The provider's own string.
        package var body: String?
    }

    /// The providers, in the picker's order.
    package var providers: [Provider]
}

extension ProviderListing.APIAnswer {
    /// Shows a provider's response; `nil` where it has none.
    init?(_ response: APIResponse?) {
        guard let response else { return nil }
        self.init(status: response.status, body: response.body)
    }
}

extension ProviderListing.Provider {
    /// Shows a provider with those who can sign in.
    init(_ provider: Profile.Provider) {
        let services = provider.serviceProviders
        self.init(
            id: provider.id, displayName: provider.displayName, boarding: provider.boarding.rawValue,
            subscribers: provider.subscribers.map {
                .init(
                    name: $0.name, password: $0.password, entitlements: $0.entitlements,
                    attributes: Dictionary($0.attributes.map { ($0.name, $0.value) }) { $1 },
                    apiResponse: .init($0.apiResponse))
            },
            defect: provider.defect.rawValue, schemes: provider.schemes.map(\.rawValue),
            apiResponse: .init(provider.apiResponse), samlResponse: provider.samlResponse,
            homeNetwork: provider.homeNetwork,
            serviceProviders: services.isEmpty ? nil : services.map(\.entityID),
            knownServiceProviders: services.isEmpty ? nil : services.map { ProviderListing.ServiceProvider($0) })
    }
}
