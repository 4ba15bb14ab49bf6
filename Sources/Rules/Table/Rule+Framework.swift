import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld
import VideoSubscriberAccount

let disturbed = "The user is disturbed, or single sign-on does not work."

// How an app asks Apple's framework, as far as the journal shows it.
extension Rule {
    static let framework: [Rule] = [
        Rule(
            .vsaAccessFirst, .mandatory, .framework, party: .framework,
            "The app asks for the account only when access is granted.", trigger: "The app requests metadata.",
            why: disturbed, needs: [.framework], by: [.appleCookbook("Workflow, B. Check Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            // The last answer about the access, by app; none if it has not asked in this launch.
            var answers: [String: String] = [:]
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch: answers = [:]
                case .access(let decision) where decision.operation == .checkAccessStatus:
                    answers[decision.app] = decision.permission?.rawValue ?? "not granted"
                case .metadata(let step):
                    assessment.exercise()
                    let access = answers[step.app]
                    guard access != AccessPermission.granted.rawValue else { continue }
                    assessment.find(
                        [moment],
                        access.map { "metadata is requested although access is \($0)" }
                            ?? "metadata is requested before the access status",
                        instead: "check the access status, and continue only if it is granted")
                    // One finding for a request: its steps follow one another.
                    answers[step.app] = AccessPermission.granted.rawValue
                default: break
                }
            }
            return assessment
        },
        Rule(
            .vsaFirst, .recommended, .framework, party: .framework,
            "The app asks the framework before it begins a classic sign-in.",
            trigger: "An app that uses the framework creates a session of the classic sign-in.", why: disturbed,
            chosen: "In a world with several devices, the app that sends the framework's status, or the osName of one "
                + "of Apple's platforms, is the one that uses it.",
            needs: [.facts, .framework], by: [.appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            var isAsked = false
            guard install.usesFramework, install.isOfFramework || install.namesApple else { return assessment }
            for moment in install.moments {
                switch moment.event {
                case .mark(let mark) where mark.event == .launch: isAsked = false
                case .access, .metadata: isAsked = true
                case .request(let fact) where fact.endpoint == .session && fact.succeeded:
                    assessment.exercise()
                    guard !isAsked else { continue }
                    assessment.find(
                        [moment], "a classic sign-in begins before the framework is asked",
                        instead: "ask the framework first")
                default: break
                }
            }
            return assessment
        },
    ]
}
