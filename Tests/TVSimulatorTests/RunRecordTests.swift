import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import Testing

@Suite("The record of a run", .timeLimit(.minutes(5)))
struct RunRecordTests {
    private static func run(_ text: String) async throws -> RunRecord {
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
        return try await ProfileRunner().run(profile)
    }

    @Test("fails a step that would exceed the range of the clock, and continues")
    func endOfTime() async throws {
        let record = try await Self.run(
            """
            schema: 1
            name: the last minutes
            clock: 9899-12-31T23:50:00Z
            device: {platform: tvOS}
            viewer: {appPicker: {choose: Mediacom}, secondScreen: {as: erin, after: 1h}}
            flow:
              - setRequestor: REF30
              - getAuthentication
              - getSelectedProvider
            """)
        #expect(record.steps.map(\.effect.failures.count) == [0, 1, 0])
        #expect(
            record.steps[1].failures == [
                "the step cannot be performed: the time is out of range: expected a year from 1970 to 9899"
            ])
        #expect(record.steps[2].callbacks.map(\.text) == ["selectedProvider(Mediacom)"])
    }

    @Test("passes lists and mappings of the app to the SDK unchanged")
    func data() async throws {
        func callbacks(of data: String) async throws -> [String] {
            try await Self.run(
                """
                schema: 1
                name: a promotional pass
                service:
                  requestors:
                    REF30:
                      integrations:
                        TempPass: {provider: null, tempPass: {duration: 1h, resources: 1}}
                flow:
                  - setRequestor: REF30
                  - getAuthentication: {data: {email: \(data)}}
                  - setSelectedProvider: TempPass
                  - getAuthorization: News
                """
            ).steps.last?.callbacks.map(\.text) ?? []
        }
        #expect(try await callbacks(of: "[a@example.com]").contains("setToken(News)"))
        #expect(try await callbacks(of: "{work: a@example.com}").contains("setToken(News)"))
        #expect(try await !callbacks(of: "''").contains("setToken(News)"))
    }
}
