package import Foundation
import TVSimEntitlementAPI
package import TVSimFixtures
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Examines an identity provider: its metadata, its answers to requests, and its answers after sign-ins.
package final class IdentityProviderRun {
    /// What a run needs beside the parties.
    package struct Options {
        package var settings = IdentityProviderSettings()
        package var plan = IdentityProviderPlan()
        /// What the user fills in, which no identifier may show.
        package var credentials: [String] = []
        package var known = KnownDifferences()
        /// The keys of the messages of the catalogue; `nil` for the simulation's.
        package var keys: FixtureParties.Keys?
        /// Tells a person what is sent now.
        package var progress: (String) -> Void = { _ in }
        package var now: () -> Date = { Date(timeIntervalSince1970: 0) }

        /// Creates the standard options.
        package init() {}
    }

    /// The requests between two controls.
    private static let groupSize = 15

    private let client: LiveClient
    private let party: OurServiceProvider
    private let provider: IdentityProviderMetadata
    private let user: (any SignIn)?
    private let options: Options
    private var plan: IdentityProviderPlan { options.plan }
    private var result: LiveResult
    private var requirements: [PartyRequirement] = []
    private let patience = Patience()

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - client: Sends the requests.
    ///   - party: Our party.
    ///   - provider: The identity provider, by its metadata.
    ///   - user: Signs in; `nil` for a run without sign-ins.
    ///   - head: The result with the names of the run.
    ///   - options: The rest.
    package init(
        _ client: LiveClient, as party: OurServiceProvider, at provider: IdentityProviderMetadata,
        user: (any SignIn)?, head: LiveResult, options: Options
    ) {
        (self.client, self.party, self.provider, self.user) = (client, party, provider, user)
        (result, self.options) = (head, options)
        result.party = "identityProvider"
    }

    /// Examines everything, and returns what came of it, also if the run had to stop.
    ///
    /// - Throws: What is neither a stop nor an answer, such as a message that cannot be made.
    package func run() throws -> LiveResult {
        add(provider.checks(at: options.now()))
        do {
            guard
                plan.wants(.requests) || plan.wants(.logoutRequests) || user != nil && plan.wants(.signIn)
            else { return finished() }
            // Nothing else is sent without the proof that the party has our metadata.
            try sendRequests(calibrate())
            try sendLogoutRequests()
            if let user, plan.wants(.signIn) {
                options.progress("signing in")
                var script = SignInScript(
                    party: party, provider: provider, settings: options.settings, credentials: options.credentials,
                    user: user, now: options.now)
                add(try script.run(plan.wants))
            }
        } catch let stop as LiveStop {
            (result.stopped, result.stoppedBecause) = (stop.reason, stop.lines)
        } catch let failure as TransportFailure {
            result.stopped = "the identity provider does not answer: \(failure.code.told)"
        }
        return finished()
    }

    /// Returns the result, in which every case is told, or why it was not examined.
    private func finished() -> LiveResult {
        let told = Set(result.cases.map(\.name) + result.notRun.map(\.name))
        for each in IdentityProviderPlan.cases where !told.contains(each.name) {
            let reason: String =
                if let reason = plan.reason(each.name) {
                    reason
                } else if each.family == .signIn, user == nil {
                    "no user signs in"
                } else {
                    result.stopped == nil ? "the first sign-in did not succeed" : "the run stopped before"
                }
            result.notRun.append(.init(name: each.name, requirement: each.requirement.id, reason: reason))
        }
        result.requirements = requirements.map(result.requirement)
        result.requests = client.pace.requests
        result.ended = TimeText.format(options.now())
        return result
    }

    // MARK: - Requests

    private func sendRequests(_ judge: RequestJudge) throws {
        let demandsSignatures =
            switch options.settings.signedRequests {
            case .auto: provider.wantsSignedRequests
            case .required: true
            case .optional: false
            }
        var sinceControl: [() -> Void] = []
        let requests = RequestCase.all.filter { plan.wants($0.name) }
        for (index, request) in requests.enumerated() {
            options.progress("request \(index + 1)/\(requests.count) \(request.name)")
            let query = try request.query(from: party, to: provider.singleSignOn, at: options.now())
            if request.isSentTwice { _ = try self.answer(to: query) }
            let answer = try self.answer(to: query)
            let verdict = judge.judge(answer, to: request, signedRequests: demandsSignatures)
            sinceControl.append { [unowned self] in
                add(
                    request.name, request.requirement, request.summary, verdict,
                    ["sent:", query, "answers:"] + answer.seen.lines())
            }
            guard sinceControl.count == Self.groupSize || index == requests.count - 1 else { continue }
            let control = try valid()
            guard judge.isSignInPage(control) == true else {
                throw LiveStop(
                    "a valid request shows no sign-in page any more: the party changed, and the last "
                        + "\(sinceControl.count) results are dropped", control.seen.lines())
            }
            for keep in sinceControl { keep() }
            sinceControl = []
        }
    }

    /// Learns the page that signs a user in, and makes sure that the party knows our metadata.
    private func calibrate() throws -> RequestJudge {
        options.progress("calibrating")
        let good = try (0..<3).map { _ in try valid() }
        let bad = try ["", "SAMLRequest=tvsim-live", "SAMLRequest=%7B%7D"].map { try answer(to: $0) }
        let heldOut = try valid()
        guard let judge = RequestJudge(good: good, bad: bad), judge.isSignInPage(heldOut) == true,
            !bad.contains(where: { judge.isSignInPage($0) != false })
        else {
            throw LiveStop(
                "the answers to valid and to unreadable requests cannot be told apart",
                ["a valid request:"] + good[0].seen.lines() + ["an unreadable request:"] + bad[1].seen.lines())
        }
        let stranger = try answer(
            to: RequestCase.unknownIssuer.query(from: party, to: provider.singleSignOn, at: options.now()))
        guard judge.isSignInPage(stranger) == false else {
            throw LiveStop(
                "it is not proven that the party has our metadata: a request of an unknown issuer shows a sign-in page "
                    + "too",
                ["the answer:"] + stranger.seen.lines())
        }
        result.calibration = .init(
            accepted: judge.marks, refused: [], signed: "request", proof: .stranger, weak: false)
        return judge
    }

    private func valid() throws -> RequestAnswer {
        try answer(to: RequestCase.valid.query(from: party, to: provider.singleSignOn, at: options.now()))
    }

    private func answer(to query: String) throws -> RequestAnswer {
        try observe { browser in
            guard let address = WebAddress(provider.singleSignOn)?.adding(query: query),
                client.allowed.contains(address)
            else {
                throw LiveStop("'\(provider.singleSignOn)' is on another host than the metadata: add it to 'hosts'")
            }
            return RequestAnswer(try browser.visit(address, until: party.owns), at: party)
        }
    }

    /// Opens an address in a new browser, once more if the party does not answer.
    private func observe(_ visit: (inout LiveBrowser) throws -> RequestAnswer) throws -> RequestAnswer {
        try patience.perform {
            var browser = LiveBrowser(over: client)
            return try visit(&browser)
        } silent: {
            RequestAnswer(failure: $0)
        }
    }

    // MARK: - Logout requests

    /// Sends the LogoutRequests of the catalogue from a browser without a session.
    private func sendLogoutRequests() throws {
        let fixtures = IdentityProviderPlan.logoutRequests.filter { plan.wants($0.logoutName) }
        guard !fixtures.isEmpty else { return }
        func leaveOut(_ fixtures: [LiveFixture], _ reason: String) {
            result.notRun += fixtures.map {
                .init(name: $0.logoutName, requirement: $0.fixture.requirement.id, reason: reason)
            }
        }
        let sent = fixtures.filter { $0.fixture.liveClass == .always }
        leaveOut(fixtures.filter { $0.fixture.liveClass != .always }, "not for live parties")
        guard let endpoint = provider.singleLogout, let address = WebAddress(endpoint.location),
            client.allowed.contains(address)
        else {
            return leaveOut(sent, "no address for logout messages, or one on another host")
        }
        guard let honest = LiveFixture["logoutRequest"] else { return }
        let valid = try answer(toLogout: honest, at: address)
        guard valid.statusCodes.first == SAMLStatusCode.success else {
            let told = valid.statusCodes.isEmpty ? "is not answered with a status" : "has another status than Success"
            return leaveOut(sent, "a valid request without a session \(told), so refusals cannot be told apart")
        }
        for fixture in sent {
            options.progress("logout request \(fixture.fixture.name)")
            let answer = try self.answer(toLogout: fixture, at: address)
            let isSuccess = answer.statusCodes.first == SAMLStatusCode.success
            let found: LiveVerdict = answer.seen.failure != nil ? .noAnswer : isSuccess ? .accepted : .refused
            add(
                fixture.logoutName, PartyRequirement(fixture.fixture.requirement), fixture.fixture.summary,
                RequestVerdict(fixture.expected == .accepted ? .accepted : .refused, found, note: answer.seen.failure),
                answer.seen.lines())
        }
    }

    private func answer(toLogout fixture: LiveFixture, at address: WebAddress) throws -> RequestAnswer {
        var parties = FixtureParties()
        (parties.issuer, parties.audience, parties.recipient) = (provider.entityID, party.entityID, party.consumer)
        (parties.keys, parties.instant) = (options.keys, options.now().inWholeSeconds)
        parties.messages[.logoutRequest] = .init(
            issuer: party.entityID, destination: address.text, identity: party.identity,
            certificate: party.identity.certificate.pem)
        let made = try fixture.make(for: parties)
        return try observe { browser in
            RequestAnswer(try browser.visit(address.adding(query: made.query), until: party.owns), at: party)
        }
    }

    // MARK: - Results

    private func add(_ checks: [PartyCheck]) {
        for check in checks where plan.wants(check.name) {
            switch check.outcome {
            case .notShown(let reason):
                result.notRun.append(.init(name: check.name, requirement: check.requirement.id, reason: reason))
            case .holds:
                add(check.name, check.requirement, check.requirement.sentence, RequestVerdict(.accepted, .accepted), [])
            case .violated(let found):
                add(
                    check.name, check.requirement, check.requirement.sentence,
                    RequestVerdict(.accepted, .refused, note: found), [])
            }
        }
    }

    private func add(
        _ name: String, _ requirement: PartyRequirement, _ summary: String, _ verdict: RequestVerdict,
        _ evidence: [String]
    ) {
        if let reason = verdict.notShown {
            result.notRun.append(.init(name: name, requirement: requirement.id, reason: reason))
            return
        }
        if !requirements.contains(requirement) { requirements.append(requirement) }
        let isWrong = verdict.expected != verdict.found
        let known = options.known.standing(of: name, verdict.found, isWrong: isWrong, at: options.now())
        result.cases.append(
            .init(
                name: name, requirement: requirement.id, summary: summary, expected: verdict.expected,
                verdict: verdict.found, user: nil, forged: false, weak: false, known: known.isKnown,
                stale: known.stale, note: verdict.note,
                evidence: isWrong ? evidence : [], seconds: 0))
    }
}
