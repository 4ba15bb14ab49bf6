import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText

/// Validates the providers, subscribers and MVPDs that a command names.
package struct PartyCheck {
    let providers: [Provider]
    /// The MVPDs that at least one requestor integrates.
    var mvpds: [String] = []

    /// Returns a provider, whether or not the platform lists it.
    func provider(_ id: String) throws(CommandError) -> Provider {
        guard let provider = providers.first(where: { $0.identifier == id }) else {
            throw .unknown("unknown provider '\(id)'", id, among: providers.map(\.identifier))
        }
        return provider
    }

    /// Returns a provider that the platform lists.
    func listedProvider(_ id: String) throws(CommandError) -> Provider {
        let listed = providers.filter { $0.boarding != .none }
        if providers.contains(where: { $0.identifier == id }), !listed.contains(where: { $0.identifier == id }) {
            throw CommandError(
                .invalid, "the system does not list '\(id)' (boarding: none): its users sign in on its own page")
        }
        return try PartyCheck(providers: listed).provider(id)
    }

    /// Validates the provider and the subscriber of a system-level sign-in.
    func checkSignIn(provider id: String, subscriber name: String) throws(CommandError) {
        let provider = try listedProvider(id)
        guard provider.boarding == .supported else {
            throw CommandError(
                .invalid,
                "the user cannot sign in at system level with '\(id)': the system only lists it (boarding: pickerOnly)")
        }
        try check(subscriber: name, of: provider)
    }

    /// Validates that a provider has a subscriber.
    func check(subscriber name: String, of provider: Provider) throws(CommandError) {
        let names = provider.subscribers.map(\.name)
        guard !names.contains(name) else { return }
        throw .unknown("\(provider.identifier) has no subscriber '\(name)'", name, among: names)
    }

    /// Validates that the provider has every subscriber that a change removes.
    func check(_ patch: Patch<Provider>, of provider: Provider) throws(CommandError) {
        guard case .object(let people)? = patch.values["subscribers"] else { return }
        for name in people.keys.sorted() where people[name] == .null { try check(subscriber: name, of: provider) }
    }

    /// Throws an error if the provider lists the entitlement service as an additional service provider.
    func checkServiceProviders(of provider: Provider) throws(CommandError) {
        let service = ServiceConfiguration.default.saml.entityID
        guard provider.saml.serviceProviders.contains(where: { $0.entityID == service }) else { return }
        throw CommandError(.invalid, "serviceProviders: \(Self.knownServiceProvider(service.rawValue))")
    }

    package static func knownServiceProvider(_ entityID: String) -> String {
        "'\(entityID)' is the entitlement service: remove it, because every provider knows it"
    }

    /// Validates that at least one provider has a subscriber of this name; the sign-in page may belong to any provider.
    func check(subscriber name: String) throws(CommandError) {
        let names = providers.flatMap { $0.subscribers.map(\.name) }
        guard !names.contains(name) else { return }
        throw .unknown("no provider has a subscriber '\(name)'", name, among: names)
    }

    /// Validates the names in the user's answers.
    func check(_ patch: Patch<ViewerAnswers>, at now: Date) throws {
        var answers = ViewerAnswers()
        try patch.apply(to: &answers, at: now)
        if case .choose(let provider, let name) = answers.systemPicker {
            let chosen = try listedProvider(provider)
            if let name { try check(subscriber: name, of: chosen) }
        }
        if case .choose(let mvpd) = answers.appPicker, !mvpds.contains(mvpd) {
            throw CommandError.unknown("no requestor has an integration '\(mvpd)'", mvpd, among: mvpds)
        }
        if case .credentials(let answer) = answers.signIn { try check(subscriber: answer.name) }
        if case .signIn(let name, _) = answers.secondScreen { try check(subscriber: name) }
    }
}

extension World {
    /// Validates that a provider or MVPD and a subscriber that a fault is limited to exist; such a fault would never
    /// strike.
    func checkNames(in scope: FaultScope?) throws {
        let providers = try providers.providers()
        if let id = scope?.mvpd {
            let mvpds = try service.configuration().requestors.flatMap { $0.integrations.map(\.mvpd.rawValue) }
            let known = Set(providers.map(\.identifier)).union(mvpds)
            guard known.contains(id) else {
                throw CommandError.unknown("only.mvpd: unknown MVPD '\(id)'", id, among: known.sorted())
            }
        }
        if let name = scope?.subscriber { try PartyCheck(providers: providers).check(subscriber: name) }
    }
}

/// Finds integrations by the names in a command.
struct IntegrationCheck {
    let configuration: ServiceConfiguration

    /// Returns the index of a requestor.
    ///
    /// - Throws: ``CommandError`` if the requestor does not exist.
    func place(of requestor: String) throws(CommandError) -> Int {
        let names = configuration.requestors.map(\.name)
        guard let place = names.firstIndex(of: requestor) else {
            throw .unknown("unknown requestor '\(requestor)'", requestor, among: names)
        }
        return place
    }

    /// Returns the indices of a requestor and of its integration with an MVPD.
    ///
    /// - Throws: ``CommandError`` if one of them does not exist.
    func place(of mvpd: String, for requestor: String) throws(CommandError) -> (requestor: Int, integration: Int) {
        let place = try place(of: requestor)
        let names = configuration.requestors[place].integrations.map(\.name)
        guard let integration = names.firstIndex(of: mvpd) else {
            throw .unknown("'\(requestor)' has no integration '\(mvpd)'", mvpd, among: names)
        }
        return (place, integration)
    }
}

extension CommandError {
    /// Creates the error for an unknown name, with the most similar known name or with all known names.
    static func unknown(_ reason: String, _ name: String, among known: [String]) -> CommandError {
        guard Formats.isLine(name) else { return CommandError(.invalid, Formats.lineExpected) }
        let hint = Suggestion.closest(to: name, among: known)
        let listed = hint == nil && !known.isEmpty ? " (known: \(known.joined(separator: ", ")))" : ""
        return CommandError(.notFound, reason + listed, suggestion: hint)
    }
}
