import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld
import VideoSubscriberAccount

// What an app writes into its requests to Apple's framework, and how its delegate answers.
extension Rule {
    static let frameworkRequests: [Rule] = [
        Rule(
            .vsaDelegate, .mandatory, .framework, party: .framework,
            "A request that may interrupt the user has a delegate.",
            trigger: "The app allows an interruption.", why: disturbed, needs: [.calls],
            by: [
                .appleCookbook("Workflow, C. Partner Authentication Phase"),
                .framework("VSAccountManager.delegate", manager),
            ]
        ) { install, _ in
            install.eachRequest { request, moment, assessment in
                guard request.allowsInterruption else { return }
                assessment.exercise()
                guard !request.hasDelegate else { return }
                assessment.find(
                    [moment], "an interruption is allowed, and the manager has no delegate",
                    instead: "set the delegate of the manager before the request")
            }
        },
        Rule(
            .vsaPresent, .mandatory, .framework, party: .framework,
            "The delegate presents and dismisses the system's interface before it returns.",
            trigger: "The framework asks the delegate to show an interface.", why: disturbed, needs: [.calls],
            by: [presents, dismisses]
        ) { install, _ in
            var assessment = Assessment()
            for moment in install.moments {
                guard case .call(let call) = moment.event else { continue }
                switch call.question {
                case .presented(let isPresented):
                    assessment.exercise()
                    guard !isPresented else { continue }
                    assessment.find(
                        [moment], "the delegate returns, and the interface is not presented",
                        instead: "present the view controller in accountManager(_:present:)")
                case .dismissed(stillPresents: true):
                    assessment.find(
                        [moment], "the delegate returns, and the interface is still presented",
                        instead: "dismiss the view controller in accountManager(_:dismiss:)")
                default: break
                }
            }
            return assessment
        },
        Rule(
            .vsaStatusOnly, .recommended, .framework, party: .framework,
            "A request for the status alone names no attributes.",
            trigger: "The app requests metadata without a verification token.", why: disturbed, needs: [.calls],
            by: [.appleCookbook("Workflow, B. Check Authentication Phase")]
        ) { install, _ in
            install.eachRequest { request, moment, assessment in
                guard request.verificationToken == nil else { return }
                assessment.exercise()
                guard !request.attributeNames.isEmpty else { return }
                assessment.find(
                    [moment], "a request without a verification token names attributes",
                    instead: "name them in the request that has the service's token")
            }
        },
        Rule(
            .vsaAttributes, .mandatory, .framework, party: .framework,
            "The app sends the provider the request that the service made.",
            trigger:
                "After a partner session the app requests metadata with a verification token, or sends what it got "
                + "without one.",
            why: "The provider refuses the request.", needs: [.facts, .calls],
            by: [.appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            // The sessions, each with how many there were when a provider got its request: exchanges may run at once, and an
            // app may ask again as long as it has begun no other.
            var sessions: [(made: AnswerFact.Session, asked: Int?)] = []
            var withoutToken: Install.ObservedEvent?
            var hasSentToken = false
            for moment in install.moments {
                if let answered = moment.request?.answer?.session, answered.verificationToken != nil {
                    sessions.append((answered, nil))
                    withoutToken = nil
                }
                if moment.request?.endpoint == .partnerProfile {
                    // What came for a token may be sent after another session has begun.
                    if let asked = withoutToken, !hasSentToken {
                        assessment.exercise()
                        assessment.find(
                            [asked, moment],
                            "the request for metadata has no verificationToken, and its answer is sent",
                            instead: "copy the request of the service's authenticationRequest to verificationToken")
                    }
                    (withoutToken, hasSentToken) = (nil, false)
                }
                guard let request = moment.metadataCall, !sessions.isEmpty else { continue }
                guard let token = request.verificationToken else {
                    withoutToken = moment
                    continue
                }
                hasSentToken = true
                assessment.exercise()
                let place =
                    sessions.lastIndex {
                        $0.made.verificationToken == token && $0.asked ?? sessions.count == sessions.count
                    } ?? sessions.count - 1
                let session = sessions[place].made
                sessions[place].asked = sessions.count
                var wrong: [String] = []
                if token != session.verificationToken { wrong.append("verificationToken") }
                if Set(request.attributeNames) != Set(session.attributes ?? []) { wrong.append("attributeNames") }
                if request.channelIdentifier != issuer { wrong.append("channelIdentifier") }
                guard !wrong.isEmpty else { continue }
                assessment.find(
                    [moment], "not as the service's authenticationRequest says: \(wrong.joined(separator: ", "))",
                    instead: "copy request and attributesNames, and name the issuer \(issuer)")
            }
            return assessment
        },
        Rule(
            .vsaSupported, .recommended, .framework, party: .framework,
            "The picker offers the providers of the configuration.",
            trigger: "The app allows the system's picker, and names the providers.", why: disturbed,
            needs: [.facts, .calls],
            by: [.appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            var known: Set<String>?
            for moment in install.moments {
                if let providers = moment.request?.answer?.providers { known = Set(providers) }
                // A request that names none accepts every provider: the vendor says that an app can name them.
                guard let request = moment.metadataCall, let known, request.allowsInterruption,
                    request.verificationToken == nil, !request.supportedProviders.isEmpty
                else { continue }
                assessment.exercise()
                let others = request.supportedProviders.filter { !known.contains($0) }
                guard !others.isEmpty else { continue }
                assessment.find(
                    [moment], "not in the configuration: \(others.sorted().joined(separator: ", "))",
                    instead: "name the platformMappingId of each MVPD of the configuration")
            }
            return assessment
        },
        Rule(
            .autoSignIn, .guideline, .framework, party: .framework,
            "The app asks for Automatic Sign-In after a sign-in, and stores a token only if the user agrees.",
            trigger: "The app asks for Automatic Sign-In, or stores its token.", why: disturbed, needs: [],
            by: [
                .framework(
                    "VSUserAccountManager.requestAutoSignInAuthorization()",
                    "vsuseraccountmanager/requestautosigninauthorization()")
            ]
        ) { install, _ in
            var assessment = Assessment()
            var (isSignedIn, isAllowed) = (false, false)
            for moment in install.moments {
                switch moment.event {
                case .request(let fact): isSignedIn = isSignedIn || fact.answer?.profiles?.isEmpty == false
                case .metadata(let step): isSignedIn = isSignedIn || step.effect == .metadata
                case .interface(let interface): isSignedIn = isSignedIn || interface.ending == .signedIn
                case .account(let account):
                    switch (account.operation, account.cause) {
                    case (.updateUserAccount, .entitled): isSignedIn = true
                    case (.requestAutoSignIn, let cause):
                        assessment.exercise()
                        isAllowed = cause == .answered(isAllowed: true) || cause == .allowedBefore
                        guard !isSignedIn else { continue }
                        assessment.find(
                            [moment], "the user is asked about Automatic Sign-In before a sign-in",
                            instead: "ask after the user has signed in")
                    case (.updateAutoSignIn, .refused) where !isAllowed:
                        assessment.find(
                            [moment], "a token is stored, and the user has not agreed",
                            instead: "store the token only with the context of an agreement")
                    case (.updateAutoSignIn, _): assessment.exercise()
                    default: break
                    }
                default: break
                }
            }
            return assessment
        },
    ]

    /// The service provider's SAML issuer, which identifies the requester.
    private static let issuer = "https://saml.sp.auth.adobe.com"
    private static let manager = "vsaccountmanager/delegate"
    private static let presents = Rule.Source.framework(
        "VSAccountManagerDelegate.accountManager(_:present:)", "vsaccountmanagerdelegate/accountmanager(_:present:)")
    private static let dismisses = Rule.Source.framework(
        "VSAccountManagerDelegate.accountManager(_:dismiss:)", "vsaccountmanagerdelegate/accountmanager(_:dismiss:)")
}

extension Install {
    /// Judges each metadata request by itself.
    func eachRequest(_ judge: (FrameworkCall.Metadata, ObservedEvent, inout Assessment) -> Void) -> Assessment {
        var assessment = Assessment()
        for moment in moments {
            if let request = moment.metadataCall { judge(request, moment, &assessment) }
        }
        return assessment
    }
}
