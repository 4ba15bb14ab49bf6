import TVSimEntitlementAPI
import TVSimWorld

// What an app does about errors that name no action.
extension Rule {
    static let httpErrors: [Rule] = [
        Rule(
            .httpRetry, .mandatory, .errors,
            "After an HTTP error that names no action the app repeats the request 3 times at most, or with growing gaps.",
            trigger: "The service answers an HTTP error whose body names no action, and the app goes on.",
            why: "Overloaded resources, HTTP 429, and an app that does not work.",
            chosen: "No document has a number for these errors: 3 is that of a retry. A minute begins anew, because "
                + "the user may ask again, and so does a mark, a command that does not move the clock, or a request "
                + "that waits as Retry-After says. 429 is not judged, and polling may go on after a status from 500.",
            needs: [.facts, .bodies, .times],
            by: [.mandatory("Error Handling", "HTTP Error Handling Support")]
        ) { install, _ in
            var assessment = Assessment()
            var tries: [Int: [Install.ObservedEvent]] = [:]
            var failed: Install.ObservedEvent?
            for moment in install.moments {
                // What the test changes can make the request succeed.
                if moment.isIntervention { tries = [:] }
                guard let fact = moment.request else { continue }
                if let cause = failed, moment.follows(cause) { assessment.exercise() }
                guard fact.answer?.namesNoAction == true, !moment.observation.lacksBody,
                    fact.endpoint != .profileByCode || fact.answer?.status ?? 0 < 500
                else {
                    tries[fact.kind] = nil
                    continue
                }
                failed = moment
                if let last = tries[fact.kind]?.last, moment.gap(since: last) >= 60 || moment.waited(asToldBy: last) {
                    tries[fact.kind] = nil
                }
                tries[fact.kind, default: []].append(moment)
                guard let all = tries[fact.kind], all.count == 5 else { continue }
                let gaps = zip(all.dropFirst(), all).map { $0.gap(since: $1) }
                guard !zip(gaps.dropFirst(), gaps).allSatisfy({ $0 > $1 }) else { continue }
                assessment.find(
                    all, "\(fact.text) is sent again more than 3 times after HTTP \(fact.answer?.status ?? 0)",
                    instead: "tell the user, or wait longer each time")
            }
            return assessment
        }
    ]
}

extension AnswerFact {
    /// Whether it is an HTTP error that says nothing of what to do.
    fileprivate var namesNoAction: Bool {
        status >= 400 && status != 429 && errors.allSatisfy { $0.action == nil }
    }
}
