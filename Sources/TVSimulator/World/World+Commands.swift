import EntitlementAPI
import EntitlementService
import IdentityProvider
import SimulatedDevice
import SimulationCore
import StateStorage

extension World {
    /// Carries out a command: the one way in which a world is changed from outside.
    ///
    /// - Throws: `CommandError` when the command names what is not there or asks for what cannot be; nothing is changed
    ///   then.
    package func perform(_ command: SimulatorCommand) throws {
        if try command.perform(on: device, knowing: { try describedProviders() }) { return }
        if case .reset = command { return try reset() }
        try simulation.store.write { state in
            switch command {
            case .setIntegration(let requestor, let mvpd, let patch):
                try Self.setIntegration(requestor, mvpd, patch, in: state)
            case .setProvider(let id, let patch):
                try Self.setProvider(id, patch, in: state)
            default:
                break
            }
        }
    }

    /// Returns the providers as a profile would describe them at this moment.
    package func describedProviders() throws -> [Profile.Provider] {
        let known = try device.providers()
        return try providers.records().map { record in
            Profile.Provider(record, known: known.first { $0.identifier == record.identifier })
        }
    }

    private static func setIntegration(
        _ requestorID: String, _ mvpd: String, _ patch: Patch<Profile.Integration>, in state: any StateWriting
    ) throws {
        var configuration = try EntitlementService.configuration(in: state)
        let records = try IdentityProviderDirectory.records(in: state)
        let known = try Device.providers(in: state)
        guard let requestor = configuration.requestors.firstIndex(where: { $0.id == requestorID }) else {
            throw CommandError(
                .notFound, "there is no requestor '\(requestorID)'",
                suggestion: Suggestion.closest(to: requestorID, among: configuration.requestors.map(\.id)))
        }
        let integrations = configuration.requestors[requestor].integrations
        guard let index = integrations.firstIndex(where: { $0.mvpd == mvpd }) else {
            throw CommandError(
                .notFound, "'\(requestorID)' has no integration '\(mvpd)'",
                suggestion: Suggestion.closest(to: mvpd, among: integrations.map(\.mvpd)))
        }
        var described = Profile.Integration(integrations[index])
        try patch.apply(to: &described)
        if let provider = described.provider, !records.contains(where: { $0.identifier == provider }) {
            throw CommandError(
                .notFound, "there is no provider '\(provider)'",
                suggestion: Suggestion.closest(to: provider, among: records.map(\.identifier)))
        }
        let providers = records.map { record in
            Profile.Provider(record, known: known.first { $0.identifier == record.identifier })
        }
        configuration.requestors[requestor].integrations[index] = Integration(
            described, among: providers, records: records)
        try EntitlementService.setConfiguration(configuration, in: state)
    }

    private static func setProvider(
        _ id: String, _ patch: Patch<Profile.Provider>, in state: any StateWriting
    ) throws {
        var records = try IdentityProviderDirectory.records(in: state)
        var known = try Device.providers(in: state)
        guard let index = records.firstIndex(where: { $0.identifier == id }) else {
            throw CommandError(
                .notFound, "there is no provider '\(id)'",
                suggestion: Suggestion.closest(to: id, among: records.map(\.identifier)))
        }
        var described = Profile.Provider(records[index], known: known.first { $0.identifier == id })
        let statusBefore = described.boarding.status
        try patch.apply(to: &described)
        records[index] = ProviderRecord(described, number: records[index].keyNumber)
        try IdentityProviderDirectory.setRecords(records, in: state)
        switch (known.firstIndex { $0.identifier == id }, described.known) {
        case (let place?, let now?): known[place] = now
        case (let place?, nil): known.remove(at: place)
        case (nil, let now?): known.append(now)
        case (nil, nil): break
        }
        try Device.setProviders(known, in: state)

        // The service asks the provider who may watch what, and follows its boarding.
        var configuration = try EntitlementService.configuration(in: state)
        for requestor in configuration.requestors.indices {
            for place in configuration.requestors[requestor].integrations.indices
            where configuration.requestors[requestor].integrations[place].trusts(records[index]) {
                configuration.requestors[requestor].integrations[place].trust(records[index])
                configuration.requestors[requestor].integrations[place].platformMappingId = described.known?.identifier
                // A status that a profile fixed otherwise stays.
                if configuration.requestors[requestor].integrations[place].boardingStatus == statusBefore {
                    configuration.requestors[requestor].integrations[place].boardingStatus = described.boarding.status
                }
            }
        }
        try EntitlementService.setConfiguration(configuration, in: state)
    }
}

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
        provider =
            integration.platformMappingId
            ?? integration.identityProvider.flatMap { ProviderRecord.identifier(ofEntity: $0.entityID) }
        displayName = integration.displayName
        enabled = integration.enabled
        singleSignOn = integration.singleSignOn
        boardingStatus = .fixed(integration.boardingStatus)
        authenticationTTL = integration.authenticationTTL
        authorizationTTL = integration.authorizationTTL
        mediaTokenTTL = integration.mediaTokenTTL
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
