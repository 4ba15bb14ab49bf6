import EntitlementAPI
import EntitlementService
import IdentityProvider
import SimulatedDevice

extension Profile.Provider {
    /// The provider as a profile would describe it.
    init(_ record: ProviderRecord, known: KnownProvider?) {
        self.init(id: record.identifier)
        displayName = record.displayName
        boarding = Profile.ProviderBoarding(known?.boarding)
        defect = record.defect
        schemes = record.schemes.map { scheme in
            switch scheme {
            case .saml: .saml
            case .api: .api
            }
        }
        apiResponse = record.apiResponse
        samlResponse = record.samlResponse
        homeNetwork = record.homeNetwork
        serviceProviders = record.serviceProviders
        subscribers = record.subscribers.map { subscriber in
            var described = Profile.Subscriber(name: subscriber.name)
            described.password = subscriber.password
            described.entitlements = subscriber.entitlements
            described.apiResponse = subscriber.apiResponse
            described.attributes = subscriber.attributes.map { attribute in
                Profile.Attribute(name: attribute.name, value: JSONValue(attribute.value))
            }
            return described
        }
    }
}

extension JSONValue {
    fileprivate init(_ value: SubscriberAttribute.Value) {
        switch value {
        case .text(let text): self = .string(text)
        case .list(let items): self = .array(items.map(JSONValue.string))
        case .map(let members): self = .object(members.mapValues(JSONValue.string))
        }
    }
}

extension Profile.Integration {
    /// The integration as a profile would describe it.
    init(_ integration: Integration) {
        self.init(mvpd: integration.mvpd)
        provider = integration.simulatedProvider
        displayName = integration.displayName
        enabled = integration.enabled
        singleSignOn = integration.singleSignOn
        boardingStatus = .fixed(integration.boardingStatus)
        authenticationTTL = integration.authenticationTTL
        authorizationTTL = integration.authorizationTTL
        mediaTokenTTL = integration.mediaTokenTTL
        authorizationResourceLimit = integration.authorizationResourceLimit
        preauthorizationResourceLimit = integration.preauthorizationResourceLimit
        degradation = integration.degradation
        degradationMessage = integration.degradationMessage
        dummyAuthorization = integration.dummyAuthorization
        enforcePlatformPermissions = integration.enforcePlatformPermissions
        authenticationPerRequestor = integration.authenticationPerRequestor
        passiveAuthentication = integration.passiveAuthentication
        homeBasedAuthenticationTTL = integration.homeBasedAuthenticationTTL
        homeBasedAuthorization = integration.homeBasedAuthorization
        identityProvider = integration.identityProvider.flatMap { $0.isElsewhere ? $0 : nil }
        safariViewController = integration.safariViewController
        logoutEndpoint = integration.logoutEndpoint
        tempPass = integration.tempPass
    }
}
