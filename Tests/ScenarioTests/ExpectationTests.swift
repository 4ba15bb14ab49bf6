import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import Testing

@Suite("An expectation")
struct ExpectationTests {
    static let no = #"setAuthenticationStatus(0, "User Not Authenticated Error")"#
    static let cameNo = came(.setAuthenticationStatus, 0, "User Not Authenticated Error")

    static func came(_ name: ReceivedCallback.Name, _ arguments: JSONValue...) -> ReceivedCallback {
        ReceivedCallback(name, arguments)
    }

    static func came(status: String) -> ReceivedCallback {
        came(.status, ["errorId": .string(status)])
    }

    @Test(
        "is refused with another number of arguments than the callback has",
        arguments: [
            "setMetadataStatus(uid)", "setAuthenticationStatus(1)", "setRequestorComplete(1, 2)",
            "presentTvProviderDialog(1)", "tokenRequestFailed(R)",
        ])
    func argumentCount(_ line: String) {
        #expect(throws: CommandError.self) { try CallbackPattern(awaiting: line) }
    }

    @Test(
        "may have the brackets of a callback without arguments, and blanks in them",
        arguments: ["presentTvProviderDialog", "presentTvProviderDialog()", "presentTvProviderDialog( )"])
    func empty(_ line: String) throws {
        #expect(try CallbackPattern(awaiting: line).awaits(Self.came(.presentTvProviderDialog)))
    }

