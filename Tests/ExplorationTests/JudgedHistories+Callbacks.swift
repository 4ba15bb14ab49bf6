import TVSimDevice
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

@testable import TVSimExploration

private let yes = ReceivedCallback(.setAuthenticationStatus, [1, ""])
private let no = ReceivedCallback(.setAuthenticationStatus, [0, "User Not Authenticated Error"])
private let complete = ReceivedCallback(.setRequestorComplete, [1])
private let page = ReceivedCallback(.navigateToUrl, ["https://mvpd.example/logout"])
private let present = ReceivedCallback(.presentTvProviderDialog, [])
private let dismiss = ReceivedCallback(.dismissTvProviderDialog, [])

private func answer(_ name: ReceivedCallback.Name, _ arguments: JSONValue...) -> ReceivedCallback {
    ReceivedCallback(name, arguments)
}

extension JudgedHistory {
    /// Histories for the rules about which callbacks answer a call.
    static let callbacks = completion + questions + authorizations + logouts + television + dialogs

    private static let completion: [JudgedHistory] = [
        .breaks(
            "requestor-completes", "nothing arrives", .call(.setRequestor("REF30")),
            because: "no setRequestorComplete arrives", expect: ["…", "setRequestorComplete(…)", "…"]),
        .breaks(
            "requestor-completes", "two arrive",
            HandWrittenStep(action: .foreground, callbacks: [complete, no, complete]),
            because: "2 of setRequestorComplete arrive", expect: ["setRequestorComplete(1)", no.text]),
        .holds("requestor-completes", "one arrives", .configured),
        .holds("requestor-completes", "another call has none", .call(.logout, no)),
        .holds(
            "requestor-completes", "something disturbed the step",
            HandWrittenStep.call(.setRequestor("REF30")).with { $0.isDisturbed = true }),
        .breaks(
            "check-completes", "nothing arrives", .configured, .call(.checkAuthentication),
            because: "no setAuthenticationStatus arrives", expect: ["…", "setAuthenticationStatus(…, …)", "…"]),
        .breaks(
            "check-completes", "three arrive", .configured, .call(.checkAuthentication, yes, yes, no),
            because: "3 of setAuthenticationStatus arrive", expect: [yes.text]),
        .holds("check-completes", "one arrives", .configured, .call(.checkAuthentication, no)),
        .holds("check-completes", "another call has none", .configured, .call(.getSelectedProvider)),
        .holds("check-completes", "the SDK is not configured", .call(.checkAuthentication)),
    ]

    private static let questions: [JudgedHistory] = {
        let rule = "questions-answered"
        let rows: [(AppCall, ReceivedCallback.Name, String)] = [
            (.getSelectedProvider, .selectedProvider, "selectedProvider(…)"),
            (.getMetadata(.user("userID")), .setMetadataStatus, "setMetadataStatus(…, …)"),
            (.checkPreauthorizedResources(["News"]), .preauthorizedResources, "preauthorizedResources(…)"),
        ]
        return rows.flatMap { call, name, line -> [JudgedHistory] in
            [
                .breaks(
                    rule, "nothing answers \(call.name)", .configured, .call(call),
                    because: "no \(name.rawValue) arrives", expect: ["…", line, "…"]),
                .holds(rule, "\(call.name) is answered", .configured, .call(call, ReceivedCallback(name, ["News"]))),
                .holds(rule, "\(call.name) waits for the requestor", .call(call)),
            ]
        } + [.holds(rule, "logout is no question", .configured, .call(.logout))]
    }()

