package import EntitlementAPI
import EntitlementService
import SimulatedDevice

extension SelectedDevice {
    // MARK: - Providers

    /// Lists the providers that the picker knows.
    package func providers() throws -> ProviderListing {
        ProviderListing(
            providers: try device.providers().map {
                .init(id: $0.identifier, displayName: $0.displayName, boarding: $0.boarding.rawValue)
            })
    }

    /// Shows every provider of the device's world, with those who can sign in.
    package func describedListing() throws -> ProviderListing {
        ProviderListing(providers: try describedProviders().map { ProviderListing.Provider($0) })
    }

    /// Shows one provider, with those who can sign in.
    package func provider(_ id: String) throws -> ProviderListing.Provider {
        ProviderListing.Provider(try PartyCheck(providers: try describedProviders()).provider(id))
    }

    /// Returns the subscriber who is meant when none is named: the provider's first.
    package func defaultSubscriber(of id: String) throws -> String {
        let provider = try PartyCheck(providers: try describedProviders()).listedProvider(id)
        guard let first = provider.subscribers.first else {
            throw CommandError(.notFound, "\(id) has no subscribers")
        }
        return first.name
    }

    // MARK: - Integrations

    /// Lists how MVPDs are set up, for one requestor or for each.
    package func integrations(of requestor: String?) throws -> IntegrationListing {
        let world = World(store: store)
        let all = try world.describedIntegrations()
        if let requestor {
            _ = try IntegrationCheck(configuration: try world.service.configuration()).place(of: requestor)
        }
        return IntegrationListing(
            integrations: all.filter { requestor.map([$0.requestor].contains) ?? true }.map {
                .init($0.integration, requestor: $0.requestor)
            })
    }

    /// Shows how an MVPD is set up for a requestor, in the words of the profile format; without one, for the profile's.
    ///
    /// Beside the keys that can be set stand `requestor` and `mvpd`.
    package func integration(_ mvpd: String, of requestor: String?) throws -> [String: JSONValue] {
        let requestor = try self.requestor(requestor)
        let configuration = try World(store: store).service.configuration()
        let (place, index) = try IntegrationCheck(configuration: configuration).place(of: mvpd, for: requestor)
        var json = Profile.Integration(configuration.requestors[place].integrations[index]).json
        json["requestor"] = .string(requestor)
        json["mvpd"] = .string(mvpd)
        return json
    }

    /// Shows an integration as rows of dotted key and value.
    package func integrationRows(_ mvpd: String, of requestor: String?) throws -> [[String]] {
        try DottedRows.of(try integration(mvpd, of: requestor))
    }

    /// A requestor's integrations as a profile would describe them at this moment.
    func described(of requestor: String) throws -> [Profile.Integration] {
        try World(store: store).describedIntegrations().filter { $0.requestor == requestor }.map(\.integration)
    }

    /// Returns the requestor that a command means: the one that it names, or the profile's.
    package func requestor(_ given: String?) throws -> String {
        try given ?? profile().app.requestor
    }

    /// The providers as a profile would describe them at this moment.
    func describedProviders() throws -> [Profile.Provider] {
        try World(store: store).describedProviders()
    }
}
