import TVSimDevice
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

@testable import TVSimExploration

private let yes = ReceivedCallback(.setAuthenticationStatus, [1, ""])
private let no = ReceivedCallback(.setAuthenticationStatus, [0, "User Not Authenticated Error"])
private let complete = ReceivedCallback(.setRequestorComplete, [1])
private let picker = ReceivedCallback(.displayProviderDialog, [[]])
private let check = HandWrittenStep.call(.checkAuthentication, yes)
private let signIn = HandWrittenStep.call(.getAuthentication())
private let unauthenticated = ["…", "setAuthenticationStatus(0, …)"]

private func status(_ code: String) -> ReceivedCallback { ReceivedCallback(.status, [["errorId": .string(code)]]) }

/// A call that asked an endpoint of the service.
private func asking(_ endpoint: String, _ status: Int?) -> HandWrittenStep {
    signIn.with { $0.requests = [(endpoint, status)] }
}

extension JudgedHistory {
    /// Histories for the rules about who is authenticated.
    static let authentication = permission + source + silence + statuses + logout

    private static let permission: [JudgedHistory] = [
        .breaks(
            "permission-denied", "a user who signed in nowhere is authenticated", .configured, check,
            because: "the user is authenticated while the permission is denied", expect: unauthenticated),
        .holds("permission-denied", "no user is authenticated", .configured, .call(.checkAuthentication, no)),
        .holds("permission-denied", "the app had the permission", .world { $0.access = .granted }, check),
        .holds(
            "permission-denied", "the app lost the permission in the step", .world { $0.access = .granted },
            check.with { $0.changes = { $0.access = .denied } }),
        .holds(
            "permission-denied", "the app got the permission in the step",
            check.with { $0.changes = { $0.access = .granted } }),
        .holds(
            "permission-denied", "a temporary pass may have decided",
            .world { $0.integrations["Dish"]?.isExceptional = true }, check),
    ]

    private static let source: [JudgedHistory] = {
        let apple = HandWrittenStep.call(
            .getMetadata(.user("tokenSource")), ReceivedCallback(.setMetadataStatus, ["tokenSource", "Apple"]))
        let reason = "tokenSource is \"Apple\" without an exchange"
        let expected = ["setMetadataStatus(tokenSource, nil)"]
        return [
            .breaks("apple-token", "nothing was asked", apple, because: reason, expect: expected),
            .breaks(
                "apple-token", "the exchange was refused", asking("partnerProfile", 403), apple, because: reason,
                expect: expected),
            .breaks(
                "apple-token", "the exchange had no response", asking("partnerProfile", nil), apple, because: reason,
                expect: expected),
            .breaks(
                "apple-token", "another profile was found", asking("profiles", 200), apple, because: reason,
                expect: expected),
            .holds("apple-token", "the service exchanged the account", asking("partnerProfile", 200), apple),
            .holds(
                "apple-token", "it is not Apple's",
                .call(.getMetadata(.user("tokenSource")), ReceivedCallback(.setMetadataStatus, ["tokenSource"]))),
        ]
    }()

    private static let silence: [JudgedHistory] =
        [
            .breaks(
                "silent-step", "a picker is shown", .call(.setRequestor("REF30"), complete, picker),
                because: "it triggers \(picker.text)", expect: ["setRequestorComplete(1)"]),
            .breaks(
                "silent-step", "a status of another step arrives",
                HandWrittenStep(action: .foreground, callbacks: [status("N000"), complete]),
                because: "it triggers \(status("N000").text)", expect: ["setRequestorComplete(1)"]),
            .holds("silent-step", "another call shows a picker", .call(.getAuthentication(), picker)),
            .holds(
                "silent-step", "a sign-in is open", .call(.getAuthentication(), picker),
                .call(.setRequestor("REF30"), complete, yes)),
            .holds(
                "silent-step", "something disturbed the step",
                HandWrittenStep.call(.setRequestor("REF30"), picker).with { $0.isDisturbed = true }),
            .holds(
                "silent-step", "a call that waited is answered too",
                check.with { ($0.callbacks, $0.waits) = ([], true) },
                .call(.setRequestor("REF30"), complete, yes)),
            .breaks(
                "silent-step", "the call that waited was answered before", check.with { $0.waits = true }, .configured,
                .call(.setRequestor("REF30"), yes), because: "it triggers setAuthenticationStatus(1, \"\")", expect: []),
        ]
        + ["VSA403", "VSA404", "APPL", "500", "R400", "R401", "CFG429", "SEC412"].map { code in
            .holds("silent-step", "the status \(code) arrives", .call(.setRequestor("REF30"), status(code)))
        }