    @Test(
        "matches the callbacks that it names",
        arguments: [
            ([], []),
            (["setRequestorComplete(1)"], [came(.setRequestorComplete, 1)]),
            (["status(VSA203)", "…", "setAuthenticationStatus(0, …)"], [came(status: "VSA203"), cameNo]),
            (
                ["status(VSA203)", "…", "setAuthenticationStatus(0, …)"],
                [came(status: "VSA203"), came(status: "X"), cameNo]
            ),
            (["…"], []),
            (["…"], [came(status: "N003"), came(status: "N004")]),
            (["…", "status(N004)"], [came(status: "N003"), came(status: "N004")]),
            (["…", "status(N003)", "…"], [came(status: "N003")]),
            (["displayProviderDialog(Cablevision,Dish)"], [came(.displayProviderDialog, "Cablevision", "Dish")]),
            (
                ["setMetadataStatus(maxRating, …)"],
                [came(.setMetadataStatus, "maxRating", ["MPAA": "PG, 13", "X": [1, 2]])]
            ),
            (["setMetadataStatus(tokenSource, nil)"], [came(.setMetadataStatus, "tokenSource", nil)]),
            ([#"tokenRequestFailed(R, "a, b)", …)"#], [came(.tokenRequestFailed, "R", "a, b)", "")]),
            ([#"tokenRequestFailed(R, "a\", (b", …)"#], [came(.tokenRequestFailed, "R", "a\", (b", "")]),
            ([#"tokenRequestFailed(R, "a\\", …)"#], [came(.tokenRequestFailed, "R", "a\\", "(")]),
            ([#"tokenRequestFailed(R, "\\\", [", …)"#], [came(.tokenRequestFailed, "R", "\\\", [", "x")]),
            (["preauthorizedResources()"], [came(.preauthorizedResources)]),
            (["preauthorizedResources( )"], [came(.preauthorizedResources)]),
            // Error Reporting lists this spelling in its table of Apple's codes, so a profile may expect it.
            (["status(AAPL_ERROR)"], [came(status: "AAPL_ERROR")]),
            (["presentTvProviderDialog"], [came(.presentTvProviderDialog)]),
            (["navigateToUrl(…, useSVC: true)"], [came(.navigateToUrl, "https://a.example/", true)]),
            (["navigateToUrl(…)"], [came(.navigateToUrl, "https://a.example/", false)]),
            // A resource is one argument, whatever is in it.
            (["setToken(…)"], [came(.setToken, "News, live")]),
            (["setToken(News, live)"], [came(.setToken, "News, live")]),
            (["setToken(…)"], [came(.setToken, "News (live")]),
            (["setToken()"], [came(.setToken, "")]),
            (["preauthorizedResources(…)"], [came(.preauthorizedResources, "News, live")]),
            (["preauthorizedResources(A, …, C)"], [came(.preauthorizedResources, "A", "News, live", "C")]),
            (["preauthorizedResources(…, B, C)"], [came(.preauthorizedResources, "A, B", "B, C")]),
            ([#"tokenRequestFailed(…, "Z100", …)"#], [came(.tokenRequestFailed, "News, live", "Z100", "")]),
            ([#"tokenRequestFailed(News, live, "Z100", …)"#], [came(.tokenRequestFailed, "News, live", "Z100", "")]),
            // A text that cannot be taken apart is compared as it stands.
            (["setToken(News :))"], [came(.setToken, "News :)")]),
            (["setToken(News :(, live)"], [came(.setToken, "News :(, live")]),
            (
                [#"tokenRequestFailed(News :), "User not Authorized Error", "")"#],
                [came(.tokenRequestFailed, "News :)", "User not Authorized Error", "")]
            ),
            ([#"preauthorizedResources([A, 6" screen)"#], [came(.preauthorizedResources, "[A", #"6" screen"#)]),
            // JSON is compared as JSON.
            ([#"setMetadataStatus(zip, ["1", "2"])"#], [came(.setMetadataStatus, "zip", ["1", "2"])]),
            ([#"setMetadataStatus(zip, ["1","2"])"#], [came(.setMetadataStatus, "zip", ["1", "2"])]),
            (
                [#"setMetadataStatus(maxRating, { "VCHIP": "X",  "MPAA": "PG" })"#],
                [came(.setMetadataStatus, "maxRating", ["MPAA": "PG", "VCHIP": "X"])]
            ),
            ([#"setAuthenticationStatus(0, "\u0041")"#], [came(.setAuthenticationStatus, 0, "A")]),
            // Tracking is compared only where it is named.
            ([no], [came(.sendTrackingData, "authentication", "false"), cameNo]),
            (
                [#"sendTrackingData(authentication, "true", "Cablevision", …)"#, "…"],
                [
                    came(.sendTrackingData, "authentication", "true", "Cablevision", "guid", "false", "mobile", "ios"),
                    cameNo,
                ]
            ),
        ] as [([String], [ReceivedCallback])])
    func holds(expected: [String], callbacks: [ReceivedCallback]) throws {
        #expect(try Mismatch(expected: expected.map { try CallbackPattern($0) }, callbacks: callbacks) == nil)
    }

    @Test(
        "reports missing, unexpected and different callbacks",
        arguments: [
            (
                ["status(VSA404)", "setRequestorComplete(1)"], [came(.setRequestorComplete, 1)],
                "status(VSA404) is missing (before callback 1)"
            ),
            (["status(N000)", no], [came(status: "N000")], "\(no) is missing (at the end)"),
            ([], [came(.setRequestorComplete, 1)], "callback 1: unexpected setRequestorComplete(1)"),
            (
                ["status(VSA403)"], [came(status: "VSA404")],
                "callback 1: expected status(VSA403), received status(VSA404)"
            ),
            // One argument is one argument.
            (
                ["displayProviderDialog(…)"], [came(.displayProviderDialog, "A", "B")],
                "callback 1: expected displayProviderDialog(…), received displayProviderDialog(A, B) "
                    + "(each … matches one argument)"
            ),
            (
                ["setToken(News :))"], [came(.setToken, "News")],
                "callback 1: expected setToken(News :)), received setToken(News)"
            ),
            // What is no JSON is compared as it stands.
            (["setToken(1)"], [came(.setToken, "1.0")], "callback 1: expected setToken(1), received setToken(1.0)"),
            (
                ["status(N003)", "status(N004)"], [came(status: "N004"), came(status: "N003")],
                "status(N003) is missing (before callback 1)"
            ),
            (
                [#"sendTrackingData(authentication, "true", …)"#],
                [came(.sendTrackingData, "authentication", "false")],
                #"callback 1: expected sendTrackingData(authentication, "true", …), "#
                    + #"received sendTrackingData(authentication, "false")"#
            ),
        ] as [([String], [ReceivedCallback], String)])
    func fails(expected: [String], callbacks: [ReceivedCallback], sentence: String) throws {
        let patterns = try expected.map { try CallbackPattern($0) }
        let failures = try #require(Mismatch(expected: patterns, callbacks: callbacks)).sentences
        #expect(failures.first == sentence)
        let came = callbacks.map(\.text).joined(separator: ", ")
        #expect(failures.last == "expected [\(expected.joined(separator: ", "))]; received [\(came)]")
    }
}
