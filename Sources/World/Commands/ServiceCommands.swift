import Foundation
import TVSimCore
package import TVSimEntitlementService
package import TVSimIdentityProvider
import TVSimStateStorage
package import TVSimStructuredText

/// The commands that change the service as a whole, and that add a TV provider.
enum ServiceCommands {
    static let rows: [any AnyCommandRow] = [service, addProvider]

    static let service = CommandRow(
        "service",
        "Changes settings of the service, of its requestors and of their integrations in one transaction. A new "
            + "requestor or MVPD begins with the defaults.",
        Patch<ServiceConfiguration>.format
    ) { change, world in
        let now = try world.simulation.clock.now()
        try world.simulation.store.write { state in
            var configuration = try EntitlementService.storedConfiguration(in: state)
            let providers = try IdentityProviderDirectory.providers(in: state)
            try ServiceMerge(providers: PartyCheck(providers: providers), now: now)
                .apply(change.values, to: &configuration)
            try EntitlementService.setConfiguration(configuration, in: state)
        }
    }

    static let addProvider = CommandRow(
        "addProvider",
        "Adds a TV provider after the existing ones. An MVPD with its key that has no TV provider gets it.",
        ProviderAddition.fields.format
    ) { addition, world in
        let now = try world.simulation.clock.now()
        try world.simulation.store.write { state in
            var providers = try IdentityProviderDirectory.providers(in: state)
            guard !providers.contains(where: { $0.identifier == addition.id }) else {
                throw CommandError(.invalid, "the provider '\(addition.id)' exists: 'provider' changes it")
            }
            var provider = Provider(named: addition.id)
            if !addition.set.values.isEmpty { try addition.set.apply(to: &provider, at: now) }
            if let name = provider.homeNetwork {
                try PartyCheck(providers: [provider]).check(subscriber: name, of: provider)
            }
            try PartyCheck(providers: providers).checkServiceProviders(of: provider)
            try IdentityProviderDirectory.setProviders(providers + [provider], in: state)
            var configuration = try EntitlementService.storedConfiguration(in: state)
            if configuration.integrate(ProviderID(addition.id)) {
                try EntitlementService.setConfiguration(configuration, in: state)
            }
        }
    }
}

/// The arguments of `addProvider`.
struct ProviderAddition: Hashable, Sendable {
    var id = ""
    var set = Patch<Provider>.empty

    static let fields = ObjectFormat<ProviderAddition>(
        title: "addProvider", defaults: ProviderAddition(),
        fields: [
            Field("id", "The key of the new provider.", Formats.line, required: true, from: \.id) {
                (id, addition, cursor, _) throws(SourceError) in
                try Formats.check(key: id, at: cursor.path)
                try Provider.check(name: id, at: cursor.path)
                addition.id = id
            },
            Field("set", "Its settings. Default: those of a new provider.", Patch<Provider>.format, into: \.set),
        ])
}

/// Merges a change into the service's configuration: requestors and integrations keep what the change does not name.
private struct ServiceMerge {
    let providers: PartyCheck
    let now: Date

    func apply(_ change: Members, to configuration: inout ServiceConfiguration) throws {
        var settings = change
        let requestors = settings.take("requestors")
        if !settings.isEmpty { try Patch<ServiceConfiguration>(settings).apply(to: &configuration, at: now) }
        for (id, change) in requestors {
            let names = configuration.requestors.map(\.name)
            let place = names.firstIndex(of: id) ?? names.count
            if place == names.count {
                try refuseMisspelt(id, "requestor", among: names)
                configuration.requestors.append(.init(named: id))
            }
            try apply(change, to: &configuration.requestors[place])
        }
    }

    private func apply(_ change: JSONValue, to requestor: inout ServiceConfiguration.Requestor) throws {
        guard case .object(var settings) = change else { return }
        let integrations = settings.take("integrations")
        for (mvpd, change) in integrations {
            let names = requestor.integrations.map(\.name)
            let place = names.firstIndex(of: mvpd) ?? names.count
            var integration = place < names.count ? requestor.integrations[place] : Integration(named: mvpd)
            var keys: Members = [:]
            if case .object(let members) = change { keys = members }
            if !keys.isEmpty { try Patch<Integration>(keys).apply(to: &integration, at: now) }
            if place == names.count, keys["provider"] == nil { try followProvider(&integration, besides: names) }
            if let provider = integration.provider { _ = try providers.provider(provider.rawValue) }
            if place < names.count {
                requestor.integrations[place] = integration
            } else {
                requestor.integrations.append(integration)
            }
        }
        if !settings.isEmpty {
            try Patch<ServiceConfiguration.Requestor>(settings).apply(to: &requestor, at: now)
        }
    }

    /// Leaves out the provider of a new MVPD if none has its key.
    private func followProvider(_ integration: inout Integration, besides names: [String]) throws(CommandError) {
        let keys = providers.providers.map(\.identifier)
        do throws(MisspeltMVPD) {
            try integration.leaveOutMissingProvider(among: Set(keys.map(ProviderID.init)), similarTo: keys + names)
        } catch {
            throw CommandError(.notFound, error.reason, suggestion: error.meant)
        }
    }

    private func refuseMisspelt(_ name: String, _ kind: String, among names: [String]) throws(CommandError) {
        guard Suggestion.closest(to: name, among: names) != nil else { return }
        throw .unknown("unknown \(kind) '\(name)'", name, among: names)
    }
}

extension ServiceConfiguration {
    /// Gives a TV provider to the MVPDs that have its key and no provider.
    ///
    /// - Returns: Whether there is one.
    fileprivate mutating func integrate(_ provider: ProviderID) -> Bool {
        var isChanged = false
        for requestor in requestors.indices {
            for place in requestors[requestor].integrations.indices {
                let integration = requestors[requestor].integrations[place]
                guard integration.provider == nil, integration.name == provider.rawValue else { continue }
                requestors[requestor].integrations[place].provider = provider
                isChanged = true
            }
        }
        return isChanged
    }
}

extension Members {
    /// Removes the value of a key, and returns the members of the object that it was.
    fileprivate mutating func take(_ key: String) -> Members {
        defer { self[key] = nil }
        guard case .object(let members)? = self[key] else { return [:] }
        return members
    }
}

extension SimulatorCommand {
    /// Changes settings of the service, of its requestors and of their integrations.
    package static func setService(_ patch: Patch<ServiceConfiguration>) -> SimulatorCommand {
        ServiceCommands.service.command(patch)
    }

    /// Adds a TV provider.
    package static func addProvider(id: String, _ patch: Patch<Provider>) -> SimulatorCommand {
        ServiceCommands.addProvider.command(.init(id: id, set: patch))
    }
}
