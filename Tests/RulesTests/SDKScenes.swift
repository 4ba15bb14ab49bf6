import TVSimDevice
import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about an app with the SDK, and about its interface.
extension Scene {
    private static func calls(_ name: String, _ fill: (inout FrameworkCall.SDKCall) -> Void = { _ in }) -> Event {
        var call = FrameworkCall.SDKCall(name)
        fill(&call)
        return .call(.sdkCall(call))
    }

    private static func calledBack(_ name: String, _ status: String? = nil) -> Event {
        .call(.sdkCallback(name, status: status))
    }

    private static let begin = calls("setRequestor")
    private static let complete = calledBack("setRequestorComplete")
    private static let check = calls("checkAuthentication")
    private static let signIn = calls("getAuthentication")
    private static let picker = calledBack("displayProviderDialog")
    private static let page = calledBack("navigateToUrl")
    private static let cancel = calls("setSelectedProvider")
    private static let logout = calls("logout")
    private static let end = get(
        "assertionConsumer", ["answer": ["status": 302, "errors": [], "opens": "adobepass://ios.app"]])

    private static func hand(_ url: String) -> Event { calls("handleExternalURL") { $0.argument = url } }

    private static func featuring(_ featured: [String], among listed: [String]?) -> Event {
        calls("getAuthentication") { ($0.featured, $0.listed) = (featured, listed) }
    }

    static let sdk: [Scene] = [
        Scene("sdk-complete", .held, "the app waits", [begin, complete, check]),
        Scene("sdk-complete", .broken, "the app does not wait", [begin, check, complete]),
        Scene("sdk-complete", .broken, "a second requestor", [begin, complete, check, begin, signIn]),
        Scene("sdk-complete", .notExercised, "only options", [begin, calls("setOptions"), complete]),
        Scene("sdk-complete", .notExercised, "no SDK", [get("profiles")]),
        Scene("sdk-check", .held, "first the check", [check, signIn]),
        Scene("sdk-check", .broken, "no check", [signIn]),
        Scene("sdk-check", .broken, "no check in the second launch", [check, signIn, calls("init"), signIn]),
        Scene("sdk-check", .broken, "no check after a mark", [check, .mark(.launch), signIn]),
        Scene("sdk-check", .notExercised, "no sign-in", [check]),
        Scene("sdk-featured", .held, "listed", [featuring(["Dish"], among: ["Dish", "Cox"])]),
        Scene("sdk-featured", .broken, "not listed", [featuring(["Dish"], among: ["Cox"])]),
        Scene("sdk-featured", .broken, "no list", [featuring(["Dish"], among: nil)]),
        Scene("sdk-featured", .notExercised, "none featured", [featuring([], among: ["Cox"])]),
        Scene("sdk-cancel", .held, "the picker", [signIn, picker, .mark(.cancelledSignIn), cancel]),
        Scene("sdk-cancel", .held, "the mark comes later", [signIn, page, cancel, .mark(.cancelledSignIn)]),
        Scene("sdk-cancel", .broken, "nothing", [signIn, page, .mark(.cancelledSignIn)]),
        Scene("sdk-cancel", .broken, "another sign-in", [signIn, picker, .mark(.cancelledSignIn), signIn, cancel]),
        Scene(
            "sdk-cancel", .broken, "a provider is not a cancellation",
            [signIn, picker, .mark(.cancelledSignIn), calls("setSelectedProvider") { $0.argument = "Dish" }]),
        Scene("sdk-cancel", .notExercised, "nothing is shown", [.mark(.cancelledSignIn), check]),
        Scene("sdk-cancel", .notObservable, "no mark", [signIn, picker]),
        Scene("sdk-external", .held, "the URL", [page, end, hand("adobepass://ios.app/?x")]),
        Scene("sdk-external", .broken, "nothing", [page, end]),
        Scene("sdk-external", .broken, "another URL", [page, end, hand("https://app.example/done")]),
        Scene("sdk-external", .broken, "too early", [page, hand("adobepass://ios.app"), end]),
        Scene("sdk-external", .notExercised, "the page does not end", [page]),
        Scene("sdk-external", .notExercised, "the SDK shows the page", [check, end]),
        Scene(
            "sdk-settings", .held, "the user is told",
            [logout, calledBack("status", "VSA203"), .mark(.shownSignOutInSettings)]),
        Scene("sdk-settings", .notExercised, "there is nothing to tell", [.mark(.launch), logout]),
        Scene("sdk-settings", .broken, "nothing", [.mark(.launch), logout, calledBack("status", "VSA203")]),
        Scene("sdk-settings", .broken, "without VSA203", [logout, .mark(.shownSignOutInSettings)]),
        Scene("sdk-settings", .notExercised, "no logout", [check, .mark(.shownSignOutInSettings)]),
        Scene("sdk-settings", .notObservable, "no mark", [logout]),
        Scene("sdk-code", .held, "shown", [calledBack("status", "REGCODE"), .mark(.shownCode)]),
        Scene("sdk-code", .broken, "not shown", [.mark(.launch), calledBack("status", "REGCODE")]),
        Scene(
            "sdk-code", .broken, "the second one",
            [calledBack("status", "REGCODE"), .mark(.shownCode), calledBack("status", "REGCODE")]),
        Scene("sdk-code", .notExercised, "another status", [.mark(.launch), calledBack("status", "N000")]),
        Scene("sdk-code", .notObservable, "no mark", [calledBack("status", "REGCODE")]),
    ]

    static let interface: [Scene] = [
        Scene("ui-settings", .held, "the user is told", [.metadata, logout, .mark(.shownSignOutInSettings)]),
        Scene("ui-settings", .broken, "an app with the SDK", [.mark(.launch), .metadata, logout]),
        Scene("ui-settings", .broken, "a client of REST API V2", [.mark(.launch), .metadata, get("logout")]),
        Scene("ui-settings", .notExercised, "no account", [.mark(.launch), .metadata, .command("signOut"), logout]),
        Scene("ui-settings", .notObservable, "no mark", [.metadata, logout]),
        Scene("ui-settings", .notExercised, "nothing names an account", [.mark(.launch), logout]),
        Scene(
            "ui-settings", .broken, "the SDK knows of the account",
            [.mark(.launch), logout, calledBack("status", "VSA203")]),
    ]
}
