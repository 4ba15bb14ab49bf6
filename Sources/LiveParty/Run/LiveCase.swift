package import TVSimFixtures

/// A case of a run: what is sent, what is expected, and what it tests.
package struct LiveCase: Sendable {
    /// How a case is delivered.
    package enum Way: Sendable {
        /// A response of the catalogue, once or twice in the same browser.
        case fixture(LiveFixture)
        /// A valid response, and the same one again in a browser without a request.
        case replayWithoutRequest
        /// A valid response, and the same one again as the answer to another request.
        case replayForOtherRequest
        /// A valid response, and then a LogoutRequest of the catalogue.
        case logoutRequest(LiveFixture)
        /// A valid response, a logout that the party begins, and a LogoutResponse of the catalogue.
        case logoutResponse(LiveFixture)
    }

    package let name: String
    package let family: String
    package let summary: String
    package let requirement: Requirement
    package let expected: LiveVerdict
    /// The words by which a user selects it, beside its name: family, requirement and failing policy.
    let words: Set<String>
    package let way: Way

    /// Creates the case of a fixture.
    init(_ fixture: LiveFixture, expecting expected: LiveVerdict, _ settings: ServiceProviderSettings) {
        (name, family, summary) = (fixture.fixture.name, fixture.fixture.family.rawValue, fixture.fixture.summary)
        let rule = fixture.fixture.requirement
        let isConfigured = rule.id == "requiredAttribute" && settings.requiresUserAttribute
        requirement = isConfigured ? rule.required(by: "'requires' of the configuration") : rule
        (self.expected, way) = (expected, .fixture(fixture))
        words = [family, requirement.id, fixture.fixture.expectation]
    }

    /// Creates a case that the catalogue does not have, because it needs two browsers.
    private init(_ name: String, _ summary: String, _ requirement: Requirement, _ way: Way) {
        (self.name, family, self.summary) = (name, FixtureCase.Family.replay.rawValue, summary)
        (self.requirement, expected, self.way) = (requirement, .refused, way)
        words = [family, requirement.id]
    }

    /// The valid LogoutRequest, without which the others say nothing.
    static let validLogout = "logoutRequest"

    /// The logout messages of the catalogue.
    static let logouts: [LiveCase] = LiveFixture.messages.compactMap { fixture in
        switch fixture.kind {
        case .logoutRequest: LiveCase(logout: fixture, .logoutRequest(fixture))
        case .logoutResponse: LiveCase(logout: fixture, .logoutResponse(fixture))
        case .authnRequest, nil: nil
        }
    }

    var isLogoutRequest: Bool { if case .logoutRequest = way { true } else { false } }

    private init(logout fixture: LiveFixture, _ way: Way) {
        (name, family, summary) = (fixture.logoutName, "logout", fixture.fixture.summary)
        (requirement, self.way) = (fixture.fixture.requirement, way)
        expected = fixture.expected == .accepted ? .accepted : .refused
        words = [family, fixture.fixture.family.rawValue, requirement.id]
    }

    /// The replays in another browser; empty if the catalogue has no replay.
    static var replays: [LiveCase] {
        guard let requirement = LiveFixture["replayed"]?.fixture.requirement else { return [] }
        return [
            LiveCase(
                "replayedWithoutRequest", "An accepted response is delivered again, in a browser without a request.",
                requirement, .replayWithoutRequest),
            LiveCase(
                "replayedForOtherRequest", "An accepted response is delivered again, as the answer to another request.",
                requirement, .replayForOtherRequest),
        ]
    }
}

