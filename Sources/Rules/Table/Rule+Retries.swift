import TVSimEntitlementAPI
import TVSimWorld

private let guidance = "Overloaded resources, HTTP 429, and an app that misleads its user."

// How an app repeats what failed, and what it tells its user.
extension Rule {
    static let retries: [Rule] = [
        Rule(
            .retryLimit, .mandatory, .errors, "The app retries 3 times at most, or with growing gaps.",
            trigger: "An error has the action retry, and the app goes on.", why: guidance,
            chosen:
                "Gaps that grow count as a back-off, however little they grow, and so does what waits as Retry-After "
                + "says. A minute begins anew, because the user may ask again, and so does a mark or a command that does "
                + "not move the clock.",
            needs: [.facts, .bodies, .times],
            by: [
                .mandatory("Preauthorization Phase", "Preauthorization Decisions Retrieval Retry"),
                .mandatory("Authorization Phase", "Authorization Decisions Retrieval Retry"),
                .errors("Response Handling, 4"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var tries: [Int: [Install.ObservedEvent]] = [:]
            var failed: Install.ObservedEvent?
            for moment in install.moments {
                // What the test changes can make the request succeed, and a user may ask again.
                if moment.isIntervention { tries = [:] }
                guard let fact = moment.request else { continue }
                if let cause = failed, moment.follows(cause) { assessment.exercise() }
                guard fact.answer?.demands(.retry) == true else {
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
                    all, "\(fact.text) is repeated more than 3 times, without growing gaps",
                    instead: "stop after 2 or 3 repetitions, or wait longer each time")
            }
            return assessment
        },
        Rule(
            .retryMarked, .recommended, .errors,
            "The app repeats only the resources whose error has the action retry.",
            trigger:
                "A decision has the action retry for some of its resources, and the app asks for one of them again.",
            why: guidance,
            chosen: "A launch that the test marks, a session or a logout begins anew, because what follows repeats "
                + "nothing.",
            by: [.errors("Response Handling, 4")]
        ) { install, _ in
            var assessment = Assessment()
            var marked: [String: (moment: Install.ObservedEvent, retry: Set<String>, others: Set<String>)] = [:]
            for moment in install.moments {
                if moment.mark?.event == .launch { marked = [:] }
                guard let fact = moment.request else { continue }
                // Another user may have signed in.
                if [Endpoint.session, .partnerSession, .logout].contains(fact.endpoint) { marked = [:] }
                guard fact.isDecision, let answer = fact.answer else { continue }
                let key = "\(fact.endpoint?.name ?? "") \(fact.integration ?? "")"
                let asked = Set(fact.resources ?? [])
                if let last = marked[key], !asked.isDisjoint(with: last.retry) {
                    assessment.exercise()
                    let extra = asked.intersection(last.others)
                    if !extra.isEmpty {
                        assessment.find(
                            [last.moment, moment],
                            "the repetition also names \(extra.sorted().joined(separator: ", "))",
                            instead: "repeat \(last.retry.sorted().joined(separator: ", ")) alone")
                    }
                }
                let retry = Set(answer.errors.filter { $0.action == "retry" }.compactMap(\.resource))
                let others = asked.subtracting(retry)
                marked[key] = retry.isEmpty || others.isEmpty ? nil : (moment, retry, others)
            }
            return assessment
        },
        Rule(
            .wait429, .mandatory, .errors, "After a 429 the app waits for a second.",
            trigger: "The service answers 429, and the device goes on.", why: "HTTP 429.", needs: [.facts, .times],
            by: [.throttling("API response changes and response")]
        ) { install, _ in
            var assessment = Assessment()
            // The service limits each device by itself.
            var refused: [String?: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                for (device, earlier) in refused
                where (fact.device == nil || device == nil || fact.device == device) && moment.follows(earlier) {
                    assessment.exercise()
                    let gap = moment.gap(since: earlier)
                    if gap < 1 {
                        assessment.find(
                            [earlier, moment], "a request follows a 429 after \(seconds(gap)) s",
                            instead: "wait for 1 s")
                    }
                    refused[device] = nil
                }
                guard fact.answer?.status == 429 else { continue }
                refused[fact.device] = moment
            }
            return assessment
        },
        Rule(
            .denialTold, .recommended, .errors, "The app tells its user why a resource is denied.",
            trigger: "A decision denies a resource.", why: "A user who does not know why.",
            chosen: "A denial with the action retry or authentication is not one that the user must hear. One mark is "
                + "about all denials before it: it comes before the next decision on the same resource and, in a world "
                + "with one device, before the next launch.",
            needs: [.facts, .bodies, .marks],
            by: [
                .recommended("Preauthorization Phase", "User Experience"),
                .recommended("Authorization Phase", "User Experience"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            // The denials that the user has not heard of, each with its resources.
            var denied: [(moment: Install.ObservedEvent, resources: Set<String>)] = []
            func settle(_ isOver: (Set<String>) -> Bool) {
                for denial in denied where isOver(denial.resources) {
                    assessment.find(
                        [denial.moment], "a resource is denied, and nothing says that the user was told",
                        instead: "show the message, and mark shownDenial in the test")
                }
                denied.removeAll { isOver($0.resources) }
            }
            for moment in install.moments {
                if moment.mark?.event == .shownDenial { denied = [] }
                // In a world with several devices the launch may be another app's.
                if moment.mark?.event == .launch, install.devicesOfWorld <= 1 { settle { _ in true } }
                guard let fact = moment.request, fact.isDecision else { continue }
                let asked = Set(fact.resources ?? []).union((fact.answer?.decisions ?? []).map(\.resource))
                settle { !$0.isDisjoint(with: asked) }
                guard !fact.deniedForGood.isEmpty else { continue }
                assessment.exercise()
                denied.append((moment, fact.deniedForGood))
            }
            settle { _ in true }
            return assessment
        },
    ]
}

extension RequestFact {
    /// The resources that a decision denies for a reason that the user must hear: no retry and no sign-in can help.
    fileprivate var deniedForGood: Set<String> {
        let denials = (answer?.decisions ?? []).filter { decision in
            let action = answer?.errors.first { $0.resource == decision.resource }?.action
            return !decision.authorized && action != "retry" && action != "authentication"
        }
        return Set(denials.map(\.resource))
    }
}
