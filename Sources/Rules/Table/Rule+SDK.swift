import TVSimDevice
import TVSimEntitlementAPI
import TVSimWorld

private let queued = "Calls that wait are lost if the network is unstable."
private let needlessPages = "A user who sees a sign-in without need."

// In which order an app calls the SDK.
extension Rule {
    static let sdk: [Rule] = [
        Rule(
            .sdkComplete, .recommended, .sdk, party: .sdk,
            "The app waits for setRequestorComplete before it calls the SDK for its user.",
            trigger: "The app calls the SDK after setRequestor.", why: queued, needs: [],
            by: [.sdkCookbook("B. Startup Flow"), .sdkReference("setRequestorComplete:")]
        ) { install, _ in
            var assessment = Assessment()
            // The requestors that are being set, by app; `nil` inside if the SDK has called back.
            var begun: [String: Install.ObservedEvent?] = [:]
            for (moment, call) in install.sdkMoments {
                switch call.question {
                case .sdkCall(let made) where made.name == "setRequestor": begun[call.app] = .some(moment)
                case .sdkCall(let made) where made.isForUser:
                    guard let open = begun[call.app] else { continue }
                    assessment.exercise()
                    guard let open else { continue }
                    begun[call.app] = .some(nil)
                    assessment.find(
                        [open, moment], "\(made.name) is called before setRequestorComplete",
                        instead: "call it when setRequestorComplete has arrived")
                case .sdkCallback("setRequestorComplete", _) where begun[call.app] != nil:
                    begun[call.app] = .some(nil)
                default: break
                }
            }
            return assessment
        },
        Rule(
            .sdkCheck, .recommended, .sdk, party: .sdk,
            "A launch asks for the authentication that the app has, before it begins another.",
            trigger: "The app calls getAuthentication.", why: needlessPages, needs: [],
            by: [.sdkCookbook("B. Startup Flow")]
        ) { install, _ in
            var assessment = Assessment()
            var checked: Set<String> = []
            for moment in install.moments {
                if moment.mark?.event == .launch { checked = [] }
                guard let call = moment.sdk, case .sdkCall(let made) = call.question else { continue }
                switch made.name {
                case "init": checked.remove(call.app)
                case "checkAuthentication": checked.insert(call.app)
                case "getAuthentication":
                    assessment.exercise()
                    // One finding for a launch.
                    guard checked.insert(call.app).inserted else { continue }
                    assessment.find(
                        [moment], "the launch calls getAuthentication without checkAuthentication before it",
                        instead: "call checkAuthentication first")
                default: break
                }
            }
            return assessment
        },
        Rule(
            .sdkFeatured, .mandatory, .sdk, party: .sdk, "The app features providers that it lists.",
            trigger: "The app names featured providers for the system's picker.",
            why: "A picker without the featured providers.", needs: [],
            by: [.sdkReference("getAuthentication:filter, Parameters")]
        ) { install, _ in
            var assessment = Assessment()
            for (moment, call) in install.sdkMoments {
                guard case .sdkCall(let made) = call.question, let featured = made.featured, !featured.isEmpty else {
                    continue
                }
                assessment.exercise()
                let others = Set(featured).subtracting(made.listed ?? [])
                guard !others.isEmpty else { continue }
                assessment.find(
                    [moment],
                    "FEATURED_TV_PROVIDERS names \(others.sorted().joined(separator: ", ")), "
                        + "and TV_PROVIDERS does not", instead: "name them in both lists")
            }
            return assessment
        },
    ]
}

extension FrameworkCall.SDKCall {
    /// Whether the call is about the user or a resource, so that it needs the requestor.
    fileprivate var isForUser: Bool {
        !["init", "setRequestor", "setOptions", "checkStorage", "handleExternalURL"].contains(name)
    }
}

extension Install {
    /// The calls and the callbacks of the SDK, in order.
    var sdkMoments: [(moment: ObservedEvent, call: FrameworkCall)] {
        moments.compactMap { moment in moment.sdk.map { (moment, $0) } }
    }
}

extension Install.ObservedEvent {
    /// The call or the callback of the SDK; `nil` for another event.
    var sdk: FrameworkCall? {
        if case .call(let call) = event, call.question.isAboutSDK { call } else { nil }
    }
}
