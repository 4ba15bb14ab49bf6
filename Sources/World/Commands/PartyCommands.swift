import TVSimCore
import TVSimDevice
package import TVSimEntitlementService
package import TVSimIdentityProvider
import TVSimStateStorage
package import TVSimStructuredText

/// The commands that change the entitlement service and the TV providers.
package enum PartyCommands {
    static let rows: [any AnyCommandRow] = [
        integration, provider, revokeStatement, renewStatement, resetIntegration, resetProvider, endSessions,
    ]

    static let integration = CommandRow(
        "integration", "Changes an integration.", IntegrationChange.fields.format
    ) { change, world in
        let now = try world.simulation.clock.now()
        try world.changeIntegration(change.name) { try change.set.apply(to: &$0, at: now) }
    }

    static let resetIntegration = CommandRow(
        "resetIntegration", "Resets an integration to the profile.", IntegrationName.fields.format
    ) { name, world in
        let description = try world.origin().description
        let requestor = name.requestor ?? description.app.requestor
        let original = description.service.requestor(RequestorID(requestor))?.integration(MVPDID(name.mvpd))
        try world.changeIntegration(name) { $0 = original ?? $0 }
    }

    static let provider = CommandRow(
        "provider", "Changes a provider.", ProviderChange.fields.format
    ) { change, world in
        let now = try world.simulation.clock.now()
        try world.changeProvider(change.id) { provider in
            try PartyCheck(providers: [provider]).check(change.set, of: provider)
            try change.set.apply(to: &provider, at: now)
        }
    }

    static let resetProvider = CommandRow(
        "resetProvider", "Resets a provider to the profile.", Formats.line.referring(to: .provider)
    ) { id, world in
        let original = try world.origin().description.provider(id)
        try world.changeProvider(id) { $0 = original ?? $0 }
    }

    static let endSessions = CommandRow(
        "endSessions",
        "Ends a user's sessions at a provider. The service learns of it when it next asks the provider, or at once.",
        SessionEnd.fields.format
    ) { end, world in
        try world.simulation.store.write { state in
            let provider = try PartyCheck(providers: IdentityProviderDirectory.providers(in: state)).provider(
                end.provider)
            try World.endSessions(of: end.subscriber, at: provider, isNotified: end.isNotified, in: state)
        }
    }

    static let revokeStatement = CommandRow(
        "revokeStatement",
        "Revokes an app's software statement. Default: the statement of the profile's app.",
        StatementName.fields.format, standsAlone: true
    ) { name, world in
        try SoftwareStatements.revoke(
            app: try world.app(name.bundleID), serviceProviders: name.requestors, in: world.simulation)
    }

    static let renewStatement = CommandRow(
        "renewStatement", "Issues a new software statement to an app. Default: the profile's app.",
        Formats.bundleID.orNull, standsAlone: true
    ) { bundleID, world in
        try SoftwareStatements.renew(app: try world.app(bundleID), in: world.simulation)
    }
}

extension World {
    /// Changes an integration; the service uses the change from its next request on.
    ///
    /// - Throws: ``CommandError`` if the integration or its new provider does not exist.
    fileprivate func changeIntegration(
        _ name: IntegrationName, _ change: (inout Integration) throws -> Void
    ) throws {
        let requestor = try name.requestor ?? origin().description.app.requestor
        try simulation.store.write { state in
            var configuration = try EntitlementService.storedConfiguration(in: state)
            let place = try IntegrationCheck(configuration: configuration).place(of: name.mvpd, for: requestor)
            var integration = configuration.requestors[place.requestor].integrations[place.integration]
            try change(&integration)
            if let provider = integration.provider {
                let providers = try IdentityProviderDirectory.providers(in: state)
                _ = try PartyCheck(providers: providers).provider(provider.rawValue)
            }
            configuration.requestors[place.requestor].integrations[place.integration] = integration
            try EntitlementService.setConfiguration(configuration, in: state)
        }
    }

