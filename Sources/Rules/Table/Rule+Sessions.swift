import TVSimEntitlementAPI
import TVSimWorld

private let tooMany = "Overloaded resources, latency, and HTTP 429."
private let createSession = Rule.Source.endpoint(
    "Create authentication session", "sessions-apis/rest-api-v2-sessions-apis-create-authentication-session",
    "Response, Success")
private let createProfile = Rule.Source.endpoint(
    "Create and retrieve profile using partner authentication response",
    "partner-single-sign-on-apis/rest-api-v2-partner-single-sign-on-apis-"
        + "retrieve-profile-using-partner-authentication-response",
    "Request")

// How an app begins a sign-in, and how it polls.
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
        Rule(
            .pollGap, .mandatory, .sessions, "The app polls 3 s apart or more.",
            trigger: "The app polls a code twice.", why: tooMany, needs: [.facts, .times],
            by: [
                .mandatory("Authentication Phase", "Polling Mechanism Configuring"), .faq("Authentication Phase", 16),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var last: [String: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request, fact.endpoint == .profileByCode, let code = fact.parameters["code"]
                else { continue }
                if let earlier = last[code], earlier.request?.answer?.profiles?.isEmpty ?? true {
                    assessment.exercise()
                    let gap = moment.gap(since: earlier)
                    if gap < 3 {
                        assessment.find(
                            [earlier, moment], "\(seconds(gap)) s between two polls of \(code)",
                            instead: "wait for 3 to 5 s")
                    }
                }
                last[code] = moment
            }
            return assessment
        },
        Rule(
            .pollStart, .mandatory, .sessions,
            "On the first screen the app polls when the browser has returned to the redirect URL.",
            trigger: "The app polls a code.", why: tooMany, needs: [.facts, .bodies, .screen],
            by: [.mandatory("Authentication Phase", "Polling Mechanism Starting"), .faq("Authentication Phase", 14)]
        ) { install, settings in
            var assessment = Assessment()
            var open: String?
            var returned: Set<String> = []
            for moment in install.moments {
                if let page = moment.page {
                    if page.endpoint == .authenticate {
                        open = page.parameters["code"]
                    } else if let code = open, page.answer?.status == 302 {
                        returned.insert(code)
                    }
                }
                guard let fact = moment.request, fact.endpoint == .profileByCode, let code = fact.parameters["code"]
                else { continue }
                assessment.exercise()
                guard settings.screen == .first, !returned.contains(code) else { continue }
                returned.insert(code)
                assessment.find(
                    [moment], "code \(code) is polled before the browser has returned",
                    instead: "poll when the browser loads the redirect URL")
            }
            return assessment
        },
        Rule(
            .pollStop, .mandatory, .sessions,
            "The app stops polling a code that has brought a profile, has ended or has a successor.",
            trigger: "A polled code brings a profile, ends, or has a successor, and the app goes on.", why: tooMany,
            chosen: "An authorization may change what the profile says about the user: one further request with its "
                + "code is accepted. So is one after a launch or a return to the foreground that the test marks.",
            by: [.mandatory("Authentication Phase", "Polling Mechanism Stopping"), .faq("Authentication Phase", 15)]
        ) { install, _ in
            var assessment = Assessment()
            var ends: [String: Double] = [:]
            var over: [String: (moment: Install.ObservedEvent, reason: String)] = [:]
            var polled: Set<String> = []
            var current: String?
            // The codes with a profile, which may be asked for once more.
            var (complete, excused): (Set<String>, Set<String>) = ([], [])
            for moment in install.moments {
                if moment.mark?.event == .launch || moment.mark?.event == .foreground { excused = complete }
                guard let fact = moment.request else { continue }
                if fact.endpoint == .authorize, fact.succeeded { excused = complete }
                // An app that does nothing more may not have stopped.
                if polled.contains(where: { over[$0] != nil || ends[$0].map { $0 < moment.time } ?? false }) {
                    assessment.exercise()
                }
                if let session = fact.answer?.session, let code = session.code {
                    if let old = current, old != code { over[old] = over[old] ?? (moment, "the app has a newer code") }
                    current = code
                    if let end = session.notAfter { ends[code] = Double(end) / 1000 }
                }
                guard fact.endpoint == .profileByCode, let code = fact.parameters["code"] else { continue }
                if excused.remove(code) != nil { continue }
                if let (cause, reason) = over[code] {
                    assessment.find(
                        [cause, moment], "code \(code) is polled although \(reason)", instead: "stop polling")
                } else if let end = ends[code], moment.time > end {
                    assessment.find(
                        [moment], "code \(code) is polled after its end",
                        instead: "stop polling, and begin a new session")
                }
                polled.insert(code)
                if let profiles = fact.answer?.profiles, !profiles.isEmpty {
                    if over[code] == nil { complete.insert(code) }
                    over[code] = over[code] ?? (moment, "its profile was returned")
                }
            }
            return assessment
        },
        Rule(
            .samlOnce, .mandatory, .sessions, "The app sends each SAML response of the framework once.",
            trigger: "The app sends a SAML response.", why: "A refused sign-in.",
            chosen: "It may be sent again after no answer, a 401, a 429, or a status from 500.",
            by: [
                .faq("Authentication Phase", 10),
                .partnerFlows("Create and retrieve profile using partner authentication response"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            /// The requests that arrived for certain, by the number of the SAML response.
            var arrived: [Int: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request, fact.endpoint == .partnerProfile, let saml = fact.saml else {
                    continue
                }
                assessment.exercise()
                if let earlier = arrived[saml.number] {
                    assessment.find(
                        [earlier, moment], "SAML response \(saml.number) is sent twice",
                        instead: "ask the framework for another response")
                } else if let status = fact.answer?.status, status < 500, status != 401, status != 429 {
                    // A request without an answer, or with an answer of a proxy, may not have arrived.
                    arrived[saml.number] = moment
                }
            }
            return assessment
        },
        Rule(
            .samlEncoded, .mandatory, .sessions, "The form's SAML response is Base64, encoded once for the form.",
            trigger: "The app sends a SAML response.", why: "A refused sign-in.",
            by: [createProfile, .appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            for moment in install.requests {
                guard let isBase64 = moment.request?.saml?.isBase64 else { continue }
                assessment.exercise()
                guard !isBase64 else { continue }
                assessment.find(
                    [moment], "the value of SAMLResponse is not Base64",
                    instead: "encode the response in Base64, and percent-encode it once")
            }
            return assessment
        },
    ]
}

extension Install {
    /// Whether the service's own page of a second screen was used, which checks a code and adds parameters.
    var hasActivationPage: Bool { moments.contains { $0.page?.endpoint == .activationForm } }
}
