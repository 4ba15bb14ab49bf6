import TVSimEntitlementAPI
import TVSimWorld

private let guidance = "Overloaded resources, HTTP 429, and an app that misleads its user."

// What an app does about errors.
extension Rule {
    static let errors: [Rule] = [
        Rule(
            .actionNone, .mandatory, .errors, "The app repeats a request 3 times at most if no repetition can help.",
            trigger:
                "An error, or a denial of all that was asked for, has the action none or configuration, and the app "
                + "goes on.", why: guidance,
            chosen: "No document has a number for these actions: 3 is that of a retry. A mark, or a command that does "
                + "not move the clock, begins anew, and so does a minute after a denial, because the user may ask "
                + "again, an hour after another error, and a request that waits as Retry-After says.",
            needs: [.facts, .bodies, .times],
            by: [
                .mandatory("Error Handling", "Enhanced Error Code Handling Support"), .errors("Representation, Action"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var repeated: [Int: [Install.ObservedEvent]] = [:]
            var hopeless: Install.ObservedEvent?
            for moment in install.moments {
                // What the test changes can make the request succeed.
                if moment.isIntervention { repeated = [:] }
                guard let fact = moment.request else { continue }
                if let cause = hopeless, moment.follows(cause) { assessment.exercise() }
                guard let answer = fact.answer, answer.isHopeless else {
                    repeated[fact.kind] = nil
                    continue
                }
                hopeless = moment
                // A denial is also an answer, which the user may ask for again.
                let pause: Double = answer.isSuccess ? 60 : 3600
                if let last = repeated[fact.kind]?.last,
                    moment.gap(since: last) >= pause || moment.waited(asToldBy: last)
                {
                    repeated[fact.kind] = nil
                }
                repeated[fact.kind, default: []].append(moment)
                if let all = repeated[fact.kind], all.count == 5 {
                    assessment.find(
                        all, "\(fact.text) is sent again more than 3 times after '\(answer.errors.first?.code ?? "")'",
                        instead: "tell the user, and correct the request or the configuration")
                }
            }
            return assessment
        },
        Rule(
            .actionAuthentication, .mandatory, .errors,
            "After an error with the action authentication the app signs the user in before the next decision.",
            trigger: "An error has the action authentication, and the app goes on.", why: guidance,
            by: [
                .mandatory("Error Handling", "Enhanced Error Code Handling Support"), .errors("Response Handling, 6"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var demanded: [String: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                switch fact.endpoint {
                case .session, .partnerSession, .partnerProfile, .profiles, .profile, .profileByCode:
                    if !demanded.isEmpty { assessment.exercise() }
                    demanded = [:]
                default: break
                }
                if fact.isDecision, let integration = fact.integration {
                    if let cause = demanded[integration], moment.follows(cause) {
                        assessment.find(
                            [cause, moment], "a decision for \(fact.mvpd ?? "") is asked for again without a sign-in",
                            instead: "begin a session, or ask for the profile")
                    }
                    demanded[integration] = nil
                    if fact.answer?.demands(.authentication) == true { demanded[integration] = moment }
                }
            }
            return assessment
        },
        Rule(
            .actionRegistration, .mandatory, .errors,
            "After an error with the action application-registration the app gets a new access token or registers.",
            trigger: "An error has the action application-registration, and the app goes on.", why: guidance,
            needs: [.facts, .bodies, .tokens],
            by: [.errors("Representation, Action"), .registration(12)]
        ) { install, _ in
            var assessment = Assessment()
            // By service provider: another one may accept the token.
            var demanded: [String: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if fact.isOfRegistration {
                    if !demanded.isEmpty { assessment.exercise() }
                    demanded = [:]
                }
                let provider = fact.parameters["serviceProvider"] ?? ""
                if let cause = demanded[provider], let earlier = cause.request, fact.isProtected, moment.follows(cause),
                    fact.hasToken(of: earlier)
                {
                    assessment.find(
                        [cause, moment], "\(fact.text) follows with the same access token",
                        instead: "get a new access token, or register again")
                    demanded[provider] = nil
                }
                if fact.answer?.demands(.applicationRegistration) == true { demanded[provider] = moment }
            }
            return assessment
        },
        Rule(
            .retryLimit, .mandatory, .errors, "The app retries 3 times at most, or with growing gaps.",
            trigger: "An error has the action retry, and the app goes on.", why: guidance,
            chosen:
                "Gaps that grow count as a back-off, however little they grow, and so does what waits as Retry-After "
                + "says.",
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
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if let cause = failed, moment.follows(cause) { assessment.exercise() }
                guard fact.answer?.demands(.retry) == true else {
                    tries[fact.kind] = nil
                    continue
                }
                failed = moment
                if let last = tries[fact.kind]?.last, moment.waited(asToldBy: last) { tries[fact.kind] = nil }
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
            by: [.errors("Response Handling, 4")]
        ) { install, _ in
            var assessment = Assessment()
            var marked: [String: (moment: Install.ObservedEvent, retry: Set<String>, others: Set<String>)] = [:]
            for moment in install.requests {
                guard let fact = moment.request, fact.isDecision, let answer = fact.answer else { continue }
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
            chosen: "A denial with the action retry or authentication is not one that the user must hear.",
            needs: [.facts, .bodies, .marks],
            by: [
                .recommended("Preauthorization Phase", "User Experience"),
                .recommended("Authorization Phase", "User Experience"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var denied: Install.ObservedEvent?
            func settle(_ assessment: inout Assessment) {
                guard let moment = denied else { return }
                denied = nil
                assessment.find(
                    [moment], "a resource is denied, and nothing says that the user was told",
                    instead: "show the message, and mark shownDenial in the test")
            }
            for moment in install.moments {
                if moment.mark?.event == .shownDenial { denied = nil }
                guard let fact = moment.request, fact.isDecision else { continue }
                settle(&assessment)
                guard fact.isDeniedForGood else { continue }
                assessment.exercise()
                denied = moment
            }
            settle(&assessment)
            return assessment
        },
    ]
}

extension AnswerFact {
    /// Whether no repetition can help: the request failed, or all that it asks for was denied, with such an action.
    fileprivate var isHopeless: Bool {
        let actions = Set(errors.map(\.action))
        let isDenial = errors.contains { $0.resource != nil }
        guard !actions.isEmpty, !(isDenial && decisions?.contains(where: \.authorized) == true) else { return false }
        return isDenial
            ? actions.isSubset(of: ["none", "configuration"]) : !actions.isDisjoint(with: ["none", "configuration"])
    }
}

extension RequestFact {
    /// Whether a decision denies a resource for a reason that the user must hear: no retry and no sign-in can help.
    fileprivate var isDeniedForGood: Bool {
        (answer?.decisions ?? []).contains { decision in
            let action = answer?.errors.first { $0.resource == decision.resource }?.action
            return !decision.authorized && action != "retry" && action != "authentication"
        }
    }
}
