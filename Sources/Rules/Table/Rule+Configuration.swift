import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import VideoSubscriberAccount

private let latency = "Overloaded resources and latency."

// When an app asks for the configuration.
extension Rule {
    static let configuration: [Rule] = [
        Rule(
            .configNeeded, .mandatory, .configuration,
            "The app asks for the configuration only when the user must choose a TV provider.",
            trigger: "The app knows a valid profile, and goes on.", why: latency,
            chosen: "A sign-in or a logout that follows excuses it, because the user may choose another provider, and "
                + "so do the marks requestedSignIn, requestedByUser and cancelledSignIn. After Apple's framework has "
                + "named a provider, the app may need the configuration to find the MVPD. One that names no device is "
                + "not judged if the profile says `architecture: serverToServer`.",
            by: [
                .mandatory("Configuration Phase", "Configuration Retrieval"), .faq("Configuration Phase", 2),
                .appleCookbook("Workflow, B. Check Authentication Phase"),
            ]
        ) { install, settings in
            var assessment = Assessment()
            var known = KnownProfiles()
            var needless: Install.ObservedEvent?
            // Whether no configuration was asked for, whether the user asked for a sign-in, and whether the framework has
            // named a provider that the app must find.
            var (isFirst, isAsked, isNamed) = (true, false, false)
            func settle() {
                guard let moment = needless else { return }
                needless = nil
                assessment.find(
                    [moment], "the configuration is asked for while a profile is valid, and no sign-in follows",
                    instead: "use the profile's MVPD")
            }
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.isOfSignIn: isAsked = true
                case .mark(let mark) where mark.event == .launch: isAsked = false
                // The user has seen the app's picker.
                case .mark(let mark) where mark.event == .cancelledSignIn: (needless, isAsked) = (nil, false)
                case .metadata(let step) where step.effect == .metadata: isNamed = true
                default: break
                }
                guard let fact = moment.request else { continue }
                let isKnown = known.hasValid(at: moment.time, like: fact)
                if isKnown { assessment.exercise() }
                switch fact.endpoint {
                case .configuration where fact.succeeded:
                    let mapsProvider = isNamed || isFirst && install.usesFramework
                    // A server may ask for another device, which the world need not have seen.
                    let isForOther = fact.device == nil && settings.architecture == .serverToServer
                    if isKnown, !mapsProvider, !isAsked, !isForOther { needless = needless ?? moment }
                    (isFirst, isNamed) = (false, false)
                case .session, .partnerSession, .logout: needless = nil
                // The app goes on with the profile that it had.
                case .authorize, .preauthorize:
                    settle()
                    isAsked = false
                default: break
                }
                known.learn(from: fact)
            }
            settle()
            return assessment
        },
        Rule(
            .configCached, .recommended, .configuration, "The app keeps the configuration for at least 2 minutes.",
            trigger: "The app asks for the configuration a second time.", why: latency,
            chosen: "A launch that the test marks begins anew, because the memory of the app is lost. A platform is an "
                + "operating system and a sort of device, as X-Device-Info names them.",
            needs: [.facts, .bodies, .times], of: .client,
            by: [
                .recommended("Configuration Phase", "Configuration Caching"), .faq("Configuration Phase", 4),
                .faq("Configuration Phase", 5),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var last: [String: Install.ObservedEvent] = [:]
            for moment in install.moments {
                // A new launch may have lost what was kept in memory.
                if moment.mark?.event == .launch { last = [:] }
                guard let fact = moment.request, fact.endpoint == .configuration, fact.succeeded else { continue }
                // A server keeps one for each platform.
                let key = "\(fact.parameters["serviceProvider"] ?? "") \(fact.platform)"
                if let earlier = last[key] {
                    assessment.exercise()
                    let gap = moment.gap(since: earlier)
                    if gap < 120, moment.follows(earlier) {
                        assessment.find(
                            [earlier, moment], "the configuration is asked for again after \(seconds(gap)) s",
                            instead: "keep the configuration for 2 to 5 minutes")
                    }
                }
                last[key] = moment
            }
            return assessment
        },
        Rule(
            .mvpdKept, .mandatory, .configuration,
            "A launch with a valid profile asks for the profile first, not for the configuration.",
            trigger: "The app is launched with a valid profile, and goes on.", why: latency,
            chosen: "After Apple's framework has named a provider, the app may need the configuration to find the "
                + "MVPD.",
            needs: [.facts, .bodies, .marks],
            by: [
                .mandatory("Configuration Phase", "TV Provider Selection Caching"), .faq("Authentication Phase", 10),
                .appleCookbook("Workflow, B. Check Authentication Phase"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var launch: Install.ObservedEvent?
            // Whether the framework has named a provider that the app must find.
            var isNamed = false
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch:
                    (launch, isNamed) = (known.hasValid(at: moment.time) ? moment : nil, false)
                // The user asks before the app has.
                case .mark(let mark) where mark.isOfSignIn: launch = nil
                case .metadata(let step) where step.effect == .metadata: isNamed = true
                default: break
                }
                guard let fact = moment.request else { continue }
                if let begun = launch, !isNamed || fact.endpoint != .configuration {
                    if fact.endpoint == .configuration {
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
    ]
}

/// Returns seconds for a sentence.
func seconds(_ gap: Double) -> String {
    let tenths = (max(0, gap) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(limiting: tenths))" : "\(tenths)"
}

extension RequestFact {
    /// The platform of the device, as its description has it.
    fileprivate var platform: String {
        guard case .object(let members)? = header("X-Device-Info")?.value else { return "" }
        return ["osName", "primaryHardwareType"].map { members[$0]?.string ?? "" }.joined(separator: " ")
    }
}
