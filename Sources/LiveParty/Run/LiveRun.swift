package import Foundation
import TVSimCore
import TVSimFixtures
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Sends the cases of a plan to a service provider, in groups between controls, and judges the answers.
package final class LiveRun {
    /// What a run needs beside the party.
    package struct Options {
        package var settings = ServiceProviderSettings()
        package var verdict = VerdictSettings()
        package var selection = LiveSelection()
        package var known = KnownDifferences()
        package var endsAtFirst = false
        package var encrypts = false
        /// The values of the user's further attributes, which no report names.
        package var attributeValues: [String] = []
        /// The address for LogoutRequests; `nil` without one.
        package var logout: WebAddress?
        /// The address that signs the user out, and sends a LogoutRequest; `nil` without one.
        package var signOut: WebAddress?
        /// The address for LogoutResponses; `nil` without one.
        package var logoutResponses: WebAddress?
        /// Tells a person what is sent now.
        package var progress: (String) -> Void = { _ in }
        package var now: () -> Date = { Date(timeIntervalSince1970: 0) }

        /// Creates the standard options.
        package init() {}
    }

    /// The cases between two controls.
    private static let groupSize = 20
    /// The waits after a failed control; the control after the last one ends the run.
    private static let waits: [Duration] = [.seconds(6), .seconds(30), .seconds(30)]

    let party: ServiceProviderParty
    private let pace: LivePace
    let options: Options
    let users: KnownUsers
    var result: LiveResult
    private(set) var calibration: Calibration?
    /// The rule by which answers are judged, whose marks of words may become fewer.
    private var ruler: Ruler?
    /// The rule by which answers to LogoutResponses are judged.
    var logoutRule = LogoutRule.unknown

    /// What was observed of a case.
    struct Seen {
        let live: LiveCase
        let observation: Observation
        let message: ServiceProviderParty.Message
        /// The answer to the first of two deliveries; `nil` if the response was delivered once.
        var first: Observation?
        let isInSameBrowser: Bool
        let seconds: Double
    }

    /// Creates a run.
    package init(_ party: ServiceProviderParty, pace: LivePace, users: KnownUsers, head: LiveResult, options: Options) {
        (self.party, self.pace, self.users, result, self.options) = (party, pace, users, head, options)
    }

    /// Calibrates, sends the cases, and returns what came of them, also if the run had to stop.
    ///
    /// - Throws: `CommandError` for a selection that names nothing; what is neither a stop nor an answer.
    package func run() throws -> LiveResult {
        var seen: [Seen] = []
        // Also a run that stops before its first case tells all of them.
        var plan = try plan { _ in false }
        do {
            try calibrate()
            let signed = calibration?.signed ?? .assertion
            plan = try self.plan { try $0.isMasked(for: party.parties(of: nil, signed: signed)) }
            try send(plan.cases, &seen)
        } catch let stop as LiveStop {
            (result.stopped, result.stoppedBecause) = (stop.reason, stop.lines)
        }
        let told = Set(seen.map(\.live.name) + result.notRun.map(\.name))
        let end = result.stopped == nil ? "the run ended at a wrong verdict" : "the run stopped before"
        result.notRun = plan.notRun + result.notRun
        result.notRun += plan.cases.filter { !told.contains($0.name) }
            .map { .init(name: $0.name, requirement: $0.requirement.id, reason: end) }
        result.cases = seen.map(judged)
        dropMeaninglessLogouts(&seen)
        var tested: Set<String> = []
        result.requirements = seen.map(\.live.requirement).filter { tested.insert($0.id).inserted }
            .map { result.requirement(PartyRequirement($0)) }
        result.requests = pace.requests
        result.ended = TimeText.format(options.now())
        return result
    }

    private func plan(masked: (LiveFixture) throws -> Bool) throws -> LivePlan {
        try LivePlan(
            options.settings, options.selection, known: options.known, encrypts: options.encrypts,
            logsOut: options.logout != nil,
            beginsLogouts: options.signOut != nil && options.logoutResponses != nil, masked: masked)
    }

    private func calibrate() throws {
        let choices: [SignedElements] =
            switch options.settings.signed {
            case .auto: [.assertion, .both, .response]
            case .assertion: [.assertion]
            case .response: [.response]
            case .both: [.both]
            }
        options.progress("calibrating")
        let found = try Calibration(trying: choices, users: users, configured: options.verdict.accepted) { message in
            try self.observe { try Self.make(message, for: $0) }
        }
        (calibration, ruler) = (found, found.ruler)
        result.calibration = .init(
            accepted: found.ruler.accepted.sorted(), refused: found.ruler.refused.sorted(),
            signed: found.signed.rawValue,
            proof: found.proof, weak: found.ruler.isWeak)
    }

    /// Delivers one message in a new sign-in.
    private func observe(
        signed: SignedElements? = nil, _ make: (FixtureParties) throws -> ServiceProviderParty.Message
    ) throws -> Observation {
        try party.observe {
            var signIn = try party.begin()
            return try party.deliver(try make(party.parties(of: signIn, signed: signed)), to: &signIn)
        }
    }

    private static func make(
        _ message: CalibrationMessage, for parties: FixtureParties
    ) throws -> ServiceProviderParty.Message {
        var parties = parties
        switch message {
        case .good(let signed): return .init(try LiveProbe.good(signing: signed, for: parties))
        case .json: return .init(LiveProbe.json())
        case .unsignedRefusal: return .init(try LiveProbe.unsignedRefusal(for: parties))
        case .half: return .init(try LiveProbe.half(for: parties))
        case .oneStatus: return try make("statusRequester", for: parties)
        case .defect(let name, let signed):
            parties.signed = signed
            return try make(name, for: parties)
        }
    }

    private static func make(_ name: String, for parties: FixtureParties) throws -> ServiceProviderParty.Message {
        guard let fixture = LiveFixture[name] else { throw LiveStop("the catalogue has no case '\(name)'") }
        return .init(try fixture.make(for: parties))
    }

    /// Sends the cases in groups, each followed by a control.
    private func send(_ cases: [LiveCase], _ seen: inout [Seen]) throws {
        var (rest, size, failures) = (cases[...], Self.groupSize, 0)
        while !rest.isEmpty {
            let group = rest.prefix(size)
            let ruleBefore = logoutRule
            var found: [Seen] = []
            var isLast = false
            for each in group {
                options.progress("\(seen.count + found.count + 1)/\(cases.count) \(each.name)")
                guard let one = try send(each) else { continue }
                found.append(one)
                isLast = options.endsAtFirst && judged(one).isWrong
                if isLast { break }
            }
            if try controlsHold() {
                seen += found
                rest = isLast ? [] : rest.dropFirst(group.count)
                failures = 0
                continue
            }
            // The results since the last control say nothing: the party may be locked.
            result.notRun.removeAll { dropped in group.contains { $0.name == dropped.name } }
            logoutRule = ruleBefore
            guard failures < Self.waits.count else {
                throw LiveStop(
                    "a control got the wrong verdict: a valid or an unreadable response is answered otherwise than before"
                )
            }
            pace.pause(Self.waits[failures])
            failures += 1
            size = max(1, size / 2)
        }
    }

    /// Sends one case; `nil` if our own message is not what the case says.
    private func send(_ each: LiveCase) throws -> Seen? {
        let stopwatch = Stopwatch()
        var (message, first) = (ServiceProviderParty.Message(""), Observation?.none)
        var deliveries = 1
        do {
            if case .logoutResponse = each.way { try learnLogoutRule() }
            let observation = try party.observe {
                first = nil
                var signIn = try party.begin()
                let parties = party.parties(of: signIn, signed: calibration?.signed)
                switch each.way {
                case .logoutRequest(let fixture):
                    let (one, sent, answer) = try logOut(fixture, &signIn, parties)
                    (first, message) = (one, sent)
                    return answer
                case .logoutResponse(let fixture):
                    let (one, sent, answer) = try answerLogout(&signIn, parties) { try Self.answer(fixture, for: $0) }
                    (first, message) = (one, sent)
                    return answer
                case .fixture(let fixture):
                    let made = try Self.made(fixture, for: parties)
                    (message, deliveries) = (.init(made), fixture.deliveries)
                    guard deliveries > 1 else { return try party.deliver(message, to: &signIn) }
                    // The session of the first delivery must not be taken for one of the second.
                    var again = signIn
                    first = try party.deliver(message, to: &signIn)
                    return try party.deliver(message, to: &again)
                case .replayWithoutRequest, .replayForOtherRequest:
                    message = .init(try LiveProbe.good(signing: parties.signed ?? .assertion, for: parties))
                    first = try party.deliver(message, to: &signIn)
                    guard case .replayForOtherRequest = each.way else {
                        return try party.deliver(message, withoutRequestAt: signIn.consumer)
                    }
                    var other = try party.begin()
                    return try party.deliver(message, to: &other)
                }
            }
            return Seen(
                live: each, observation: observation, message: message, first: first, isInSameBrowser: deliveries > 1,
                seconds: stopwatch.elapsed / .seconds(1))
        } catch let obstacle as Obstacle {
            result.notRun.append(.init(name: each.name, requirement: each.requirement.id, reason: obstacle.reason))
            return nil
        } catch let error where !(error is LiveStop) {
            let reason = (error as? Mistake)?.reason ?? "our message could not be made: \(error)"
            result.notRun.append(
                .init(name: each.name, requirement: each.requirement.id, reason: reason, mistake: true))
            return nil
        }
    }

    /// A message of ours that is not what its case says.
    struct Mistake: Error { let reason: String }
    /// Why a case cannot be sent to this party.
    struct Obstacle: Error { let reason: String }

    /// Makes a message that is what its case says.
    static func made(_ fixture: LiveFixture, for parties: FixtureParties) throws -> LiveFixture.Made {
        let made = try fixture.make(for: parties)
        guard try fixture.isAsExpected(made, for: parties) else {
            throw Mistake(reason: "our message is '\(try fixture.verdict(on: made, for: parties))'")
        }
        return made
    }

    /// Returns whether a valid and an unreadable response still get their verdicts.
    private func controlsHold() throws -> Bool {
        guard let calibration, var ruler else { return false }
        options.progress("control")
        let good = try observe { .init(try LiveProbe.good(signing: calibration.signed, for: $0)) }
        let bad = try observe { _ in .init(LiveProbe.json()) }
        let marks = self.marks(of: good)
        if ruler.isWeak, good.failure == nil, ruler.verdict(on: marks) == .unclear,
            let fewer = ruler.without(wordsMissingIn: marks)
        {
            ruler = fewer
        }
        guard ruler.judge(good, marks, users).verdict == .accepted,
            ruler.judge(bad, self.marks(of: bad), users).verdict == .refused
        else { return false }
        self.ruler = ruler
        return true
    }

    private func marks(of seen: Observation) -> Marks {
        Marks(seen, hiding: [users.subject, users.forged], configured: options.verdict.accepted)
    }

    /// Judges what was observed, with the marks that are left.
    private func judged(_ seen: Seen) -> LiveResult.Case {
        let judgement = judgement(on: seen)
        let isWrong = judgement.verdict != seen.live.expected
        let known = options.known.standing(of: seen.live.name, judgement.verdict, isWrong: isWrong, at: options.now())
        return LiveResult.Case(
            name: seen.live.name, requirement: seen.live.requirement.id, summary: seen.live.summary,
            expected: seen.live.expected, verdict: judgement.verdict, user: judgement.user, forged: judgement.isForged,
            weak: judgement.isWeak, known: known.isKnown, stale: known.stale, note: judgement.note,
            evidence: isWrong || judgement.isForged ? evidence(of: seen) : [], seconds: seen.seconds)
    }

    private func judgement(on seen: Seen) -> Judgement {
        guard let ruler else { return Judgement(verdict: .unclear) }
        if let first = seen.first, ruler.judge(first, marks(of: first), users).verdict != .accepted {
            return Judgement(verdict: .unclear, note: "the first delivery was not accepted")
        }
        switch seen.live.way {
        case .logoutRequest: return ruler.judge(logout: seen.observation, marks(of: seen.observation))
        case .logoutResponse:
            guard case .learnt(let ruler) = logoutRule else { return Judgement(verdict: .unclear) }
            return ruler.judge(seen.observation, logoutMarks(of: seen.observation), users)
        case .fixture, .replayWithoutRequest, .replayForOtherRequest: break
        }
        // A session that began before the sign-in is signed in by the first delivery, which the probe cannot tell.
        guard seen.isInSameBrowser, seen.observation.failure == nil else {
            let judgement = ruler.judge(seen.observation, marks(of: seen.observation), users)
            // A party that shows its user must show the whole name, as for each valid response before.
            guard calibration?.proof == .name, judgement.verdict == .accepted, seen.live.expected == .accepted,
                let name = seen.message.name, !users.shows(name, in: seen.observation)
            else { return judgement }
            return Judgement(verdict: .unclear, note: "accepted, and the user's whole name is not shown")
        }
        guard let other = ruler.withoutProbe else {
            return Judgement(verdict: .unclear, note: "only the probe shows acceptance, and the session was signed in")
        }
        return other.judge(seen.observation, marks(of: seen.observation), users)
    }

    private func evidence(of seen: Seen) -> [String] {
        let names = [(name: users.forged, mark: "«forged user»"), (name: users.subject, mark: "«user»")]
        let sent = seen.message.xml.isEmpty ? seen.message.samlResponse : seen.message.xml
        return ["sent:", String(hidden(sent, names).prefix(20_000)), "answers:"]
            + seen.observation.lines(showing: names, hiding: options.attributeValues)
    }

    /// Returns a message without the user's name and attributes.
    ///
    /// A short value is hidden only where it is a whole text.
    private func hidden(_ message: String, _ names: [(name: String, mark: String)]) -> String {
        let named = names.reduce(message) { $0.replacing($1.name, with: $1.mark) }
        return options.attributeValues.map(XMLEscaping.escape).reduce(named) {
            $0.replacing(">\($1)<", with: ">«value»<")
        }
    }
}