    private static let authorizations: [JudgedHistory] = {
        let rule = "authorization-completes"
        let call = AppCall.checkAuthorization("News")
        let expected = ["…", "tokenRequestFailed(News, …, …)"]
        let token = answer(.setToken, "News")
        return [
            .breaks(
                rule, "nothing arrives", .configured, .call(call), because: "0 answers arrive for 'News'",
                expect: expected),
            .breaks(
                rule, "both arrive", .configured, .call(call, token, answer(.tokenRequestFailed, "News", "E", "")),
                because: "2 answers arrive for 'News'", expect: expected),
            .breaks(
                rule, "the answer is for another resource", .configured, .call(call, answer(.setToken, "Sports")),
                because: "1 answers arrive for 'News'", expect: expected),
            .holds(rule, "a token arrives", .configured, .call(call, token)),
            .holds(
                rule, "a failure arrives", .configured, .call(call, answer(.tokenRequestFailed, "News", "E", ""))),
            .holds(rule, "the SDK is not configured", .call(call)),
            .breaks(
                "preauthorized-asked", "a resource is named that nobody asked for", .configured,
                .call(.checkPreauthorizedResources(["News"]), answer(.preauthorizedResources, "News", "Sports")),
                because: "it names 'Sports'"),
            .holds(
                "preauthorized-asked", "some of them are named", .configured,
                .call(.checkPreauthorizedResources(["News", "Sports"]), answer(.preauthorizedResources, "Sports"))),
            .holds(
                "preauthorized-asked", "an earlier question may be answered too",
                .call(.checkPreauthorizedResources(["News"]), answer(.preauthorizedResources, "Sports"))),
        ]
    }()

    private static let logouts: [JudgedHistory] = {
        let rule = "logout-completes"
        let expected = ["setAuthenticationStatus(0, …)"]
        return [
            .breaks(
                rule, "nothing arrives", .configured, .call(.logout), because: "0 arrive, 0 of them with status 1",
                expect: expected),
            .breaks(
                rule, "the user is still authenticated", .configured, .call(.logout, dismiss, yes),
                because: "1 arrive, 1 of them with status 1", expect: [dismiss.text] + expected),
            .breaks(
                rule, "two arrive", .configured, .call(.logout, no, no),
                because: "2 arrive, 0 of them with status 1", expect: expected),
            .holds(rule, "one of status 0 arrives", .configured, .call(.logout, no)),
            .holds(rule, "a page is open for it", .configured, .call(.logout, page)),
            .holds(rule, "another call has none", .configured, .call(.getSelectedProvider)),
            .holds(rule, "the SDK is not configured", .call(.logout)),
        ]
    }()

    private static let television: [JudgedHistory] = {
        let rule = "tvos-pages"
        let tv = HandWrittenStep.world { $0.platform = .tvOS }
        return [
            .breaks(
                rule, "a page is asked for", tv, .call(.logout, page, no), because: "navigateToUrl arrives",
                expect: [no.text]),
            .holds(rule, "no page is asked for", tv, .call(.logout, no)),
            .holds(rule, "the device is an iPhone", .call(.logout, page)),
            .holds(
                rule, "the device became an Apple TV in the step",
                HandWrittenStep.call(.logout, page).with { $0.changes = { $0.platform = .tvOS } }),
            .holds(
                rule, "the device became an iPhone in the step", tv,
                HandWrittenStep.call(.logout, page).with { $0.changes = { $0.platform = .iOS } }),
            .holds(
                rule, "a sign-in is open that began on an iPhone", .call(.getAuthentication(), page), tv,
                .call(.setSelectedProvider("Dish"), page)),
        ]
    }()

    private static let dialogs: [JudgedHistory] = {
        let rule = "dialog-pairs"
        let cut = HandWrittenStep.call(.getAuthentication(), present).with { $0.isDisturbed = true }
        return [
            .holds(rule, "each is closed", .call(.getAuthentication(), present, dismiss, present, dismiss)),
            .breaks(
                rule, "none is open", .call(.getAuthentication(), dismiss, present),
                because: "dismissTvProviderDialog arrives while no dialog is open"),
            .breaks(
                rule, "one is open", .call(.getAuthentication(), present, present, dismiss, dismiss),
                because: "presentTvProviderDialog arrives while a dialog is open"),
            .breaks(rule, "it is not closed", .call(.getAuthentication(), present), because: "the dialog stays open"),
            .holds(rule, "something disturbed the step", cut),
            .holds(
                rule, "the dialog that the system closed is over", cut, .call(.getAuthentication(), present, dismiss)),
            .holds(
                rule, "a new process of the app has none", cut, HandWrittenStep(action: .relaunch),
                .call(.getAuthentication(), present, dismiss)),
        ]
    }()
}
