package import Foundation
import TVSimCore
import TVSimFixtures
import TVSimSAML
import TVSimStructuredText

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

    private let party: ServiceProviderParty
    private let pace: LivePace
    private let options: Options
    private let users: KnownUsers
    private var result: LiveResult
    private var calibration: Calibration?
    /// The rule by which answers are judged, whose marks of words may become fewer.
    private var ruler: Ruler?

    /// What was observed of a case.
    private struct Seen {
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
        var (seen, planned): ([Seen], [LiveCase]) = ([], [])
        do {
            try calibrate()
            let signed = calibration?.signed ?? .assertion
            let plan = try LivePlan(
                options.settings, options.selection, known: options.known, encrypts: options.encrypts
            ) { try $0.isMasked(for: party.parties(of: nil, signed: signed)) }
            (result.notRun, planned) = (plan.notRun, plan.cases)
            try send(plan.cases, &seen)
        } catch let stop as LiveStop {
            (result.stopped, result.stoppedBecause) = (stop.reason, stop.lines)
        }
        let told = Set(seen.map(\.live.name) + result.notRun.map(\.name))
        let end = result.stopped == nil ? "the run ended at a wrong verdict" : "the run stopped before"
        result.notRun += planned.filter { !told.contains($0.name) }
            .map { .init(name: $0.name, requirement: $0.requirement.id, reason: end) }
        result.cases = seen.map(judged)
        result.requirements = requirements(of: seen.map(\.live))
        result.requests = pace.requests
        result.ended = TimeText.format(options.now())
        return result
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
            result.notRun.removeAll { mistake in mistake.mistake && group.contains { $0.name == mistake.name } }
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
            let observation = try party.observe {
                first = nil
                var signIn = try party.begin()
                let parties = party.parties(of: signIn, signed: calibration?.signed)
                switch each.way {
                case .fixture(let fixture):
                    let made = try fixture.make(for: parties)
                    guard try fixture.isAsExpected(made, for: parties) else {
                        let verdict = try fixture.verdict(on: made, for: parties)
                        throw Mistake(reason: "our message is '\(verdict)'")
                    }
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
        } catch let error where !(error is LiveStop) {
            let reason = (error as? Mistake)?.reason ?? "our message could not be made: \(error)"
            result.notRun.append(
                .init(name: each.name, requirement: each.requirement.id, reason: reason, mistake: true))
            return nil
        }
    }

    private struct Mistake: Error { let reason: String }

    /// Returns whether a valid and an unreadable response still get their verdicts.
    private func controlsHold() throws -> Bool {
        guard let calibration, var ruler else { return false }
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
        let known = options.known[seen.live.name]
        let isKnown = known?.verdict == judgement.verdict && judgement.verdict != seen.live.expected
        var stale: String?
        if let known, !isKnown {
            stale = "the known difference '\(known.verdict.rawValue)' is gone"
        } else if known?.isPast(at: options.now()) == true {
            stale = "the known difference was to end on \(known?.until ?? "")"
        }
        let isWrong = judgement.verdict != seen.live.expected
        return LiveResult.Case(
            name: seen.live.name, requirement: seen.live.requirement.id, summary: seen.live.summary,
            expected: seen.live.expected, verdict: judgement.verdict, user: judgement.user, forged: judgement.isForged,
            weak: judgement.isWeak, known: isKnown && stale == nil, stale: stale, note: judgement.note,
            evidence: isWrong || judgement.isForged ? evidence(of: seen) : [], seconds: seen.seconds)
    }

    private func judgement(on seen: Seen) -> Judgement {
        guard let ruler else { return Judgement(verdict: .unclear) }
        if let first = seen.first, ruler.judge(first, marks(of: first), users).verdict != .accepted {
            return Judgement(verdict: .unclear, note: "the first delivery was not accepted")
        }
        // A session that began before the sign-in is signed in by the first delivery, which the probe cannot tell.
        guard seen.isInSameBrowser, seen.observation.failure == nil else {
            return ruler.judge(seen.observation, marks(of: seen.observation), users)
        }
        guard let other = ruler.withoutProbe else {
            return Judgement(verdict: .unclear, note: "only the probe shows acceptance, and the session was signed in")
        }
        return other.judge(seen.observation, marks(of: seen.observation), users)
    }

    private func evidence(of seen: Seen) -> [String] {
        let names = [(name: users.forged, mark: "«forged user»"), (name: users.subject, mark: "«user»")]
        let sent = seen.message.xml.isEmpty ? seen.message.samlResponse : seen.message.xml
        return ["sent:", String(sent.prefix(20_000)), "answers:"] + seen.observation.lines(showing: names)
    }

    /// Returns the requirements of the cases that were sent, in order.
    private func requirements(of cases: [LiveCase]) -> [LiveResult.Requirement] {
        var seen: Set<String> = []
        return cases.map(\.requirement).filter { seen.insert($0.id).inserted }.map { requirement in
            let own = result.cases.filter { $0.requirement == requirement.id }
            let wrong = own.filter(\.isWrong)
            let isOpen = wrong.allSatisfy { [.unclear, .noAnswer].contains($0.verdict) }
            return LiveResult.Requirement(
                id: requirement.id, sentence: requirement.sentence, section: requirement.strength.source,
                strength: requirement.strength.isRequired ? "required" : "choice",
                verdict: wrong.isEmpty ? .holds : isOpen ? .unclear : .violated, cases: wrong.map(\.name))
        }
    }
}
