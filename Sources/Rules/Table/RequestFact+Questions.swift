import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

// What rules ask of a request.
extension RequestFact {
    /// Whether the endpoint requires an access token.
    package var isProtected: Bool { endpoint?.required.contains(.accessToken) ?? false }
    /// Whether a browser opens the endpoint.
    package var isOfBrowser: Bool { endpoint?.isOpenedByBrowsers ?? false }
    /// Whether the request asks for decisions.
    var isDecision: Bool { endpoint == .authorize || endpoint == .preauthorize }
    /// Whether the service did what was asked.
    var succeeded: Bool { answer?.isSuccess ?? false }
    /// The MVPD of the path, or of the body.
    var mvpd: String? { parameters["mvpd"] ?? member("mvpd") }

    /// The service provider and the MVPD, which have profiles and decisions of their own; `nil` without an MVPD.
    var integration: String? { mvpd.map { integration(with: $0) } }

    /// Returns the service provider of the path and an MVPD.
    func integration(with mvpd: String) -> String { "\(parameters["serviceProvider"] ?? "") \(mvpd)" }

    /// Returns the value of a member of the query or the body.
    func member(_ name: String) -> String? { members[name]?.value?.string }

    /// Whether two requests have the same token, or both have none.
    func hasToken(of other: RequestFact) -> Bool {
        if let token, token.number != nil {
            return token.issuedBy == other.token?.issuedBy && token.client == other.token?.client
        }
        return other.token?.number == nil && header("Authorization")?.secret == other.header("Authorization")?.secret
    }

    /// The endpoint and the path, for a sentence.
    var text: String { "\(method) \(path)" }
}

extension Install.ObservedEvent {
    /// Returns whether the app sent this request when it had the answer to an earlier one.
    ///
    /// Requests that were sent at the same time follow none of each other.
    func follows(_ earlier: Install.ObservedEvent) -> Bool {
        guard let arrived = observation.arrived, let answered = earlier.observation.elapsed else { return true }
        return arrived >= answered
    }

    /// Whether the test, or its user, intervenes: a mark, or a command that changes more of the world than its time.
    var isIntervention: Bool {
        switch event {
        case .mark(let mark): !mark.event.isForJudge
        case .command(let command): command.refusal == nil && !Self.ofClock.contains(command.command)
        default: false
        }
    }

    /// The commands that move the clock, which a test does where a person waits.
    private static let ofClock: Set<String> = ["advance", "setClock", "followClock", "freezeClock"]
}

/// The profiles that an app knows of, from the answers that it got.
struct KnownProfiles {
    private var kept: [String: AnswerFact.ProfileKept] = [:]

    /// Learns from a request and its answer.
    mutating func learn(from fact: RequestFact) {
        let own = fact.integration(with: "")
        if let profiles = fact.answer?.profiles {
            if fact.endpoint == .profiles { kept = kept.filter { !$0.key.hasPrefix(own) } }
            if fact.endpoint == .profile, let integration = fact.integration { kept[integration] = nil }
            for profile in profiles { kept[fact.integration(with: profile.mvpd)] = profile }
        }
        if fact.endpoint == .logout, fact.succeeded, let integration = fact.integration { kept[integration] = nil }
        // The service says that the profile has ended.
        if fact.answer?.demands(.authentication) == true {
            if let integration = fact.integration { kept[integration] = nil } else { kept = [:] }
        }
    }

    /// Returns the profile of an integration that is valid at a time; `nil` if the app knows none.
    func valid(of integration: String?, at time: Double) -> AnswerFact.ProfileKept? {
        integration.flatMap { kept[$0] }.flatMap { Double($0.notAfter) / 1000 > time ? $0 : nil }
    }

    /// Returns whether the app knows a valid profile of a service provider; `nil` for any.
    func hasValid(at time: Double, like fact: RequestFact? = nil) -> Bool {
        kept.contains { key, profile in
            Double(profile.notAfter) / 1000 > time && (fact.map { key.hasPrefix($0.integration(with: "")) } ?? true)
        }
    }

    /// The profile of an integration, valid or not.
    subscript(integration: String?) -> AnswerFact.ProfileKept? { integration.flatMap { kept[$0] } }
}
