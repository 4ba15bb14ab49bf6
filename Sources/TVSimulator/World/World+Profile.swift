import EntitlementAPI
import EntitlementService
import IdentityProvider
import SimulatedDevice
import SimulationCore
import StateStorage

extension World {
    /// The document that every installed world has.
    static let installedDocument = "providers"

    /// Makes the world what a profile describes; whatever was there before goes.
    package func install(_ profile: Profile) throws {
        try simulation.store.write { try $0.removeAll(includingLog: true) }
        try DeviceInstallation.install(profile, into: simulation.store)
        try installParties(of: profile)
    }

    private func installParties(of profile: Profile) throws {
        let records = profile.providers.enumerated().map { ProviderRecord($0.element, number: $0.offset) }
        try simulation.store.write { state in
            try IdentityProviderDirectory.setRecords(records, in: state)
            try EntitlementService.setConfiguration(ServiceConfiguration(profile, providers: records), in: state)
        }
    }
}

extension ProviderRecord {
    /// The provider that a profile describes.
    init(_ provider: Profile.Provider, number: Int) {
        self.init(
            identifier: provider.id, displayName: provider.displayName, keyNumber: number,
            subscribers: provider.subscribers.map(Subscriber.init), defect: provider.defect,
            schemes: provider.schemes.map(AnswerScheme.init), apiResponse: provider.apiResponse)
        samlResponse = provider.samlResponse
        homeNetwork = provider.homeNetwork
        serviceProviders = provider.serviceProviders
    }
}

extension Subscriber {
    /// The person whom a profile describes.
    init(_ subscriber: Profile.Subscriber) {
        self.init(
            name: subscriber.name, password: subscriber.password,
            attributes: subscriber.attributes.map { SubscriberAttribute(name: $0.name, value: .init($0.value)) },
            entitlements: subscriber.entitlements, apiResponse: subscriber.apiResponse)
    }
}

extension AnswerScheme {
    /// The scheme by which the device knows the provider.
    init(_ scheme: KnownProvider.Scheme) {
        switch scheme {
        case .saml: self = .saml
        case .api: self = .api
        }
    }
}

extension SubscriberAttribute.Value {
    /// The value that a profile writes: a text, a list of texts, or a mapping of texts.
    init(_ value: JSONValue) {
        switch value {
        case .array(let items): self = .list(items.map(\.plainText))
        case .object(let members): self = .map(members.mapValues(\.plainText))
        default: self = .text(value.plainText)
        }
    }
}

extension JSONValue {
    /// A single value as text; what is no text is written as JSON.
    fileprivate var plainText: String {
        if case .string(let text) = self { text } else { (try? JSONText.line(self)) ?? "" }
    }
}

extension ServiceConfiguration {
    /// The service that a profile describes, trusting the profile's providers.
    init(_ profile: Profile, providers: [ProviderRecord]) {
        self.init(
            requestors: profile.service.requestors.map { described in
                var requestor = Requestor(
                    id: described.id, name: described.id,
                    integrations: described.integrations.map {
                        Integration($0, among: profile.providers, records: providers)
                    })
                requestor.certificate = described.certificate
                requestor.encryptedMetadata = described.encryptedMetadata
                requestor.serviceTokenCertificate = described.serviceTokenCertificate
                requestor.enhancedErrors = described.enhancedErrors
                requestor.domains = described.domains
                return requestor
            })
        throttle = profile.service.throttling
        partnerRequestID = profile.service.partnerRequestID
        accessTokenTTL = profile.service.accessTokenTTL
    }
}

extension Subscriber {
    /// The highest ratings that the person may watch, by system of ratings: the attribute `maxRating`.
    fileprivate var maxRating: [String: String] {
        for attribute in attributes where attribute.name == "maxRating" {
            if case .map(let limits) = attribute.value { return limits }
        }
        return [:]
    }
}

extension Integration {
    /// The integration that a profile describes, with the trust and the answers of its provider.
    init(_ described: Profile.Integration, among providers: [Profile.Provider], records: [ProviderRecord]) {
        self.init(mvpd: described.mvpd, displayName: described.displayName)
        // A provider that the platform does not know has no identifier there.
        platformMappingID = described.provider.flatMap { id in
            providers.first { $0.id == id }.map { $0.known?.identifier } ?? id
        }
        enabled = described.enabled
        singleSignOn = described.singleSignOn
        boardingStatus = described.boardingStatus(among: providers)
        isBoardingStatusChosen = described.boardingStatus != .followsProvider
        authenticationTTL = described.authenticationTTL
        authorizationTTL = described.authorizationTTL
        mediaTokenTTL = described.mediaTokenTTL
        authorizationResourceLimit = described.authorizationResourceLimit
        preauthorizationResourceLimit = described.preauthorizationResourceLimit
        degradation = described.degradation
        degradationMessage = described.degradationMessage
        dummyAuthorization = described.dummyAuthorization
        enforcePlatformPermissions = described.enforcePlatformPermissions
        authenticationPerRequestor = described.authenticationPerRequestor
        passiveAuthentication = described.passiveAuthentication
        homeBasedAuthenticationTTL = described.homeBasedAuthenticationTTL
        homeBasedAuthorization = described.homeBasedAuthorization
        safariViewController = described.safariViewController
        logoutEndpoint = described.logoutEndpoint
        tempPass = described.tempPass
        provider = described.provider
        if let record = records.first(where: { $0.identifier == described.provider }) { trust(record) }
        if let elsewhere = described.identityProvider { identityProvider = elsewhere }
    }

    /// Whether the boarding status is what its provider's boarding implies, and stays so when that changes.
    func follows(_ boarding: Profile.ProviderBoarding?) -> Bool {
        // Configurations kept by earlier versions do not say whether somebody chose it.
        isBoardingStatusChosen.map { !$0 } ?? (boardingStatus == boarding?.status)
    }

    /// Whether a provider of the simulation signs people in for the MVPD.
    func trusts(_ record: ProviderRecord) -> Bool {
        simulatedProvider == record.identifier
    }

    /// The provider of the simulation that stands behind the MVPD; `nil`: none does.
    var simulatedProvider: String? {
        // Configurations kept by earlier versions do not name it.
        provider ?? platformMappingID ?? identityProvider.flatMap { ProviderRecord.identifier(ofEntity: $0.entityID) }
    }

    /// Believes a provider's signatures, and knows what it would answer when asked who may watch what.
    mutating func trust(_ record: ProviderRecord) {
        // Who signs people in may be outside of the simulation; who may watch what is asked of its provider all the same.
        if identityProvider?.isElsewhere != true {
            identityProvider = TrustedIdentityProvider(
                entityID: record.entityID, certificates: [record.certificate],
                singleSignOnService: record.singleSignOnService, singleLogoutService: record.singleLogoutService)
        }
        // What the service never asks for, the provider never says.
        var names = Set(Self.usualAttributes)
        requestedAttributes =
            Self.usualAttributes
            + record.subscribers.flatMap(\.attributes).map(\.name).filter { names.insert($0).inserted }
        // No profile has two people of one identifier; a state of an earlier version may.
        authorizations = Dictionary(
            record.subscribers.map { ($0.userID, $0.entitlements) }, uniquingKeysWith: { first, _ in first })
        maxRatings = Dictionary(
            record.subscribers.map { ($0.userID, $0.maxRating) }, uniquingKeysWith: { first, _ in first })
    }
}
