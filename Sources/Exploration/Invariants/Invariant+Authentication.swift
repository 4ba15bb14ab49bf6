import TVSimDevice
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

private let step2 = "Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 2"
private let step3 = "Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 3"
private let callback = "iOS/tvOS SDK API Reference, setAuthenticationStatus:errorCode:"

// The rules about who is authenticated.
extension Invariant {
    static let authentication: [Invariant] = [
        Invariant(
            "permission-denied",
            "Without permission to use the account, no user is authenticated who has signed in nowhere else.",
            by: step3
        ) { moment in
            guard !moment.mayUseAccount, moment.step.authenticationStatuses.contains(true),
                !moment.pastWithStep.hasVisitedPage, !moment.pastWithStep.isExceptional
            else { return nil }
            return (
                "the user is authenticated while the permission is \(moment.step.world.access.rawValue)",
                ["…", "setAuthenticationStatus(0, …)"]
            )
        },
        Invariant(
            "apple-token",
            "The user metadata tokenSource is \"Apple\" only after the service exchanged the system-level account.",
            by: "Apple SSO Overview, FAQ"
        ) { moment in
            guard
                moment.step.callbacks(.setMetadataStatus).contains(where: { $0.arguments == ["tokenSource", "Apple"] }),
                !moment.pastWithStep.hasExchanged
            else { return nil }
            return ("tokenSource is \"Apple\" without an exchange", ["setMetadataStatus(tokenSource, nil)"])
        },
        Invariant(
            "silent-step",
            "setRequestor triggers only setRequestorComplete and the statuses of step 2, if no sign-in is open.",
            by: step2
        ) { moment in
            guard moment.step.action.isSetRequestor, !moment.past.hasOpenFlow, !moment.step.isDisturbed,
                // Calls that waited for the requestor answer in this step too.
                !moment.past.hasWaitingCalls
            else { return nil }
            guard let wrong = moment.step.callbacks.first(where: { !$0.isSilent }) else { return nil }
            return (
                "it triggers \(wrong.expectation)", moment.step.lines { $0.isSilent ? $0.expectation : nil }
            )
        },
        Invariant(
            "one-status",
            "A flow ends with at most one setAuthenticationStatus.", by: callback
        ) { moment in
            guard moment.isUndisturbed, moment.step.authenticationStatuses.count > 1 else { return nil }
            var count = 0
            let lines = moment.step.lines { callback in
                if callback.name == .setAuthenticationStatus { count += 1 }
                return callback.name == .setAuthenticationStatus && count > 1 ? nil : callback.expectation
            }
            return ("\(moment.step.authenticationStatuses.count) arrive", lines)
        },
        Invariant(
            "status-code",
            "The error code of setAuthenticationStatus is empty if, and only if, the user is authenticated.",
            by: callback
        ) { moment in
            for status in moment.step.callbacks(.setAuthenticationStatus) {
                let isAuthenticated = status.arguments.first == 1
                guard status.arguments.count != 2 || isAuthenticated != (status.arguments[1] == "") else { continue }
                let correct = isAuthenticated ? #"setAuthenticationStatus(1, "")"# : "setAuthenticationStatus(0, …)"
                return ("\(status.text) arrives", moment.step.lines { $0 == status ? correct : $0.expectation })
            }
            return nil
        },
        Invariant(
            "logged-out",
            "After a logout no user is authenticated until the next sign-in or exchange.",
            by: "iOS/tvOS SDK API Reference, logout"
        ) { moment in
            guard moment.past.isLoggedOut,
                moment.pastWithStep.isLoggedOut || moment.step.action == .call(.checkAuthentication),
                moment.step.authenticationStatuses.contains(true)
            else { return nil }
            return ("the user is authenticated after the logout", ["…", "setAuthenticationStatus(0, …)"])
        },
        Invariant(
            "local-check", "checkAuthentication performs no network calls.",
            by: "iOS/tvOS SDK API Reference, checkAuthentication"
        ) { moment in
            guard moment.step.action == .call(.checkAuthentication), moment.isUndisturbed,
                let request = moment.step.requests.first
            else { return nil }
            return ("it sends the request \(request.endpoint)", nil)
        },
    ]
}

extension FlowStep.Action {
    /// Whether the app sets its requestor.
    var isSetRequestor: Bool {
        switch self {
        case .call(.setRequestor), .foreground: true
        default: false
        }
    }
}

extension ReceivedCallback {
    /// Whether step 2 of the cookbook, or the configuration and registration of an app, allows the callback.
    ///
    /// Advanced Error Codes Reference: the codes of configuration, registration, device and clock.
    fileprivate var isSilent: Bool {
        switch name {
        case .setRequestorComplete: return true
        case .status:
            guard case .object(let status)? = arguments.first, let code = status["errorId"]?.string else {
                return false
            }
            return ["VSA403", "VSA404", "APPL", "500", "R400", "R401"].contains(code) || code.hasPrefix("CFG")
                || code.hasPrefix("SEC")
        default: return false
        }
    }
}
