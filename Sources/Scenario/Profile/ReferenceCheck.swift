import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText
import TVSimWorld

/// Checks that every name in a profile refers to an existing object.
///
/// It processes the flow and the parties only once, because a profile may have many thousands of steps and subscribers.
struct ReferenceCheck {
    private let profile: Profile
    private let changes: FlowChanges
    private let listedProviders: Names
    private let requestors: Names
    private let mvpds: Names
    private let shownMVPDs: Set<String>
    private let subscribers: [String: Names]
    private let allSubscribers: Names

    /// Creates a check for the names in a profile and its flow.
    init(profile: Profile) {
        self.profile = profile
        let changes = FlowChanges(of: profile.flow)
        self.changes = changes
        // The providers that the system lists from the beginning, or after a step of the flow.
        listedProviders = Names(
            profile.providers.filter {
                $0.boarding != .none || changes.boards($0.identifier, as: ["supported", "pickerOnly"])
            }.map(\.identifier))
        requestors = Names(profile.service.requestors.map(\.id.rawValue))
        mvpds = Names(profile.service.requestors.flatMap { $0.integrations.map(\.mvpd.rawValue) })
        shownMVPDs = Set(mvpds.all.flatMap { CallbackText.split($0[...]) ?? [] })
        let people = profile.providers.map { provider in
            (provider.identifier, provider.subscribers.map(\.name) + (changes.added[provider.identifier] ?? []))
        }
        subscribers = Dictionary(people.map { ($0, Names($1)) }) { first, _ in first }
        allSubscribers = Names(people.flatMap(\.1))
    }

    /// The names of one kind, in their order.
    private struct Names {
        let all: [String]
        let each: Set<String>

        init(_ all: [String]) {
            self.all = all
            each = Set(all)
        }
    }

    /// Checks the references of a document, and throws the first error in the order of its text.
    func check(_ references: [Reference], in document: SourceDocument) throws(SourceError) {
        do {
            for reference in references { try check(reference) }
        } catch {
            // The tables of fields read their keys in another order than the text has.
            let placed = references.map { (reference: $0, position: document.position(of: $0.path)) }
            for (reference, _) in placed.sorted(by: { $0.position < $1.position }) { try check(reference) }
        }
    }

    private func check(_ reference: Reference) throws(SourceError) {
        switch reference.kind {
        case .provider:
            try requireKnown(
                reference, "provider", among: Names(profile.providers.map(\.identifier)),
                replaced: Provider.builtIn.map(\.identifier))
        case .pickerProvider:
            try requireListed(reference, "the user cannot choose '\(reference.name)' in the system's picker")
            try requireKnown(
                reference, "provider", among: listedProviders, replaced: replacedProviders(but: reference.name))
        case .accountProvider:
            try requireListed(reference, "the user cannot sign in at system level with '\(reference.name)'")
            try requireKnown(
                reference, "provider", among: listedProviders,
                replaced: replacedProviders(but: reference.name))
            try requireSupported(reference)
        case .subscriber(let provider):
            // The reference to the provider itself reports an unknown provider.
            guard let known = subscribers[provider] else { return }
            let builtIn = Provider.builtIn.first { $0.identifier == provider }
            try requireKnown(
                reference, "subscriber", of: provider, among: known, replaced: builtIn?.subscribers.map(\.name))
        case .anySubscriber:
            try requireKnown(
                reference, "subscriber", among: allSubscribers,
                replaced: Provider.builtIn.flatMap { $0.subscribers.map(\.name) })
        case .requestor:
            try requireKnown(reference, "requestor", among: requestors)
        case .mvpd(let id):
            guard let known = profile.service.requestor(RequestorID(id)) else { return }
            try requireKnown(reference, "MVPD", of: id, among: Names(known.integrations.map(\.mvpd.rawValue)))
        case .anyMVPD:
            try requireKnown(reference, "MVPD", among: mvpds)
        case .otherServiceProvider:
            guard EntityID(reference.name) == ServiceConfiguration.default.saml.entityID else { return }
            throw SourceError(
                .wrongValue, at: reference.path, PartyCheck.knownServiceProvider(reference.name))
        case .shownMVPD:
            guard !shownMVPDs.contains(reference.name) else { return }
            try requireKnown(reference, "MVPD", among: mvpds)
        }
    }

    /// Returns the built-in providers that the profile's list replaces; `nil` if that list contains the name.
    private func replacedProviders(but name: String) -> [String]? {
        profile.world.provider(name) == nil ? Provider.builtIn.map(\.identifier) : nil
    }

    /// Throws an error for an unknown name; a name of `replaced` would be known if the profile had no key `providers`.
    private func requireKnown(
        _ reference: Reference, _ kind: String, of owner: String? = nil, among names: Names, replaced: [String]? = nil
    ) throws(SourceError) {
        guard !names.each.contains(reference.name) else { return }
        let unknown = "unknown \(kind) '\(reference.name)'" + (owner.map { " of \($0)" } ?? "")
        if replaced?.contains(reference.name) == true {
            throw SourceError(
                .unknownReference, at: reference.path,
                "\(unknown): the key 'providers' replaces the built-in providers and their subscribers")
        }
        let hint = Suggestion.closest(to: reference.name, among: names.all)
        var seen: Set<String> = []
        let each = names.all.filter { seen.insert($0).inserted }
        let known = names.all.isEmpty ? "none" : each.joined(separator: ", ")
        throw SourceError(
            .unknownReference, at: reference.path,
            unknown + (hint == nil ? " (known: \(known))" : ""), suggestion: hint)
    }

    /// Throws an error for an existing provider that the system does not list.
    private func requireListed(_ reference: Reference, _ refusal: String) throws(SourceError) {
        guard !listedProviders.each.contains(reference.name), profile.world.provider(reference.name) != nil else {
            return
        }
        throw SourceError(
            .contradiction, at: reference.path, "\(refusal): the system does not list it (boarding: none)")
    }

    /// Throws an error for a provider that is only listed and that the flow does not board: sign-in at system level
    /// fails.
    private func requireSupported(_ reference: Reference) throws(SourceError) {
        guard !changes.boards(reference.name, as: ["supported"]),
            profile.world.provider(reference.name)?.boarding == .pickerOnly
        else { return }
        throw SourceError(
            .contradiction, at: reference.path,
            "the user cannot sign in at system level with '\(reference.name)': the system only lists it "
                + "(boarding: pickerOnly)")
    }
}

/// The changes of providers in a flow; only the run shows whether they come in time.
package struct FlowChanges {
    /// The added subscribers, by provider.
    package private(set) var added: [String: [String]] = [:]
    private var boardings: [String: Set<JSONValue>] = [:]

    /// Collects the changes of a flow.
    package init(of flow: [FlowStep]) {
        for step in flow {
            guard case .command(let command) = step.action, let (provider, changes) = command.providerChange
            else { continue }
            if case .object(let people)? = changes["subscribers"] {
                added[provider, default: []] += people.filter { $1 != .null }.keys.sorted()
            }
            if let boarding = changes["boarding"] { boardings[provider, default: []].insert(boarding) }
        }
    }

    /// Returns whether the flow changes a provider's boarding to one of these values.
    func boards(_ provider: String, as wanted: Set<JSONValue>) -> Bool {
        !(boardings[provider] ?? []).isDisjoint(with: wanted)
    }
}
