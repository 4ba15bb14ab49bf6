import TVSimFixtures
import TVSimSAML

/// What a run knows of how the party shows whether it accepts a LogoutResponse.
enum LogoutRule {
    /// Nothing yet.
    case unknown
    case learnt(Ruler)
    /// Why nothing can be learnt.
    case impossible(String)
}

/// The messages of a logout: LogoutRequests of ours, and our answers to those of the party.
extension LiveRun {
    /// Signs a user in, and sends a LogoutRequest in the same browser.
    ///
    /// - Returns: The answer to the sign-in, the request, and the answer to it.
    func logOut(
        _ fixture: LiveFixture, _ signIn: inout ServiceProviderParty.SignIn, _ parties: FixtureParties
    ) throws -> (first: Observation, sent: ServiceProviderParty.Message, last: Observation) {
        guard let address = options.logout else { throw Mistake(reason: "no address for logout messages") }
        var parties = parties
        parties.sessionIndex = "_" + parties.forgedName.suffix(8)
        parties.messages[.logoutRequest] = try party.exchange(with: address)
        let good = try LiveProbe.good(signing: parties.signed ?? .assertion, for: parties)
        let first = try party.deliver(.init(good), to: &signIn)
        let made = try Self.made(fixture, for: parties)
        return (first, .init(made), try party.logOut(made.query, at: address, in: &signIn))
    }

    /// Signs a user in, lets the party begin a logout, and answers it in the same browser.
    ///
    /// - Parameters:
    ///   - signIn: The sign-in.
    ///   - parties: The parties of its response.
    ///   - make: Makes the answer for the party's request.
    /// - Returns: The answer to the sign-in, our LogoutResponse, and the answer to it.
    /// - Throws: ``Obstacle`` without addresses; what `make` and the party throw.
    func answerLogout(
        _ signIn: inout ServiceProviderParty.SignIn, _ parties: FixtureParties,
        _ make: (FixtureParties) throws -> LiveFixture.Made
    ) throws -> (first: Observation, sent: ServiceProviderParty.Message, last: Observation) {
        guard let start = options.signOut, let address = options.logoutResponses else {
            throw Obstacle(reason: "no address that begins a logout, or none for its answer")
        }
        let good = try LiveProbe.good(signing: parties.signed ?? .assertion, for: parties)
        let first = try party.deliver(.init(good), to: &signIn)
        let asked = try party.signOut(at: start, in: &signIn)
        var (parties, exchange) = (parties, try party.exchange(with: address))
        exchange.relayState = asked.relayState
        (parties.request, parties.messages[.logoutResponse]) = (asked.id, exchange)
        let made = try make(parties)
        return (first, .init(made), try party.answerLogout(made, at: address, in: &signIn))
    }

    /// Makes a LogoutResponse of the catalogue.
    static func answer(_ fixture: LiveFixture, for parties: FixtureParties) throws -> LiveFixture.Made {
        // These cases change what an answer without a relay state does not have.
        guard !fixture.fixture.name.hasPrefix("relayState") || parties.messages[.logoutResponse]?.relayState != nil
        else { throw Obstacle(reason: "the party's LogoutRequest has no RelayState") }
        guard parties.messages[.logoutResponse]?.relayState?.utf8.count ?? 0 <= RedirectBinding.longestRelayState else {
            throw Obstacle(reason: "the RelayState of the party's LogoutRequest is too long to be repeated")
        }
        return try made(fixture, for: parties)
    }

    /// Learns from valid and from unreadable LogoutResponses what the party does with them, once a run.
    ///
    /// - Throws: ``Obstacle`` if nothing can be learnt.
    func learnLogoutRule() throws {
        if case .unknown = logoutRule { logoutRule = try findLogoutRule() }
        if case .impossible(let reason) = logoutRule { throw Obstacle(reason: reason) }
    }

    private func findLogoutRule() throws -> LogoutRule {
        options.progress("calibrating the logout")
        func observe(_ make: (FixtureParties) throws -> LiveFixture.Made) throws -> Observation {
            try party.observe {
                var signIn = try party.begin()
                return try answerLogout(&signIn, party.parties(of: signIn, signed: calibration?.signed), make).last
            }
        }
        guard let valid = LiveFixture["logoutResponse"] else { throw LiveStop("the catalogue has no LogoutResponse") }
        var (accepted, refused): ([Marks], [Marks]) = ([], [])
        for _ in 0..<3 {
            let seen = try observe { try valid.make(for: $0) }
            if let failure = seen.failure { return .impossible(failure) }
            accepted.append(logoutMarks(of: seen))
        }
        for text in ["{}", "<answer", "{}"] {
            let seen = try observe { try LiveProbe.unreadableLogoutResponse(text, for: $0) }
            if let failure = seen.failure { return .impossible(failure) }
            refused.append(logoutMarks(of: seen))
        }
        // The last of each was not learnt from.
        guard let ruler = Ruler(good: Array(accepted.dropLast()), bad: Array(refused.dropLast())),
            ruler.verdict(on: accepted[2]) == .accepted, ruler.verdict(on: refused[2]) == .refused
        else {
            return .impossible("the answers to a valid and to an unreadable LogoutResponse cannot be told apart")
        }
        return .learnt(ruler)
    }

    /// Returns the marks of an answer to a LogoutResponse: those of the configuration are about sign-ins.
    func logoutMarks(of seen: Observation) -> Marks { Marks(seen, hiding: [users.subject, users.forged]) }

    /// Drops the verdicts on LogoutRequests if the valid one does not end the session: then refusals say nothing.
    ///
    /// A party may have an address for answers to its own requests only, and refuse the valid request too.
    func dropMeaninglessLogouts(_ seen: inout [Seen]) {
        guard let valid = result.cases.first(where: { $0.name == LiveCase.validLogout }), valid.isWrong else { return }
        let dropped = seen.map(\.live).filter {
            $0.isLogoutRequest && ($0.name != LiveCase.validLogout || valid.verdict == .refused)
        }
        let names = Set(dropped.map(\.name))
        seen.removeAll { names.contains($0.live.name) }
        result.cases.removeAll { names.contains($0.name) }
        result.notRun += dropped.map {
            .init(
                name: $0.name, requirement: $0.requirement.id,
                reason: "a valid LogoutRequest is not answered with Success")
        }
    }
}
