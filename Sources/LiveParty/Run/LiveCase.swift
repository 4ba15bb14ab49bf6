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
    init(_ fixture: LiveFixture, expecting expected: LiveVerdict) {
        (name, family, summary) = (fixture.fixture.name, fixture.fixture.family.rawValue, fixture.fixture.summary)
        (requirement, self.expected, way) = (fixture.fixture.requirement, expected, .fixture(fixture))
        words = [family, requirement.id, fixture.fixture.expectation]
    }

    /// Creates a case that the catalogue does not have, because it needs two browsers.
    private init(_ name: String, _ summary: String, _ requirement: Requirement, _ way: Way) {
        (self.name, family, self.summary) = (name, FixtureCase.Family.replay.rawValue, summary)
        (self.requirement, expected, self.way) = (requirement, .refused, way)
        words = [family, requirement.id]
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
    ///   - masked: Returns whether the signatures that the party wants hide what the case tests.
    /// - Throws: `CommandError` for a word that names nothing.
    package init(
        _ settings: ServiceProviderSettings, _ selection: LiveSelection, known: KnownDifferences, encrypts: Bool,
        masked: (LiveFixture) throws -> Bool
    ) throws {
        let all = LiveFixture.responses.map { LiveCase($0, expecting: Self.expected($0, settings)) } + LiveCase.replays
        let leftOut = try selection.leftOut(of: all.map { ($0.name, $0.words) }, known: known)
        var chosen: [LiveCase] = []
        for each in all {
            let reason =
                try leftOut[each.name]
                ?? Self.obstacle(each, settings, selection, encrypts: encrypts, masked: masked)
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

    private static func expected(_ fixture: LiveFixture, _ settings: ServiceProviderSettings) -> LiveVerdict {
        if settings.unsolicited == .accepted, fixture.fixture.name == "unsolicited" { return .accepted }
        return fixture.deliveries == 1 && fixture.expected == .accepted ? .accepted : .refused
    }

    /// Returns why a case is not sent; `nil` if it is.
    private static func obstacle(
        _ each: LiveCase, _ settings: ServiceProviderSettings, _ selection: LiveSelection, encrypts: Bool,
        masked: (LiveFixture) throws -> Bool
    ) throws -> String? {
        guard case .fixture(let fixture) = each.way else { return nil }
        switch fixture.fixture.liveClass {
        case .always: break
        case .encrypted: if !encrypts { return "needs an encryption key" }
        case .intrusive: if !selection.isIntrusive { return "intrusive" }
        case .stoppedClock: return "needs a stopped clock"
        case .other(let why): return why
        }
        if attributeCases.contains(each.name), settings.requires.isEmpty { return "no attribute is required" }
        return try masked(fixture) ? "masked: the outer signature hides it" : nil
    }
}
