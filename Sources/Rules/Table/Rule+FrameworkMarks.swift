import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld
import VideoSubscriberAccount

// When an app may interrupt its user, which only the test knows.
extension Rule {
    static let frameworkMarks: [Rule] = [
        Rule(
            .vsaSilent, .mandatory, .framework, party: .framework,
            "The app allows no interruption until its user asks to sign in.",
            trigger: "The app requests metadata.", why: disturbed,
            chosen: "A sign-in that the user asked for ends with the first profile.", needs: [.calls, .marks],
            by: [
                .appleCookbook("Workflow, B. Check Authentication Phase"),
                .appleCookbook("Workflow, D. Decisions Phase"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var isAsked = false
            for moment in install.moments {
                if let mark = moment.mark {
                    if mark.event == .launch { isAsked = false }
                    if mark.isOfSignIn { isAsked = true }
                }
                // The sign-in has ended.
                if moment.request?.answer?.profiles?.isEmpty == false { isAsked = false }
                // The vendor's text and sample disagree about the request to the provider.
                guard let request = moment.metadataCall, request.verificationToken == nil else { continue }
                assessment.exercise()
                guard request.allowsInterruption, !isAsked else { continue }
                assessment.find(
                    [moment], "an interruption is allowed, and nothing says that the user asked to sign in",
                    instead: "allow none, or mark requestedSignIn in the test")
            }
            return assessment
        },
        Rule(
            .vsaInterrupts, .mandatory, .framework, party: .framework,
            "The app offers the system's picker to a user who asks to sign in.",
            trigger: "The user asks to sign in, access is granted, and no user is signed in at system level.",
            why: disturbed, needs: [.framework, .calls, .marks],
            by: [.appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            var asked: Install.ObservedEvent?
            var (isGranted, isSignedOut) = (false, false)
            func settle() {
                guard let moment = asked, isGranted, isSignedOut else { return asked = nil }
                asked = nil
                assessment.find(
                    [moment], "the user asked to sign in, and no request allowed the system's picker",
                    instead: "request metadata with isInterruptionAllowed")
            }
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch: settle()
                case .mark(let mark) where mark.event == .requestedSignIn:
                    settle()
                    asked = moment
                case .access(let decision): isGranted = decision.permission == .granted
                case .call where moment.metadataCall?.allowsInterruption == true && asked != nil:
                    assessment.exercise()
                    asked = nil
                // Without an interruption, this is what the framework answers if no user is signed in.
                case .metadata(let step) where step.effect == .error: isSignedOut = step.error == "providerRejected"
                case .metadata(let step) where step.effect == .metadata: (isSignedOut, asked) = (false, nil)
                case .request(let fact) where fact.endpoint == .session && fact.succeeded: settle()
                default: break
                }
            }
            settle()
            return assessment
        },
        Rule(
            .vsaFallback, .recommended, .framework, party: .framework,
            "The app offers its own sign-in if the framework cannot sign the user in.",
            trigger: "The user asks to sign in, and the framework fails or refuses.", why: disturbed,
            chosen: "An app that asks for the configuration then shows its own picker, in which the user may choose "
                + "nothing.",
            needs: [.facts, .framework, .marks],
            by: [
                .appleCookbook("Workflow, C. Partner Authentication Phase"), .faq("Apple SSO", 5), .faq("Apple SSO", 8),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var asked: Install.ObservedEvent?
            var failed: Install.ObservedEvent?
            func settle() {
                defer { (asked, failed) = (nil, nil) }
                guard let asked, let failed else { return }
                assessment.find(
                    [asked, failed], "the framework did not sign the user in, and no session begins",
                    instead: "show the app's own picker, and create a session of the classic sign-in")
            }
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch: settle()
                case .mark(let mark) where mark.event == .requestedSignIn:
                    settle()
                    asked = moment
                // The user has seen the app's own picker, and has changed their mind.
                case .mark(let mark) where mark.event == .cancelledSignIn: (asked, failed) = (nil, nil)
                case .access(let decision) where decision.permission != .granted: failed = moment
                case .metadata(let step) where step.effect == .error: failed = moment
                case .metadata(let step) where step.effect == .metadata: (asked, failed) = (nil, nil)
                case .interface(let interface):
                    switch interface.ending {
                    case .signedIn, .applicationProvider: (asked, failed) = (nil, nil)
                    // The user has changed their mind.
                    case .cancelled, .withdrawn: asked = nil
                    case .access: break
                    default: failed = moment
                    }
                // The configuration is what the app's own picker shows.
                case .request(let fact) where fact.succeeded:
                    guard fact.endpoint == .session || fact.endpoint == .configuration && failed != nil else {
                        continue
                    }
                    if asked != nil, failed != nil { assessment.exercise() }
                    (asked, failed) = (nil, nil)
                default: break
                }
            }
            settle()
            return assessment
        },
        Rule(
            .vsaForce, .hint, .framework, party: .framework,
            "Only a user who asks for it is made to sign in again.",
            trigger: "The app sets forceAuthentication.", why: disturbed,
            chosen: "A sign-in that the user asked for ends with the first profile.", needs: [.calls, .marks],
            by: [
                .framework(
                    "VSAccountMetadataRequest.forceAuthentication",
                    "vsaccountmetadatarequest/forceauthentication")
            ]
        ) { install, _ in
            var assessment = Assessment()
            var isAsked = false
            for moment in install.moments {
                if let mark = moment.mark { isAsked = mark.isOfSignIn || (isAsked && mark.event != .launch) }
                // The sign-in has ended.
                if moment.request?.answer?.profiles?.isEmpty == false { isAsked = false }
                guard moment.metadataCall?.forcesAuthentication == true else { continue }
                assessment.exercise()
                if !isAsked {
                    assessment.find(
                        [moment], "a new authentication is forced, and nothing says that the user asked for it",
                        instead: "force it when the user asks, and mark requestedSignIn in the test")
                }
                isAsked = false
            }
            return assessment
        },
    ]
}

extension Mark {
    /// Whether the user asks for a sign-in, or for what the app does next.
    var isOfSignIn: Bool { event == .requestedSignIn || event == .requestedByUser }
}
