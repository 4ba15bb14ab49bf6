import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld

private let unfinished = "The SDK waits for the app, and the user is neither signed in nor out."
private let unguided = "A user who does not know what to do."

// How an app with the SDK guides its user through a sign-in and a logout.
extension Rule {
    static let sdkSignIn: [Rule] = [
        Rule(
            .sdkCancel, .mandatory, .sdk, party: .sdk, "The app tells the SDK that the user has cancelled.",
            trigger: "The user cancels the app's picker or the page of the MVPD.", why: unfinished, needs: [.marks],
            by: [
                .sdkCookbook("C. Authentication Flow without Apple SSO"), .sdkReference("setSelectedProvider:"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var (isShown, isTold) = (false, false)
            var cancelled: Install.ObservedEvent?
            func settle() {
                guard let moment = cancelled else { return }
                cancelled = nil
                assessment.find(
                    [moment], "the user cancels, and the app does not call setSelectedProvider(nil)",
                    instead: "call setSelectedProvider(nil)")
            }
            for moment in install.moments {
                if moment.mark?.event == .launch { settle() }
                if moment.mark?.event == .cancelledSignIn, isShown {
                    assessment.exercise()
                    if !isTold { cancelled = moment }
                }
                switch moment.sdk?.question {
                case .sdkCallback("displayProviderDialog", _), .sdkCallback("navigateToUrl", _):
                    (isShown, isTold) = (true, false)
                case .sdkCall(let made) where made.name == "setSelectedProvider" && made.argument == nil:
                    (cancelled, isTold) = (nil, true)
                // The app goes on, so it does not call any more.
                case .sdkCall(let made)
                where ["init", "setRequestor", "getAuthentication", "logout"].contains(made.name):
                    settle()
                default: break
                }
            }
            settle()
            return assessment
        },
        Rule(
            .sdkExternal, .mandatory, .sdk, party: .sdk,
            "The app hands over the URL at which a page ends, also after a logout.",
            trigger: "A page that the SDK had the app load opens the app's URL.", why: unfinished, needs: [],
            by: [
                .sdkCookbook("C. Authentication Flow without Apple SSO"),
                .sdkCookbook("H. Logout Flow without Apple SSO"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var isOpen = false
            var ended: (moment: Install.ObservedEvent, url: String)?
            func settle() {
                guard let (moment, url) = ended else { return }
                ended = nil
                assessment.find(
                    [moment], "a page ends at \(url), and the app does not call handleExternalURL with it",
                    instead: "call handleExternalURL with the URL")
            }
            for moment in install.moments {
                if moment.mark?.event == .launch { settle() }
                if isOpen, let url = moment.page?.answer?.opens {
                    assessment.exercise()
                    (isOpen, ended) = (false, (moment, url))
                }
                switch moment.sdk?.question {
                case .sdkCallback("navigateToUrl", _):
                    settle()
                    isOpen = true
                case .sdkCall(let made) where made.name == "handleExternalURL":
                    if let url = ended?.url, made.argument?.hasPrefix(url) == true { ended = nil }
                case .sdkCall(let made) where made.name == "init": settle()
                default: break
                }
            }
            settle()
            return assessment
        },
        Rule(
            .sdkSettings, .mandatory, .sdk, party: .sdk,
            "The app sends its user to the settings of the device after VSA203, and only then.",
            trigger: "The app calls logout, and the SDK reports VSA203 or the app names the settings.", why: unguided,
            needs: [.marks],
            by: [.sdkAppleCookbook("Logout"), .sdkCookbook("I. Logout Flow with Apple SSO"), .sdkStatus("VSA203")]
        ) { install, _ in
            var assessment = Assessment()
            var (logout, status, shown): (Install.ObservedEvent?, Install.ObservedEvent?, Install.ObservedEvent?)
            func settle() {
                defer { (logout, status, shown) = (nil, nil, nil) }
                guard let logout else { return }
                if status != nil, shown != nil { assessment.exercise() }
                if let status, shown == nil {
                    assessment.find(
                        [logout, status], "the status is VSA203, and nothing says that the user was told",
                        instead: "tell the user to sign out in the settings, and mark shownSignOutInSettings")
                }
                if let shown, status == nil {
                    assessment.find(
                        [logout, shown], "the user is sent to the settings, and there was no VSA203",
                        instead: "send the user there only after VSA203")
                }
            }
            for moment in install.moments {
                if moment.mark?.event == .launch { settle() }
                if moment.mark?.event == .shownSignOutInSettings { shown = moment }
                switch moment.sdk?.question {
                case .sdkCall(let made) where made.name == "logout":
                    settle()
                    logout = moment
                case .sdkCall(let made) where made.name == "init" || made.name == "getAuthentication": settle()
                case .sdkCallback("status", "VSA203"): status = moment
                default: break
                }
            }
            settle()
            return assessment
        },
        Rule(
            .sdkCode, .recommended, .sdk, party: .sdk, "The app shows its user the code for the second screen.",
            trigger: "The SDK reports REGCODE.", why: unguided, needs: [.marks],
            by: [.sdkCookbook("E. Authentication Flow with Apple SSO on tvOS"), .sdkStatus("REGCODE")]
        ) { install, _ in
            var assessment = Assessment()
            var given: Install.ObservedEvent?
            func settle() {
                guard let moment = given else { return }
                given = nil
                assessment.find(
                    [moment], "the status is REGCODE, and nothing says that the code was shown",
                    instead: "show the code, and mark shownCode in the test")
            }
            for moment in install.moments {
                if moment.mark?.event == .launch { settle() }
                if moment.mark?.event == .shownCode { given = nil }
                guard case .sdkCallback("status", "REGCODE") = moment.sdk?.question else { continue }
                settle()
                assessment.exercise()
                given = moment
            }
            settle()
            return assessment
        },
    ]
}
