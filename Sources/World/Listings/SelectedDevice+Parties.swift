import TVSimEntitlementService
package import TVSimIdentityProvider
package import TVSimStructuredText

extension SelectedDevice {
    // MARK: - Providers

    /// Returns the providers of the device's world, in the picker's order.
    package func providers() throws -> [Provider] { try world.providers.providers() }

    /// Returns a provider by its identifier.
    package func provider(_ id: String) throws -> Provider {
        try PartyCheck(providers: try providers()).provider(id)
    }

    /// Returns a provider's subscriber by name; `nil` for its first subscriber.
    ///
    /// - Throws: ``CommandError`` if the provider does not have the subscriber.
    package func subscriber(_ name: String?, of provider: Provider) throws -> Subscriber {
        if let name { try PartyCheck(providers: [provider]).check(subscriber: name, of: provider) }
        guard let found = name.map(provider.subscriber) ?? provider.subscribers.first else {
            throw CommandError(.notFound, "\(provider.identifier) has no subscribers")
        }
        return found
    }

    /// Returns the provider's first subscriber, the default of `account sign-in`.
    package func defaultSubscriber(of id: String) throws -> String {
        let provider = try PartyCheck(providers: try providers()).listedProvider(id)
        guard let first = provider.subscribers.first else {
            throw CommandError(.notFound, "\(id) has no subscribers")
        }
        return first.name
    }

    // MARK: - Integrations

    /// Lists the integrations of one requestor; `nil` for those of all requestors.
    package func integrations(of requestor: String?) throws -> IntegrationListing {
        let configuration = try world.service.configuration()
        if let requestor { _ = try IntegrationCheck(configuration: configuration).place(of: requestor) }
        return IntegrationListing(
            integrations: configuration.requestors.filter { requestor == nil || $0.id.rawValue == requestor }.flatMap {
                found in
                found.integrations.map { (found.id.rawValue, $0) }
            })
    }

    /// Returns a requestor's integration with an MVPD as JSON; `nil` for the profile's requestor.
    package func integration(_ mvpd: String, of requestor: String?) throws -> Members {
        let requestor = try self.requestor(requestor)
        let configuration = try world.service.configuration()
        let place = try IntegrationCheck(configuration: configuration).place(of: mvpd, for: requestor)
        return configuration.requestors[place.requestor].integrations[place.integration].listing(of: requestor)
    }

    /// Returns an integration as rows of dotted key and value.
    package func integrationRows(_ mvpd: String, of requestor: String?) throws -> [[String]] {
        try DottedRows.of(try integration(mvpd, of: requestor))
    }

    /// Returns the requestor that a command names, or the profile's requestor.
    package func requestor(_ given: String?) throws -> String {
        try given ?? world.origin().description.app.requestor
    }
}
