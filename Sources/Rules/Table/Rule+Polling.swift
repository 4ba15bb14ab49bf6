import TVSimEntitlementAPI
import TVSimWorld

private let tooMany = "Overloaded resources, latency, and HTTP 429."

// How an app polls for the profile of a sign-in.
extension Rule {
    static let polling: [Rule] = [
        Rule(
            .pollGap, .mandatory, .sessions, "The app polls 3 s apart or more.",
            trigger: "The app polls a code twice.", why: tooMany,
            chosen: "The time from request to request counts, however late the answers are. Where it is measured, a "
                + "quarter of a second may be missing, because two requests do not take the same time to arrive.",
            needs: [.facts, .times],
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
                    let gap = moment.observation.distance(from: earlier.observation)
                    // A clock that the test moves is exact.
                    if gap < (moment.observation.arrived == nil ? 3 : 2.75) {
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
            // The browser of another app opens pages too: only the codes of this one count.
            let own = Set(install.requests.compactMap { $0.request?.codeOfSignIn })
            var open: String?
            var returned: Set<String> = []
            for moment in install.moments {
                if let page = moment.page {
                    if page.endpoint == .authenticate {
                        guard let code = page.parameters["code"], own.contains(code) else { continue }
                        open = code
                        // A degradation needs no page of a provider.
                        if page.answer?.opens != nil { returned.insert(code) }
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
    ]
}

extension RequestFact {
    /// The code of a sign-in of the app: the one that it got, or the one that it polls.
    fileprivate var codeOfSignIn: String? {
        answer?.session?.code ?? (endpoint == .profileByCode ? parameters["code"] : nil)
    }
}
