import EntitlementAPI
import SimulatedDevice

/// Checks that every name in a profile refers to something that is there.
struct ReferenceCheck {
    let profile: Profile

    /// Checks references in the order of the text.
    func check(_ references: [Reference]) throws(ProfileError) {
        for reference in references.sorted(by: { $0.position < $1.position }) { try check(reference) }
    }

    private func check(_ reference: Reference) throws(ProfileError) {
        switch reference.kind {
        case .provider:
            try demand(
                reference, "provider", among: profile.providers.map(\.id), replaced: Profile.Provider.builtIn.map(\.id))
        case .pickerProvider:
            try demand(reference, "provider", among: listedProviders, replaced: replacedProviders(but: reference.name))
        case .accountProvider:
            try demand(
                reference, "provider", among: listedProviders,
                replaced: replacedProviders(but: reference.name))
            try refuseListedOnly(reference)
        case .subscriber(let provider):
            // An unknown provider is reported at its own place.
            guard let known = profile.provider(provider) else { return }
            let builtIn = Profile.Provider.builtIn.first { $0.id == provider }
            try demand(
                reference, "subscriber of \(provider)", among: known.subscribers.map(\.name) + flowAdds(to: provider),
                replaced: builtIn?.subscribers.map(\.name))
        case .anySubscriber:
            try demand(
                reference, "subscriber",
                among: profile.providers.flatMap { $0.subscribers.map(\.name) + flowAdds(to: $0.id) },
                replaced: Profile.Provider.builtIn.flatMap { $0.subscribers.map(\.name) })
        case .requestor:
            try demand(reference, "requestor", among: profile.service.requestors.map(\.id))
        case .mvpd(let id):
            let requestor = id.isEmpty ? profile.app.requestor : id
            guard let known = profile.service.requestor(requestor) else { return }
            try demand(reference, "MVPD of \(requestor)", among: known.integrations.map(\.mvpd))
        case .anyMVPD:
            try demand(reference, "MVPD", among: mvpds)
        case .shownMVPD:
            guard !mvpds.contains(where: { CallbackText.split($0[...])?.contains(reference.name) ?? false }) else {
                return
            }
            try demand(reference, "MVPD", among: mvpds)
        }
    }

    /// The built-in providers that the profile's own replace; none where it has one of the name that is looked for.
    private func replacedProviders(but name: String) -> [String]? {
        profile.provider(name) == nil ? Profile.Provider.builtIn.map(\.id) : nil
    }

    private var mvpds: [String] { profile.service.requestors.flatMap { $0.integrations.map(\.mvpd) } }

    /// Refuses a name that is not there; one of `replaced` would be there, did the profile say nothing of `providers`.
    private func demand(
        _ reference: Reference, _ kind: String, among names: [String], replaced: [String]? = nil
    ) throws(ProfileError) {
        guard !names.contains(reference.name) else { return }
        if replaced?.contains(reference.name) == true {
            throw ProfileError(
                .unknownReference, at: reference.position,
                "there is no \(kind) '\(reference.name)': the 'providers' of a profile replace the built-in ones, with their "
                    + "subscribers")
        }
        let hint = Suggestion.closest(to: reference.name, among: names)
        var seen: Set<String> = []
        let each = names.filter { seen.insert($0).inserted }
        let known = names.isEmpty ? "there is none" : "known: \(each.joined(separator: ", "))"
        throw ProfileError(
            .unknownReference, at: reference.position,
            "there is no \(kind) '\(reference.name)'" + (hint == nil ? " (\(known))" : ""), suggestion: hint)
    }

    /// Nobody can be signed in at system level with a provider that is only listed, unless the flow boards it first.
    private func refuseListedOnly(_ reference: Reference) throws(ProfileError) {
        guard profile.provider(reference.name)?.boarding == .pickerOnly else { return }
        guard !flowBoards(reference.name, as: ["supported"]) else { return }
        throw ProfileError(
            .wrongValue, at: reference.position,
            "nobody can be signed in at system level with '\(reference.name)': it is only listed (boarding: pickerOnly)"
        )
    }

    /// The providers that the system knows, or will know in the course of the flow.
    private var listedProviders: [String] {
        profile.providers.map(\.id).filter {
            profile.provider($0)?.boarding != Profile.ProviderBoarding.none
                || flowBoards($0, as: ["supported", "pickerOnly"])
        }
    }

    /// The people whom the flow adds to a provider's; whether they are there in time is seen when it runs.
    private func flowAdds(to provider: String) -> [String] {
        profile.flow.flatMap { step -> [String] in
            guard case .command(.setProvider(provider, let patch)) = step.action,
                case .object(let people)? = patch.values["subscribers"]
            else { return [] }
            return people.keys.sorted()
        }
    }

    /// Whether the flow changes a provider's boarding to one of some.
    private func flowBoards(_ provider: String, as boardings: [JSONValue]) -> Bool {
        profile.flow.contains { step in
            guard case .command(.setProvider(provider, let patch)) = step.action,
                let boarding = patch.values["boarding"]
            else { return false }
            return boardings.contains(boarding)
        }
    }
}
