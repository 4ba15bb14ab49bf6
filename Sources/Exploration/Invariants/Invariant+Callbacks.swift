import TVSimDevice
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

private let reference = "iOS/tvOS SDK API Reference, "

// The rules about which callbacks answer a call, and how often.
extension Invariant {
    static let callbacks: [Invariant] = [
        Invariant(
            "requestor-completes", "Each setRequestor completes with exactly one setRequestorComplete.",
            by: reference + "setRequestorComplete:"
        ) { moment in
            guard moment.step.action.isSetRequestor, !moment.step.isDisturbed else { return nil }
            return moment.completes(by: .setRequestorComplete, "setRequestorComplete(…)")
        },
        Invariant(
            "check-completes", "Each checkAuthentication completes with exactly one setAuthenticationStatus.",
            by: reference + "checkAuthentication"
        ) { moment in
            guard moment.step.action == .call(.checkAuthentication), moment.isUndisturbed else { return nil }
            return moment.completes(by: .setAuthenticationStatus, "setAuthenticationStatus(…, …)")
        },
        Invariant(
            "questions-answered",
            "getSelectedProvider, getMetadata and checkPreauthorizedResources have exactly one answer each.",
            by: reference + "selectedProvider, setMetadataStatus and preauthorizedResources"
        ) { moment in
            guard moment.isUndisturbed, let (name, line) = moment.step.action.answer else { return nil }
            return moment.completes(by: name, line)
        },
        Invariant(
            "authorization-completes",
            "Each checkAuthorization completes with exactly one setToken or tokenRequestFailed, for its resource.",
            by: reference + "checkAuthorization"
        ) { moment in
            guard case .call(.checkAuthorization(let resource, _)) = moment.step.action, moment.isUndisturbed
            else { return nil }
            let answers = moment.step.callbacks.filter { [.setToken, .tokenRequestFailed].contains($0.name) }
            guard answers.count != 1 || answers[0].arguments.first?.string != resource.rawValue else { return nil }
            return (
                "\(answers.count) answers arrive for '\(resource)'", ["…", "tokenRequestFailed(\(resource), …, …)"]
            )
        },
        Invariant(
            "logout-completes", "Each logout completes with exactly one setAuthenticationStatus, of status 0.",
            by: reference + "logout"
        ) { moment in
            guard moment.step.action == .call(.logout), moment.isUndisturbed, !moment.pastWithStep.hasOpenFlow else {
                return nil
            }
            let statuses = moment.step.authenticationStatuses
            guard statuses != [false] else { return nil }
            var lines = moment.step.lines { $0.name == .setAuthenticationStatus ? nil : $0.expectation }
            lines.append("setAuthenticationStatus(0, …)")
            return ("\(statuses.count) arrive, \(statuses.filter { $0 }.count) of them with status 1", lines)
        },
        Invariant(
            "preauthorized-asked", "preauthorizedResources names only resources that the app asked for.",
            by: reference + "preauthorizedResources:"
        ) { moment in
            guard case .call(.checkPreauthorizedResources(let asked, _)) = moment.step.action, moment.isUndisturbed,
                let answer = moment.step.callbacks(.preauthorizedResources).first,
                let extra = answer.arguments.compactMap(\.string).first(where: { !asked.contains(ResourceID($0)) })
            else { return nil }
            return ("it names '\(extra)'", nil)
        },
        Invariant(
            "tvos-pages", "On tvOS the app is never asked to open a page.",
            by: reference + "logout; iOS/tvOS SDK Cookbook, Authentication Flow with Apple SSO on tvOS"
        ) { moment in
            guard moment.before.platform == .tvOS, moment.step.world.platform == .tvOS,
                !moment.step.callbacks(.navigateToUrl).isEmpty, !moment.past.hasOpenFlow
            else { return nil }
            return ("navigateToUrl arrives", moment.step.lines { $0.name == .navigateToUrl ? nil : $0.expectation })
        },
        Invariant(
            "dialog-pairs",
            "presentTvProviderDialog and dismissTvProviderDialog alternate, and the dialog is closed in the end.",
            by: "Apple SSO Cookbook (iOS/tvOS SDK), Prerequisites, Callbacks"
        ) { moment in
            var open = moment.past.openDialogs
            for callback in moment.step.callbacks {
                if callback.name == .presentTvProviderDialog { open += 1 }
                if callback.name == .dismissTvProviderDialog { open -= 1 }
                guard (0...1).contains(open) else {
                    return ("\(callback.name.rawValue) arrives while \(open < 0 ? "no" : "a") dialog is open", nil)
                }
            }
            guard open == 0 || moment.step.isDisturbed else { return ("the dialog stays open", nil) }
            return nil
        },
    ]
}

extension StepContext {
    /// Returns what is wrong if a callback does not arrive exactly once.
    fileprivate func completes(by name: ReceivedCallback.Name, _ line: String) -> (reason: String, expect: [String]?)? {
        let count = step.callbacks(name).count
        guard count != 1 else { return nil }
        var found = 0
        var lines = step.lines { callback in
            if callback.name == name { found += 1 }
            return callback.name == name && found > 1 ? nil : callback.expectation
        }
        // The order of the callbacks is not part of the rule.
        if count == 0 { lines = ["…", line, "…"] }
        return (count == 0 ? "no \(name.rawValue) arrives" : "\(count) of \(name.rawValue) arrive", lines)
    }
}

extension FlowStep.Action {
    /// The callback that answers a question of the app, as a line of `expect`; `nil` for another step.
    fileprivate var answer: (ReceivedCallback.Name, String)? {
        switch self {
        case .call(.getSelectedProvider): (.selectedProvider, "selectedProvider(…)")
        case .call(.getMetadata): (.setMetadataStatus, "setMetadataStatus(…, …)")
        case .call(.checkPreauthorizedResources): (.preauthorizedResources, "preauthorizedResources(…)")
        default: nil
        }
    }
}
