import EntitlementService
import IdentityProvider
import SimulatedDevice
import StateStorage

extension World {
    /// Changes an integration, as a profile describes it; the service uses it from its next request on.
    ///
    /// - Throws: ``CommandError`` when there is no such integration, or when it is to be one with an unknown provider.
    static func changeIntegration(
        _ requestorID: String, _ mvpd: String, in state: any StateWriting,
        _ change: (inout Profile.Integration) throws -> Void
    ) throws {
        var configuration = try EntitlementService.configuration(in: state)
        let (requestor, index) = try IntegrationCheck(configuration: configuration).place(of: mvpd, for: requestorID)
        let providers = try describedProviders(in: state)
        let before = configuration.requestors[requestor].integrations[index]
        var described = Profile.Integration(before)
        if before.follows(providers.first { $0.id == described.provider }?.boarding) {
            described.boardingStatus = .followsProvider
        }
        try change(&described)
        if let provider = described.provider { _ = try PartyCheck(providers: providers).provider(provider) }
        configuration.requestors[requestor].integrations[index] = Integration(
            described, among: providers, records: try IdentityProviderDirectory.records(in: state))
        try EntitlementService.setConfiguration(configuration, in: state)
    }

    /// Changes a provider, as a profile describes it: what it answers, how the system lists it, and what the service
    /// knows of it.
    ///
    /// - Throws: ``CommandError`` when there is no such provider, when nobody is known by the name whose home it serves, or
    ///   when two subscribers would have one user identifier.
    static func changeProvider(
        _ id: String, in state: any StateWriting, _ change: (inout Profile.Provider) throws -> Void
    ) throws {
        let providers = try describedProviders(in: state)
        var described = try PartyCheck(providers: providers).provider(id)
        var records = try IdentityProviderDirectory.records(in: state)
        guard let index = records.firstIndex(where: { $0.identifier == id }) else { return }
        let boardingBefore = described.boarding
        do {
            try change(&described)
        } catch let error as ProfileError {
            // The change is well formed, and does not fit who is there.
            throw CommandError(.invalid, error.placedReason)
        }
        if let name = described.homeNetwork {
            try PartyCheck(providers: providers).check(subscriber: name, of: described)
        }
        records[index] = ProviderRecord(described, number: records[index].keyNumber)
        try IdentityProviderDirectory.setRecords(records, in: state)
        try list(described, among: records.map(\.identifier), in: state)

        // The service asks the provider who may watch what, and follows its boarding.
        var configuration = try EntitlementService.configuration(in: state)
        for requestor in configuration.requestors.indices {
            for place in configuration.requestors[requestor].integrations.indices
            where configuration.requestors[requestor].integrations[place].trusts(records[index]) {
                configuration.requestors[requestor].integrations[place].trust(records[index])
                configuration.requestors[requestor].integrations[place].platformMappingID = described.known?.identifier
                // A status that somebody chose stays.
                if configuration.requestors[requestor].integrations[place].follows(boardingBefore) {
                    configuration.requestors[requestor].integrations[place].boardingStatus = described.boarding.status
                }
            }
        }
        try EntitlementService.setConfiguration(configuration, in: state)
    }

    /// Lets the system list a provider as it is now described, in the order in which all are, or no longer.
    private static func list(
        _ described: Profile.Provider, among order: [String], in state: any StateWriting
    ) throws {
        var known = try Device.providers(in: state)
        switch (known.firstIndex { $0.identifier == described.id }, described.known) {
        case (let place?, let now?): known[place] = now
        case (let place?, nil): known.remove(at: place)
        case (nil, let now?):
            let later = Set(order.drop { $0 != described.id })
            known.insert(now, at: known.firstIndex { later.contains($0.identifier) } ?? known.endIndex)
        case (nil, nil): break
        }
        try Device.setProviders(known, in: state)
    }
}
