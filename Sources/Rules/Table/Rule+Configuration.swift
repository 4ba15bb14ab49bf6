import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

private let latency = "Overloaded resources and latency."

// When an app asks for the configuration, and what it does with profiles.
extension Rule {
    static let configuration: [Rule] = [
        Rule(
            "config-needed", .mandatory, .configuration,
            "The app asks for the configuration only when the user must choose a TV provider.",
            trigger: "The app knows a valid profile, and goes on.", why: latency,
            chosen: "A sign-in or a logout that follows excuses it, because the user may choose another provider.",
            by: [.mandatory("Configuration Phase", "Configuration Retrieval"), .faq("Configuration Phase", 2)]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var needless: Install.Moment?
            var isFirst = true
            func settle() {
                guard let moment = needless else { return }
                needless = nil
                assessment.find(
                    [moment], "the configuration is asked for while a profile is valid, and no sign-in follows",
                    instead: "use the profile's MVPD")
            }
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                let isKnown = known.hasValid(at: moment.time, like: fact)
                if isKnown { assessment.exercise() }
                switch fact.endpoint {
                case "configuration" where fact.succeeded:
                    // The configuration maps the identifier of a provider that Apple's framework names.
                    let mapsIdentifier = isFirst && install.usesFramework
                    if isKnown, !mapsIdentifier { needless = needless ?? moment }
                    isFirst = false
                case "session", "partnerSession", "logout": needless = nil
                // The app goes on with the profile that it had.
                case "authorize", "preauthorize": settle()
                default: break
                }
                known.learn(from: fact)
            }
            settle()
            return assessment
        },
        Rule(
            "config-cached", .recommended, .configuration, "The app keeps the configuration for at least 2 minutes.",
            trigger: "The app asks for the configuration a second time.", why: latency,
            chosen: "A launch that the test marks begins anew, because the memory of the app is lost.",
            needs: [.facts, .bodies, .times],
            by: [
                .recommended("Configuration Phase", "Configuration Caching"), .faq("Configuration Phase", 4),
                .faq("Configuration Phase", 5),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var last: [String: Install.Moment] = [:]
            for moment in install.moments {
                // A new launch may have lost what was kept in memory.
                if moment.mark?.event == .launch { last = [:] }
                guard let fact = moment.request, fact.endpoint == "configuration", fact.succeeded else { continue }
                let provider = fact.parameters["serviceProvider"] ?? ""
                if let earlier = last[provider] {
                    assessment.exercise()
                    let gap = moment.gap(since: earlier)
                    if gap < 120, moment.follows(earlier) {
                        assessment.find(
                            [earlier, moment], "the configuration is asked for again after \(seconds(gap)) s",
                            instead: "keep the configuration for 2 to 5 minutes")
                    }
                }
                last[provider] = moment
            }
            return assessment
        },
        Rule(
            "mvpd-kept", .mandatory, .configuration,
            "A launch with a valid profile asks for the profile first, not for the configuration.",
            trigger: "The app is launched with a valid profile, and goes on.", why: latency,
            needs: [.facts, .bodies, .marks],
            by: [
                .mandatory("Configuration Phase", "TV Provider Selection Caching"), .faq("Authentication Phase", 10),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var launch: Install.Moment?
            for moment in install.moments {
                if moment.mark?.event == .launch {
                    launch = known.hasValid(at: moment.time) ? moment : nil
                }
                guard let fact = moment.request else { continue }
                if let begun = launch {
                    if fact.endpoint == "configuration" {
                        assessment.find(
                            [begun, moment], "the launch asks for the configuration before a profile",
                            instead: "store the MVPD, and ask for its profile")
                    }
                    if fact.isProtected {
                        assessment.exercise()
                        launch = nil
                    }
                }
                known.learn(from: fact)
            }
            return assessment
        },
        Rule(
            "profiles-many", .recommended, .configuration, "The app chooses one of several profiles.",
            trigger: "The service answers with two profiles or more, and the app goes on.",
            why: "An app that does not work.",
            by: [.recommended("Authentication Phase", "Multiple Profiles Support"), .faq("Authentication Phase", 11)]
        ) { install, _ in
            var assessment = Assessment()
            var several: (moment: Install.Moment, mvpds: [String])?
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if fact.endpoint == "profiles", let profiles = fact.answer?.profiles {
                    several = profiles.count > 1 ? (moment, profiles.map(\.mvpd)) : nil
                }
                let isOther = ["session", "partnerSession", "profile"].contains(fact.endpoint)
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
            "profile-ended", .mandatory, .configuration,
            "Without a profile the app begins a sign-in before a decision.",
            trigger: "The service answers without a profile, or the app logs out, and the app goes on.",
            why: overloadOf("403"),
            chosen: "A decision that does not ask for a sign-in shows that there was a profile, or none was needed.",
            by: [.faq("Authentication Phase", 12)]
        ) { install, _ in
            var assessment = Assessment()
            // The integration of an empty answer; one without an MVPD stands for all.
            var ended: [String: Install.Moment] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                let all = fact.integration(with: "")
                if let profiles = fact.answer?.profiles {
                    if profiles.isEmpty {
                        if fact.endpoint == "profiles" { ended[all] = moment }
                        if fact.endpoint == "profile", let name = fact.integration { ended[name] = moment }
                    } else {
                        ended[all] = nil
                        for profile in profiles { ended[fact.integration(with: profile.mvpd)] = nil }
                    }
                }
                if fact.endpoint == "logout", fact.succeeded, let name = fact.integration { ended[name] = moment }
                if ["session", "partnerSession", "partnerProfile"].contains(fact.endpoint) {
                    if !ended.isEmpty { assessment.exercise() }
                    ended = [:]
                }
                guard fact.isDecision, let mvpd = fact.mvpd, let empty = ended[fact.integration ?? ""] ?? ended[all],
                    moment.follows(empty)
                else { continue }
                assessment.exercise()
                guard !fact.wasDecided else { continue }
                assessment.find(
                    [empty, moment],
                    "a decision is asked for without a profile of \(mvpd)"
                        + (empty.request?.endpoint == "logout" ? ", after a logout" : ""),
                    instead: "begin a session first")
                ended = [:]
            }
            return assessment
        },
    ]
}

private func overloadOf(_ status: String) -> String { "HTTP \(status), overloaded resources, and latency." }

/// Returns seconds for a sentence.
func seconds(_ gap: Double) -> String {
    let tenths = (max(0, gap) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(limiting: tenths))" : "\(tenths)"
}

extension RequestFact {
    /// Whether the service made the decision, or may have: by a profile that another screen made, by a pass, a degradation
    /// or the integration.
    fileprivate var wasDecided: Bool {
        let sources = answer?.decisions?.map(\.source) ?? []
        return succeeded && answer?.demands(.authentication) == false || sources.contains { $0 != "mvpd" }
            || answer?.errors.contains { $0.code.hasPrefix("temporary_") } == true
    }
}
