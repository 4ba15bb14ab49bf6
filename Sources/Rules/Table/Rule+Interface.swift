import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld
import VideoSubscriberAccount

// What an app shows, as far as the test says it. What no test can say is a checklist in JudgeYourClient.md.
extension Rule {
    static let interface: [Rule] = [
        Rule(
            .uiSettings, .guideline, .interface, party: .interface,
            "A logout of a user who is signed in at system level leads to the settings of the device.",
            trigger: "The app logs out after Apple's framework named an account, or the SDK reports VSA203.",
            why: "The next launch signs the user in again.", needs: [.marks], by: [.accountGuidelines]
        ) { install, _ in
            var assessment = Assessment()
            var isSignedIn = false
            // The last logout, and the one that must name the settings.
            var (last, logout): (Install.ObservedEvent?, Install.ObservedEvent?)
            func settle() {
                guard let moment = logout else { return }
                logout = nil
                assessment.find(
                    [moment], "the user is signed in at system level, and nothing says that the app names the settings",
                    instead: "tell the user to sign out in the settings, and mark shownSignOutInSettings in the test")
            }
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch: settle()
                case .mark(let mark) where mark.event == .shownSignOutInSettings: logout = nil
                case .metadata(let step) where step.effect == .metadata: isSignedIn = true
                case .metadata(let step) where step.effect == .error: isSignedIn = false
                case .command(let command) where command.command == "signOut": isSignedIn = false
                default: break
                }
                if moment.isLogout {
                    settle()
                    last = moment
                    if isSignedIn { (logout, last) = (moment, nil) }
                } else if case .sdkCallback("status", "VSA203") = moment.sdk?.question, last != nil {
                    (logout, last) = (last, nil)
                } else {
                    continue
                }
                if logout != nil { assessment.exercise() }
            }
            settle()
            return assessment
        }
    ]
}

extension Install.ObservedEvent {
    /// Whether the app logs its user out, over HTTP or by the SDK; a logout that fails is none.
    fileprivate var isLogout: Bool {
        if let fact = request, fact.endpoint == .logout { return fact.succeeded }
        guard case .sdkCall(let made) = sdk?.question else { return false }
        return made.name == "logout"
    }
}
