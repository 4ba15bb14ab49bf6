import TVSimulator
import Testing

@Suite("An expectation")
struct ExpectationTests {
    static let no = #"setAuthenticationStatus(0, "User Not Authenticated Error")"#

    @Test(
        "is met by the callbacks that it names",
        arguments: [
            ([], []),
            (["setRequestorComplete(1)"], ["setRequestorComplete(1)"]),
            (["status(VSA203)", "…", "setAuthenticationStatus(0, …)"], ["status(VSA203)", no]),
            (["status(VSA203)", "…", "setAuthenticationStatus(0, …)"], ["status(VSA203)", "status(X)", no]),
            (["…"], []),
            (["…"], ["status(A)", "status(B)"]),
            (["…", "status(B)"], ["status(A)", "status(B)"]),
            (["…", "status(A)", "…"], ["status(A)"]),
            (["displayProviderDialog(Cablevision,Dish)"], ["displayProviderDialog(Cablevision, Dish)"]),
            (["setMetadataStatus(maxRating, …)"], [#"setMetadataStatus(maxRating, {"MPAA":"PG, 13","X":[1,2]})"#]),
            ([#"tokenRequestFailed(R, "a, b)", …)"#], [#"tokenRequestFailed(R, "a, b)", "")"#]),
            (["preauthorizedResources()"], ["preauthorizedResources()"]),
            // Tracking is compared only where it is named.
            ([no], [#"sendTrackingData(authentication, "false")"#, no]),
            (
                [#"sendTrackingData(authentication, "true", "Cablevision", …)"#, "…"],
                [
                    #"sendTrackingData(authentication, "true", "Cablevision", "guid", "false", "mobile", "ios", "iOS")"#,
                    no,
                ]
            ),
        ] as [([String], [String])])
    func holds(expected: [String], callbacks: [String]) {
        #expect(Expectation.failures(expected: expected, callbacks: callbacks) == [])
    }

    @Test(
        "says what is missing, what came too much, and what was different",
        arguments: [
            (
                ["status(VSA404)", "setRequestorComplete(1)"], ["setRequestorComplete(1)"],
                "status(VSA404) is missing (before callback 1)"
            ),
            (["status(N000)", no], ["status(N000)"], "\(no) is missing (at the end)"),
            ([], ["setRequestorComplete(1)"], "callback 1, setRequestorComplete(1), is not expected"),
            (
                ["status(VSA403)"], ["status(VSA404)"],
                "callback 1 must be status(VSA403), but was status(VSA404)"
            ),
            // One argument is one argument.
            (
                ["displayProviderDialog(…)"], ["displayProviderDialog(A, B)"],
                "callback 1 must be displayProviderDialog(…), but was displayProviderDialog(A, B)"
            ),
            (["status(A)", "status(B)"], ["status(B)", "status(A)"], "status(A) is missing (before callback 1)"),
            (
                [#"sendTrackingData(authentication, "true", …)"#], [#"sendTrackingData(authentication, "false")"#],
                #"callback 1 must be sendTrackingData(authentication, "true", …), "#
                    + #"but was sendTrackingData(authentication, "false")"#
            ),
        ] as [([String], [String], String)])
    func fails(expected: [String], callbacks: [String], sentence: String) throws {
        let failures = Expectation.failures(expected: expected, callbacks: callbacks)
        #expect(failures.first == sentence)
        #expect(
            failures.last
                == "expected [\(expected.joined(separator: ", "))]; got [\(callbacks.joined(separator: ", "))]")
    }
}
