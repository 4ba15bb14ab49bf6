import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import Testing

@Suite("The matrix of a profile") struct ProfileMatrixTests {
    private static func profiles(_ text: String) throws -> [Profile] {
        try ProfileDecoder.decode(text: "schema: 1\nname: x\n" + text, source: "x.yaml").flatMap {
            try $0.situations()
        }
    }

    @Test("runs the flow once in each situation, after the steps that lead into it")
    func expansion() throws {
        let profiles = try Self.profiles(
            """
            matrix:
              access: [denied, granted]
              account: [signedIn, signedOut]
            flow: [checkAuthentication]
            """)
        #expect(
            profiles.map(\.name) == [
                "x [access=granted/account=signedIn]", "x [access=granted/account=signedOut]",
                "x [access=denied/account=signedIn]", "x [access=denied/account=signedOut]",
            ])
        #expect(
            profiles.map { $0.flow.map(\.action.call) } == [
                ["permission", "signIn", "checkAuthentication"], ["permission", "signOut", "checkAuthentication"],
                ["permission", "signIn", "checkAuthentication"], ["permission", "signOut", "checkAuthentication"],
            ])
        #expect(profiles.map { $0.flow.map(\.line) }.allSatisfy { $0 == [4, 4, 6] })
    }

    @Test("sets the facts of its axes whatever the world is, and leaves the others")
    func facts() async throws {
        let profiles = try Self.profiles(
            """
            device:
              apps: {com.example.stream: {access: denied}}
              account: {provider: Dish, subscriber: carol}
            matrix: {access: all, token: all, accessBefore: [firstLaunch, granted]}
            flow:
              - setRequestor: REF30
              - getSelectedProvider
            """)
        #expect(profiles.count == 10)
        var selected: [String: String] = [:]
        for profile in profiles {
            let record = try await ProfileRunner().run(profile)
            #expect(record.passed)
            selected[profile.name] = record.steps.last?.callbacks.first?.text
        }
        #expect(selected["x [access=granted/token=none/accessBefore=firstLaunch]"] == "selectedProvider(Dish)")
        #expect(selected["x [access=granted/token=valid/accessBefore=granted]"] == "selectedProvider(Dish)")
        #expect(selected["x [access=denied/token=none/accessBefore=firstLaunch]"] == "selectedProvider(nil)")
        #expect(selected["x [access=restricted/token=valid/accessBefore=granted]"] == "selectedProvider(nil)")
    }

    @Test("is not there in a profile that runs once")
    func once() throws {
        #expect(try Self.profiles("flow: [checkAuthentication]").map(\.name) == ["x"])
    }

    @Test(
        "is refused at its place",
        arguments: [
            ("matrix: {acess: all}", "x.yaml:3:10: matrix has no key 'acess'; did you mean 'access'?"),
            (
                "matrix: {access: [denyed]}",
                "x.yaml:3:19: 'denyed' is not one of granted, denied, notDetermined, restricted; did you mean 'denied'?"
            ),
            ("matrix: {access: []}", "x.yaml:3:18: the list has no value"),
            (
                "matrix: {start: [warm]}",
                "x.yaml:3:9: start=warm is impossible with the other values: the first launch is a new process, so "
                    + "start=warm needs accessBefore=granted, denied or notDetermined"
            ),
            ("matrix: 1", "x.yaml:3:9: expected a mapping of axes (matrix), found a number"),
            (
                "matrix:",
                "x.yaml:3:8: the matrix is empty: name an axis with its values, such as access: [granted, denied]"
            ),
            (
                "matrix: {}",
                "x.yaml:3:9: the matrix is empty: name an axis with its values, such as access: [granted, denied]"
            ),
            ("matrix: {access: 3}", "x.yaml:3:18: expected a list of values, or the word all, found a number"),
            (
                "matrix: {picker: [unsupported]}",
                "x.yaml:3:9: 'picker: unsupported' needs a TV provider without an integration"
            ),
            (
                "matrix: {access: all}\nproviders: {A: {}}",
                "x.yaml:3:9: a matrix needs a TV provider with a subscriber"
            ),
            (
                "matrix: {access: all}\nservice: {requestors: {REF30: {integrations: {Dish: {}}}}}",
                "x.yaml:3:9: a matrix needs an integration of the TV provider 'Cablevision' with 'REF30'"
            ),
        ])
    func refusals(text: String, message: String) {
        let error = #expect(throws: SourceError.self) { try Self.profiles(text) }
        #expect(error?.description == message)
    }
}
