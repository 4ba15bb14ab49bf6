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