    private static let statuses: [JudgedHistory] = {
        let twice = HandWrittenStep.call(.getAuthentication(), yes, no)
        let wrong = HandWrittenStep.call(
            .getAuthentication(), ReceivedCallback(.setAuthenticationStatus, [1, "Some Error"]))
        return [
            .breaks(
                "one-status", "two arrive", .configured, twice, because: "2 arrive",
                expect: ["setAuthenticationStatus(1, \"\")"]),
            .holds("one-status", "one arrives", .configured, signIn.with { $0.callbacks = [yes] }),
            .holds("one-status", "the SDK is not configured", twice),
            .holds(
                "one-status", "the SDK could not be configured",
                .call(.setRequestor("REF30"), ReceivedCallback(.setRequestorComplete, [0])), twice),
            .holds("one-status", "the app began again", .configured, HandWrittenStep(action: .relaunch), twice),
            .holds("one-status", "a sign-in is open", .configured, .call(.getAuthentication(), picker), twice),
            .holds(
                "one-status", "something disturbed the step", .configured, twice.with { $0.isDisturbed = true }),
            .holds("one-status", "a call waits for the requestor", .configured, twice.with { $0.waits = true }),
            .breaks(
                "status-code", "an authenticated user has an error", wrong,
                because: "setAuthenticationStatus(1, \"Some Error\") arrives",
                expect: ["setAuthenticationStatus(1, \"\")"]),
            .breaks(
                "status-code", "an unauthenticated user has none",
                .call(.logout, picker, ReceivedCallback(.setAuthenticationStatus, [0, ""])),
                because: "setAuthenticationStatus(0, \"\") arrives",
                expect: [picker.text, "setAuthenticationStatus(0, …)"]),
            .breaks(
                "status-code", "the code is missing",
                .call(.logout, ReceivedCallback(.setAuthenticationStatus, [1])),
                because: "setAuthenticationStatus(1) arrives", expect: ["setAuthenticationStatus(1, \"\")"]),
            .holds("status-code", "both are right", .call(.checkAuthentication, yes, no)),
        ]
    }()

    private static let logout: [JudgedHistory] = {
        let logout = HandWrittenStep.call(.logout, no)
        let reason = "the user is authenticated after the logout"
        return [
            .breaks("logged-out", "a check says otherwise", logout, check, because: reason, expect: unauthenticated),
            .breaks(
                "logged-out", "a sign-in succeeds without a profile", logout, signIn.with { $0.callbacks = [yes] },
                because: reason, expect: unauthenticated),
            .breaks(
                "logged-out", "a check finds a profile, which it must not ask for", logout,
                check.with { $0.requests = [("profiles", 200)] }, because: reason, expect: unauthenticated),
            .breaks(
                "logged-out", "the profile was refused", logout, asking("profileByCode", 404), check, because: reason,
                expect: unauthenticated),
            .holds(
                "logged-out", "a sign-in finds a profile", logout,
                asking("profileByCode", 200).with { $0.callbacks = [yes] }),
            .holds("logged-out", "it was before the logout", .configured, check),
            .holds(
                "logged-out", "the logout did not end", .call(.logout, ReceivedCallback(.navigateToUrl, ["https://a"])),
                check),
            .holds("logged-out", "something disturbed the logout", logout.with { $0.isDisturbed = true }, check),
            .breaks(
                "logged-out", "the logout itself asked for a profile",
                logout.with { $0.requests = [("profiles", 200)] }, check, because: reason, expect: unauthenticated),
        ]
            + ["partnerProfile", "profile", "profiles", "profileByCode"].map { endpoint in
                .holds("logged-out", "\(endpoint) was answered since", logout, asking(endpoint, 200), check)
            }
            + [AppAction.signIn(name: "bob"), .signInOnSecondScreen(name: "bob"), .handleExternalURL("app:")].map {
                action in
                .holds("logged-out", "\(action) since", logout, signIn.with { $0.user = [action] }, check)
            }
            + [AppAction.load(url: "https://a"), .showInSafari(url: "https://a"), .cancelSignIn].map { action in
                .breaks(
                    "logged-out", "only \(action) since", logout, signIn.with { $0.user = [action] }, check,
                    because: reason, expect: unauthenticated)
            } + [
                .breaks(
                    "local-check", "a request is sent", .configured, check.with { $0.requests = [("profiles", nil)] },
                    because: "it sends the request profiles"),
                .holds("local-check", "no request is sent", .configured, check),
                .holds("local-check", "another call sends it", .configured, asking("profiles", 200)),
                .holds(
                    "local-check", "the SDK is not configured", check.with { $0.requests = [("configuration", 200)] }),
            ]
    }()
}