    /// Changes a provider's answers, its listing on the platform, and the service's contract with it.
    ///
    /// - Throws: ``CommandError`` if the provider or the subscriber of its home network does not exist.
    fileprivate func changeProvider(_ id: String, _ change: (inout Provider) throws -> Void) throws {
        try simulation.store.write { state in
            var providers = try IdentityProviderDirectory.providers(in: state)
            var provider = try PartyCheck(providers: providers).provider(id)
            try change(&provider)
            let check = PartyCheck(providers: providers)
            if let name = provider.homeNetwork { try check.check(subscriber: name, of: provider) }
            try check.checkServiceProviders(of: provider)
            let former = providers.first { $0.identifier == id }?.subscribers ?? []
            for place in providers.indices where providers[place].identifier == id { providers[place] = provider }
            if provider.passwordChange == .endsSessions {
                for subscriber in former {
                    guard let now = provider.subscriber(subscriber.name), now.password != subscriber.password else {
                        continue
                    }
                    try Self.endSessions(of: subscriber.name, at: provider, isNotified: false, in: state)
                }
            }
            try IdentityProviderDirectory.setProviders(providers, in: state)
        }
    }
}

extension World {
    /// Ends a subscriber's sessions at a provider: those of browsers, and those behind the service's profiles.
    ///
    /// - Throws: ``CommandError`` if the provider does not have the subscriber.
    fileprivate static func endSessions(
        of name: String, at provider: Provider, isNotified: Bool, in state: any StateWriting
    ) throws {
        try PartyCheck(providers: [provider]).check(subscriber: name, of: provider)
        guard let subscriber = provider.subscriber(name) else { return }
        try IdentityProviderDirectory.endSessions(of: name, at: provider.identifier, in: state)
        try EntitlementService.endSessions(
            of: subscriber.userID, at: ProviderID(provider.identifier), isNotified: isNotified, in: state)
    }
}

extension SimulatorCommand {
    /// Ends a user's sessions at a provider.
    package static func endSessions(provider: String, subscriber: String, isNotified: Bool) -> SimulatorCommand {
        PartyCommands.endSessions.command(.init(provider: provider, subscriber: subscriber, isNotified: isNotified))
    }

    /// The provider that the command changes, and the keys that it sets; `nil` for any other command.
    package var providerChange: (id: String, set: Members)? {
        arguments(of: PartyCommands.provider).map { ($0.id, $0.set.values) }
    }

    /// Changes a requestor's integration with an MVPD.
    package static func setIntegration(
        requestor: String, mvpd: String, _ patch: Patch<Integration>
    ) -> SimulatorCommand {
        PartyCommands.integration.command(.init(name: .init(requestor: requestor, mvpd: mvpd), set: patch))
    }

    /// Resets an integration to the world's profile.
    package static func resetIntegration(requestor: String, mvpd: String) -> SimulatorCommand {
        PartyCommands.resetIntegration.command(.init(requestor: requestor, mvpd: mvpd))
    }

    /// Changes a provider's properties and answers.
    package static func setProvider(id: String, _ patch: Patch<Provider>) -> SimulatorCommand {
        PartyCommands.provider.command(.init(id: id, set: patch))
    }

    /// Resets a provider to the world's profile.
    package static func resetProvider(id: String) -> SimulatorCommand { PartyCommands.resetProvider.command(id) }

    /// Revokes an app's software statement for all requestors or for some; `nil` for the device's default app.
    package static func revokeStatement(bundleID: String?, requestors: [String]? = nil) -> SimulatorCommand {
        PartyCommands.revokeStatement.command(.init(bundleID: bundleID, requestors: requestors))
    }

    /// Issues a new software statement to an app; `nil` for the device's default app.
    package static func renewStatement(bundleID: String?) -> SimulatorCommand {
        PartyCommands.renewStatement.command(bundleID)
    }
}
