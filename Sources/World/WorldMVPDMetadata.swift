import TVSimCore
import TVSimDevice
package import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity
package import VideoSubscriberAccount

/// The contracts of the simulated TV providers with the entitlement service.
///
/// The service asks for them with each request. They are computed again when a provider has changed.
struct WorldMVPDMetadata: MVPDMetadataSource {
    /// The providers of the last request, with their contracts.
    ///
    /// Equal arrays mostly share memory, so that comparing them takes no time.
    private let last = Locked<(providers: [Provider], contracts: [ProviderID: MVPDMetadata])?>(nil)

    func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) throws {
        let providers = try IdentityProviderDirectory.providers(in: state)
        guard !providers.isEmpty else { return }
        let contracts = self.contracts(with: providers)
        for requestor in configuration.requestors.indices {
            for place in configuration.requestors[requestor].integrations.indices {
                let provider = configuration.requestors[requestor].integrations[place].provider
                configuration.requestors[requestor].integrations[place].contract =
                    provider.flatMap { contracts[$0] } ?? MVPDMetadata()
            }
        }
    }

    private func contracts(with providers: [Provider]) -> [ProviderID: MVPDMetadata] {
        if let last = last.withLockedValue({ $0 }), last.providers == providers { return last.contracts }
        let contracts = Dictionary(providers.map { (ProviderID($0.identifier), MVPDMetadata(with: $0)) }) { first, _ in
            first
        }
        last.withLockedValue { $0 = (providers, contracts) }
        return contracts
    }
}

extension DeviceStatus {
    /// Creates the status that the device's framework would give an app.
    init(_ outlook: AccountOutlook) {
        self.init(
            access: .init(outlook.access), provider: ProviderID(outlook.provider),
            expires: outlook.neverExpires ? PartnerFrameworkStatus.never : outlook.expires)
    }
}

extension PartnerFrameworkStatus.AccessStatus {
    /// Creates the word of the wire for a status of Apple's framework.
    package init(_ status: VSAccountAccessStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}

extension MVPDMetadata {
    /// Creates the contract with a simulated provider.
    init(with provider: Provider) {
        self.init()
        platformMappingID = provider.boarding == .none ? nil : ProviderID(provider.identifier)
        boardingStatus = provider.boarding.status
        identityProvider = TrustedIdentityProvider(
            entityID: provider.entityID, certificates: [provider.certificate],
            singleSignOnService: provider.singleSignOnService, singleLogoutService: provider.singleLogoutService)
        signsInWithOAuth2 = provider.signInProtocol == .oauth2
        authorizationServer = provider.speaksOAuth2 ? OAuth2Trust(in: provider) : nil
        members = ProviderMembers(provider: provider)
    }
}

extension OAuth2Trust {
    /// Creates the authorization server of a simulated provider.
    fileprivate init(in provider: Provider) {
        let settings = provider.authorizationServer
        self.init(
            authorizationEndpoint: provider.authorizationEndpoint, tokenEndpoint: provider.tokenEndpoint,
            clientID: settings.clientID)
        userInfoEndpoint = settings.userInfo == .endpoint ? provider.userInfoEndpoint : nil
        logoutEndpoint = settings.logout ? provider.logoutEndpoint : nil
        clientSecret = settings.clientSecret
        usesProofKey = settings.pkce != .none
        issuer = settings.namesIssuer ? provider.issuer : nil
    }
}

extension Boarding {
    /// The MVPD's boarding status by default; `nil` if the platform does not list the provider.
    fileprivate var status: ConfiguredMVPD.BoardingStatus? {
        switch self {
        case .supported: .supported
        case .pickerOnly: .picker
        case .none: nil
        }
    }
}

/// The subscribers of a provider, found by their user identifiers.
private struct ProviderMembers: MVPDMembers {
    let provider: Provider

    func member(_ userID: UserID) -> MVPDMember? {
        subscriber(userID).map { subscriber in
            var member = MVPDMember(resources: subscriber.entitlements)
            member.name = subscriber.name
            member.preauthorized = subscriber.preauthorized
            member.maxRatings = subscriber.maxRating
            member.denialText = provider.denialText
            for denial in subscriber.denials {
                member.denials[denial.resource] = MVPDMember.Denial(
                    isByParentalControls: denial.reason == .parentalControls, text: denial.text)
            }
            for attribute in subscriber.authorizationAttributes {
                member.authorizationAttributes[attribute.name] = attribute.value.texts
            }
            return member
        }
    }

    var attributeNames: [String] {
        var names = Set(MemberTable.usualAttributes)
        return MemberTable.usualAttributes
            + provider.subscribers.flatMap(\.attributes).map(\.name).filter { names.insert($0).inserted }
    }

    private func subscriber(_ userID: UserID) -> Subscriber? {
        provider.subscribers.first { $0.userID == userID }
    }
}

extension World {
    /// Returns the providers and MVPDs that a command can name now.
    package func parties() throws -> PartyCheck {
        try simulation.store.read { state in
            let mvpds = try EntitlementService.storedConfiguration(in: state).requestors
                .flatMap { $0.integrations.map(\.name) }
            return PartyCheck(
                providers: try IdentityProviderDirectory.providers(in: state), mvpds: Set(mvpds).sorted())
        }
    }
}
