import TVSimScenario
import TVSimStructuredText
import Testing

// Values of steps and of a matrix that have another form than the key takes.
extension RefusalTests {
    static let stepForms = [
        Case(
            "providers that are not a mapping", head + "providers: 5\n",
            "test.yaml:3:12: expected a mapping of providers, found a number"),
        Case(
            "subscribers that are a list", head + "providers: {A: {subscribers: [x]}}\n",
            "test.yaml:3:30: expected a mapping of subscribers, found a list"),
        Case(
            "apps that are a text", head + "device: {apps: com.example}\n",
            "test.yaml:3:16: expected a mapping of apps, found text"),
        Case(
            "the metadata of an authorization without its resource", head + "flow: [{getMetadata: authorization}]\n",
            "test.yaml:3:22: missing resource: write {authorization: RESOURCE}"),
        Case(
            "options that are not a mapping", head + "flow: [{setOptions: 5}]\n",
            "test.yaml:3:21: expected a mapping, found a number"),
        Case(
            "an expectation that is not a list", head + "flow: [{logout: , expect: 5}]\n",
            "test.yaml:3:27: expected a list of callbacks, found a number"),
        Case(
            "an empty callback", head + "flow: [{logout: , expect: ['']}]\n",
            "test.yaml:3:28: invalid callback '': expected 'name(argument, …)' or '…'"),
        Case(
            "a callback that is not text", head + "flow: [{logout: , expect: [5]}]\n",
            "test.yaml:3:28: expected text: a callback, found a number (put it in quotes to make it text)"),
        Case(
            "a value of an axis that is not text", head + "matrix: {access: [5]}\n",
            "test.yaml:3:19: expected text: a value, found a number (put it in quotes to make it text)"),
        Case(
            "an axis that is not a list", head + "matrix: {access: {a: b}}\n",
            "test.yaml:3:18: expected a list of values, or the word all, found a mapping"),
        Case("an axis without a value", head + "matrix: {access: []}\n", "test.yaml:3:18: the list has no value"),
        Case(
            "an axis that does not exist", head + "matrix: {acess: all}\n",
            "test.yaml:3:10: matrix has no key 'acess'; did you mean 'access'?"),
    ]

    @Test("is rejected with the list of the steps if an unknown step resembles none")
    func unknownStep() throws {
        let told = try #require(ProfileText.refusal(of: Self.head + "flow: [frobnicate]\n")?.description)
        #expect(told.hasPrefix("test.yaml:3:8: unknown step 'frobnicate' (known: setRequestor, checkAuthentication, "))
        #expect(["relaunch", "signIn", "advance"].allSatisfy { told.contains(", \($0)") }, "\(told)")
    }
}
