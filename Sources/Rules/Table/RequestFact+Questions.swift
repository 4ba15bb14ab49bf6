import EntitlementAPI
import StructuredText

// What rules ask of a request.
extension RequestFact {
    private static let rows = Dictionary(uniqueKeysWithValues: Endpoint.all.map { ($0.name, $0) })
    private static let decisions: Set<String> = ["authorize", "preauthorize"]

    /// The row of the endpoint.
    var row: Endpoint? { endpoint.flatMap { Self.rows[$0] } }
    /// Whether the endpoint requires an access token.
    var isProtected: Bool { row?.required.contains(.accessToken) ?? false }
    /// Whether the request asks for decisions.
    var isDecision: Bool { endpoint.map(Self.decisions.contains) ?? false }
    /// Whether the service did what was asked.
    var succeeded: Bool { answer?.isSuccess ?? false }
    /// The MVPD of the path, or of the body.
    var mvpd: String? { parameters["mvpd"] ?? member("mvpd") }

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

extension Install.Moment {
    /// Returns whether the app sent this request when it had the answer to an earlier one.
    ///
    /// Requests that were sent at the same time follow none of each other.
    func follows(_ earlier: Install.Moment) -> Bool {
        guard let arrived = observation.arrived, let answered = earlier.observation.elapsed else { return true }
        return arrived >= answered
    }

    /// Whether the test, or its user, intervenes: a mark, or a command that changes the world.
    var isIntervention: Bool {
        switch event {
        case .mark, .command: true
        default: false
        }
    }
}

/// The profiles that an app knows of, from the answers that it got.
struct KnownProfiles {
    private var kept: [String: AnswerFact.ProfileKept] = [:]

    /// Learns from a request and its answer.
    mutating func learn(from fact: RequestFact) {
        if let profiles = fact.answer?.profiles {
            if fact.endpoint == "profiles" { kept = [:] }
            if fact.endpoint == "profile", let mvpd = fact.mvpd { kept[mvpd] = nil }
            for profile in profiles { kept[profile.mvpd] = profile }
        }
        if fact.endpoint == "logout", fact.succeeded, let mvpd = fact.mvpd { kept[mvpd] = nil }
        // The service says that the profile is no longer valid.
        if fact.answer?.demands(.authentication) == true {
            if let mvpd = fact.mvpd { kept[mvpd] = nil } else { kept = [:] }
        }
    }

    /// Returns the profile with an MVPD that is valid at a time; `nil` if the app knows none.
    func valid(with mvpd: String?, at time: Double) -> AnswerFact.ProfileKept? {
        mvpd.flatMap { kept[$0] }.flatMap { Double($0.notAfter) / 1000 > time ? $0 : nil }
    }

    /// Returns whether the app knows a valid profile.
    func hasValid(at time: Double) -> Bool { kept.values.contains { Double($0.notAfter) / 1000 > time } }

    /// The profile with an MVPD, valid or not.
    subscript(mvpd: String) -> AnswerFact.ProfileKept? { kept[mvpd] }
}
