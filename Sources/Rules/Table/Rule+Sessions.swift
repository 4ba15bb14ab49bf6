import TVSimEntitlementAPI
import TVSimWorld

private let tooMany = "Overloaded resources, latency, and HTTP 429."
private let createSession = Rule.Source.endpoint(
    "Create authentication session", "sessions-apis/rest-api-v2-sessions-apis-create-authentication-session",
    "Response, Success")

// How an app begins a sign-in.
extension Rule {
    static let sessions: [Rule] = [
        Rule(
            .sessionNeeded, .recommended, .sessions, "The app begins no sign-in while it has a profile of the MVPD.",
            trigger: "The app has asked for its profiles, and creates a session with an MVPD.", why: tooMany,
            chosen: "What the app learned before the last launch that the test marks does not count.",
            needs: [.facts, .bodies, .times], by: [.faq("Authentication Phase", 2)]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var hasAsked = false
            for moment in install.moments {
                if moment.mark?.event == .launch { (known, hasAsked) = (KnownProfiles(), false) }
                guard let fact = moment.request else { continue }
                if fact.answer?.profiles != nil { hasAsked = true }
                if fact.endpoint == .session, fact.succeeded, fact.mvpd != nil {
                    if hasAsked { assessment.exercise() }
                    if let profile = known.valid(of: fact.integration, at: moment.time) {
                        assessment.find(
                            [moment],
                            "a session begins although the app has a valid \(profile.type) profile of "
                                + profile.mvpd, instead: "ask for decisions")
                    }
                }
                known.learn(from: fact)
            }
            return assessment
        },
        Rule(
            .sessionAction, .mandatory, .sessions, "The app does the step that the answer to a session names.",
            trigger: "A session is answered with authorize, resume or partner_profile, and the app goes on.",
            why: "A broken sign-in.",
            by: [createSession, .appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            var answers: [String: (moment: Install.ObservedEvent, session: AnswerFact.Session)] = [:]
            var exchange: Install.ObservedEvent?
            // The step that the last answer names; what the app does next shows whether it was done.
            var named: SessionResponse.ActionName?
            for moment in install.moments {
                switch moment.event {
                case .metadata, .access:
                    if named == .partnerProfile { assessment.exercise() }
                    exchange = nil
                case .page(let fact) where fact.endpoint == .authenticate:
                    guard let code = fact.parameters["code"], let (begun, session) = answers[code] else { continue }
                    if [.authorize, .resume].contains(session.action) { assessment.exercise() }
                    if session.action == .authorize {
                        assessment.find(
                            [begun, moment], "a sign-in page is opened although the answer is 'authorize'",
                            instead: "ask for decisions")
                    } else if session.action == .resume, install.codeChecks[code].map({ $0 > moment.number }) ?? true,
                        !install.hasActivationPage
                    {
                        assessment.find(
                            [begun, moment], "a sign-in page is opened although the answer is 'resume'",
                            instead: "send \((session.missing ?? []).joined(separator: ", ")) first")
                    }
                case .request(let fact):
                    if fact.endpoint == .session, fact.succeeded, let begun = exchange, install.usesFramework {
                        assessment.find(
                            [begun, moment],
                            "a classic sign-in begins although the answer is 'partner_profile', and the framework was not "
                                + "asked", instead: "ask the framework with the authentication request")
                        exchange = nil
                    }
                    if named == .authorize && fact.isDecision
                        || named == .partnerProfile && fact.endpoint == .partnerProfile
                    {
                        assessment.exercise()
                    }
                    guard let session = fact.answer?.session else { continue }
                    if let code = session.code, answers[code]?.session.action == .resume { assessment.exercise() }
                    named = session.action
                    exchange = session.action == .partnerProfile ? moment : nil
                    if let code = session.code { answers[code] = (moment, session) }
                default: break
                }
            }
            return assessment
        },
        Rule(
            .codeChecked, .recommended, .sessions,
            "The second screen checks the code before it opens the sign-in page.",
            trigger: "A sign-in page is opened with a code whose session lacks parameters.",
            why: "Error responses, and a broken sign-in.",
            by: [.recommended("Authentication Phase", "Authentication Code Validation (2nd screen authentication)")]
        ) { install, _ in
            var assessment = Assessment()
            var lacking: [String: Install.ObservedEvent] = [:]
            var entered = false
            for moment in install.moments {
                if let session = moment.request?.answer?.session, session.action == .resume, let code = session.code {
                    lacking[code] = lacking[code] ?? moment
                }
                guard let page = moment.page else { continue }
                // The activation page of the simulator checks the code itself.
                if page.endpoint == .activationForm { entered = true }
                guard page.endpoint == .authenticate, let code = page.parameters["code"], let begun = lacking[code]
                else { continue }
                assessment.exercise()
                lacking[code] = nil
                guard !entered, install.codeChecks[code].map({ $0 > moment.number }) ?? true else { continue }
                assessment.find(
                    [begun, moment], "the sign-in page is opened with code \(code), which was not checked",
                    instead: "resume the session, or ask for it, before the page")
            }
            return assessment
        },
    ]
}

extension Install {
    /// Whether the service's own page of a second screen was used, which checks a code and adds parameters.
    var hasActivationPage: Bool { moments.contains { $0.page?.endpoint == .activationForm } }
}
