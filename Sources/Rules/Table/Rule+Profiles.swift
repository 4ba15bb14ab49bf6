import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

// What an app does with its profiles.
extension Rule {
    static let profiles: [Rule] = [
        Rule(
            .profilesKept, .mandatory, .configuration,
            "The app keeps the profile that it got, and does not ask for it again and again.",
            trigger: "The app knows a valid profile, and asks for a decision or for its profiles.",
            why: "Overloaded resources, latency, and HTTP 429.",
            chosen: "No document has a number: 4 requests are accepted if each follows within a minute. Another "
                + "request, identity or status of the framework begins anew, and so does a mark or a command that "
                + "does not move the clock, because the profiles may have changed.",
            needs: [.facts, .bodies, .times],
            by: [.mandatory("Authentication Phase", "Profiles Caching"), .faq("Authentication Phase", 8)]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var asked: [Install.ObservedEvent] = []
            for moment in install.moments {
                if moment.isIntervention { asked = [] }
                guard let fact = moment.request else { continue }
                defer { known.learn(from: fact) }
                let isOfProfiles = fact.endpoint == .profiles || fact.endpoint == .profile
                let isKnown =
                    fact.endpoint == .profiles
                    ? known.hasValid(at: moment.time, like: fact)
                    : known.valid(of: fact.integration, at: moment.time) != nil
                if isKnown, isOfProfiles || fact.isDecision { assessment.exercise() }
                // A decision may change what a profile says about the user.
                guard isOfProfiles, isKnown else {
                    asked = []
                    continue
                }
                if let last = asked.last {
                    // Requests that were sent at the same time repeat none of each other.
                    guard moment.follows(last) else { continue }
                    if moment.gap(since: last) >= 60 || !fact.isRepetition(of: last.request) { asked = [] }
                }
                asked.append(moment)
                guard asked.count == 5 else { continue }
                assessment.find(
                    asked, "\(fact.text) is sent again and again, and the profile is known and valid",
                    instead: "keep the MVPD, the attributes and the end of the profile")
            }
            return assessment
        },
        Rule(
            .profilesMany, .recommended, .configuration, "The app chooses one of several profiles.",
            trigger: "The service answers with two profiles or more, and the app goes on.",
            why: "An app that does not work.",
            by: [.recommended("Authentication Phase", "Multiple Profiles Support"), .faq("Authentication Phase", 11)]
        ) { install, _ in
            var assessment = Assessment()
            var several: (moment: Install.ObservedEvent, mvpds: [String])?
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if fact.endpoint == .profiles, let profiles = fact.answer?.profiles {
                    several = profiles.count > 1 ? (moment, profiles.map(\.mvpd)) : nil
                }
                let isOther = [Endpoint.session, .partnerSession, .profile].contains(fact.endpoint)
                guard fact.isDecision || isOther, let answer = several else { continue }
                assessment.exercise()
                several = nil
                guard !isOther, let mvpd = fact.mvpd, !answer.mvpds.contains(mvpd) else { continue }
                assessment.find(
                    [answer.moment, moment],
                    "the decision is for \(mvpd), and the profiles are of \(answer.mvpds.joined(separator: " and "))",
                    instead: "let the user choose one of the profiles")
            }
            return assessment
        },
        Rule(
            .profileEnded, .mandatory, .configuration,
            "Without a profile the app begins a sign-in before a decision.",
            trigger: "The service answers without a profile, or the app logs out, and the app goes on.",
            why: "HTTP 403, overloaded resources, and latency.",
            chosen: "A decision that does not ask for a sign-in shows that there was a profile, or none was needed. "
                + "After an answer without a profile, a decision with no answer, a 401, a 429, or a status from 500 "
                + "shows nothing: a temporary pass may need none.",
            by: [.faq("Authentication Phase", 12)]
        ) { install, _ in
            var assessment = Assessment()
            // The integration of an empty answer; one without an MVPD stands for all.
            var ended: [String: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                let all = fact.integration(with: "")
                if let profiles = fact.answer?.profiles {
                    if profiles.isEmpty {
                        if fact.endpoint == .profiles { ended[all] = moment }
                        if fact.endpoint == .profile, let name = fact.integration { ended[name] = moment }
                    } else {
                        ended[all] = nil
                        for profile in profiles { ended[fact.integration(with: profile.mvpd)] = nil }
                    }
                }
                if fact.endpoint == .logout, fact.succeeded, let name = fact.integration { ended[name] = moment }
                if [Endpoint.session, .partnerSession, .partnerProfile].contains(fact.endpoint) {
                    if !ended.isEmpty { assessment.exercise() }
                    ended = [:]
                }
                guard fact.isDecision, let mvpd = fact.mvpd, let empty = ended[fact.integration ?? ""] ?? ended[all],
                    moment.follows(empty), fact.wasJudged || empty.request?.endpoint == .logout
                else { continue }
                assessment.exercise()
                guard !fact.wasDecided else { continue }
                assessment.find(
                    [empty, moment],
                    "a decision is asked for without a profile of \(mvpd)"
                        + (empty.request?.endpoint == .logout ? ", after a logout" : ""),
                    instead: "begin a session first")
                ended = [:]
            }
            return assessment
        },
    ]
}

extension RequestFact {
    /// Whether the service made the decision, or may have: by a profile that another screen made, by a pass, a degradation
    /// or the integration.
    fileprivate var wasDecided: Bool {
        let sources = answer?.decisions?.map(\.source) ?? []
        return succeeded && answer?.demands(.authentication) == false || sources.contains { $0 != .mvpd }
            || answer?.errors.contains { $0.code.hasPrefix("temporary_") } == true
    }

    /// Whether the service has looked at what was asked for: the token was good, and nothing was too much or failed.
    fileprivate var wasJudged: Bool {
        answer.map { $0.status < 500 && $0.status != 401 && $0.status != 429 } ?? false
    }

    /// Whether another request asked the same, with the same identities.
    fileprivate func isRepetition(of other: RequestFact?) -> Bool {
        guard let other, kind == other.kind else { return false }
        let names = [
            "AP-Partner-Framework-Status", "AP-TempPass-Identity", "AD-Service-Token", "Adobe-Subject-Token",
            "X-Roku-Reserved-Roku-Connect-Token",
        ]
        return names.allSatisfy { header($0) == other.header($0) }
    }
}