/// Which cases a run sends, and why it does not send the others.
package struct LivePlan: Sendable {
    /// The cases in the order in which they are sent: valid ones are spread between the others.
    package private(set) var cases: [LiveCase] = []
    package private(set) var notRun: [LiveResult.NotRun] = []

    /// The cases whose expectation depends on the attributes that a party requires.
    private static let attributeCases = ["missingAttribute", "attributeWithoutValue", "emptyAttributeStatement"]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - settings: What the party is expected to do.
    ///   - selection: What the user selects.
    ///   - known: The known differences, which `@known` names.
    ///   - encrypts: Whether the metadata has a certificate for encryption.
    ///   - logsOut: Whether the metadata has an address for logout messages.
    ///   - beginsLogouts: Whether the party has an address that begins a logout, and one for its answer.
    ///   - masked: Returns whether the signatures that the party wants hide what the case tests.
    /// - Throws: `CommandError` for a word that names nothing.
    package init(
        _ settings: ServiceProviderSettings, _ selection: LiveSelection, known: KnownDifferences, encrypts: Bool,
        logsOut: Bool = false, beginsLogouts: Bool = false, masked: (LiveFixture) throws -> Bool
    ) throws {
        let all = Self.all(settings)
        var leftOut = try selection.leftOut(of: all.map { ($0.name, $0.words) }, known: known)
        if all.contains(where: { $0.isLogoutRequest && leftOut[$0.name] == nil }) {
            leftOut[LiveCase.validLogout] = nil
        }
        var chosen: [LiveCase] = []
        for each in all {
            let reason =
                try leftOut[each.name]
                ?? Self.obstacle(
                    each, settings, selection, encrypts: encrypts, logsOut: logsOut, beginsLogouts: beginsLogouts,
                    masked: masked)
            if let reason {
                notRun.append(.init(name: each.name, requirement: each.requirement.id, reason: reason))
            } else {
                chosen.append(each)
            }
        }
        let (valid, others) = (chosen.filter { $0.expected == .accepted }, chosen.filter { $0.expected != .accepted })
        let ratio = Double(others.count) / Double(max(1, valid.count))
        var sent = 0
        for (index, each) in valid.enumerated() {
            cases.append(each)
            let end = index == valid.count - 1 ? others.count : Int(Double(index + 1) * ratio)
            cases += others[sent..<end]
            sent = end
        }
        cases += others[sent...]
    }

    /// Returns all cases of a party, in the catalogue's order.
    static func all(_ settings: ServiceProviderSettings) -> [LiveCase] {
        LiveFixture.responses.map { LiveCase($0, expecting: expected($0, settings), settings) } + LiveCase.replays
            + LiveCase.logouts
    }

    private static func expected(_ fixture: LiveFixture, _ settings: ServiceProviderSettings) -> LiveVerdict {
        if settings.unsolicited == .accepted, fixture.fixture.name == "unsolicited" { return .accepted }
        return fixture.deliveries == 1 && fixture.expected == .accepted ? .accepted : .refused
    }

    /// Returns why a case is not sent; `nil` if it is.
    private static func obstacle(
        _ each: LiveCase, _ settings: ServiceProviderSettings, _ selection: LiveSelection, encrypts: Bool,
        logsOut: Bool, beginsLogouts: Bool, masked: (LiveFixture) throws -> Bool
    ) throws -> String? {
        let fixture: LiveFixture
        switch each.way {
        case .fixture(let given): fixture = given
        case .logoutRequest(let given):
            if !logsOut { return "no address for logout messages, or one on another host" }
            fixture = given
        case .logoutResponse(let given):
            if !beginsLogouts { return "needs a logout that the party begins (--logout), and its address for answers" }
            fixture = given
        case .replayWithoutRequest, .replayForOtherRequest: return nil
        }
        switch fixture.fixture.liveClass {
        case .always: break
        case .encrypted: if !encrypts { return "needs an encryption key" }
        case .intrusive: if !selection.isIntrusive { return "intrusive" }
        case .stoppedClock: return "needs a stopped clock"
        case .other(let why): return why
        }
        if attributeCases.contains(each.name), !settings.requiresUserAttribute {
            return "the attribute with the name is not required"
        }
        return try masked(fixture) ? "masked: the outer signature hides it" : nil
    }
}
