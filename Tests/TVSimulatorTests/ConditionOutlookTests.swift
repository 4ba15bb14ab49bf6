import TVSimCore
import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario
@testable import TVSimulator

@Suite("All conditions of a call")
struct ConditionOutlookTests {
    /// The seven conditions, in the order of the exchange, and the service's answer.
    static let names = [
        "permissionGranted", "signedIn", "providerIdentified", "integrationEnabled", "singleSignOnEnabled",
        "notDegraded", "samlResponseReceived", "profileIssued",
    ]

    /// Worlds with what does not hold in them.
    static let worlds: [(world: String, failing: [String])] = [
        ("", ["permissionGranted", "signedIn"]),
        (
            "device: {apps: {com.example.stream: {access: granted}}, region: unsupported}",
            ["permissionGranted", "signedIn"]
        ),
        (ExplanationTests.device(), []),
        (
            ExplanationTests.device("providers: {Cablevision: {subscribers: {alice: {}}, defect: expired}}"),
            ["profileIssued"]
        ),
        (
            ExplanationTests.device(
                """
                service: {requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false, degradation: AuthNAll}}}}}
                providers: {Cablevision: {subscribers: {alice: {}}, defect: noResponse}}
                faults: [{at: service.configuration, error: 503, times: 9}]
                """),
            ["exchangeStarted", "exchangeStarted", "notDegraded", "samlResponseReceived"]
        ),
    ]

    @Test("are judged by the exchange itself, each failure with a remedy that makes it hold", arguments: worlds)
    func everything(world: String, failing: [String]) async throws {
        let text = world.contains("schema") ? world : "schema: 1\nname: explained\n\(world)"
        let simulator = try Simulator(profile: text)
        func outlook() async throws -> ConditionOutlook {
            try await ConditionOutlook.of(.setRequestor, in: simulator.world, named: "explained", for: .adminAPI)
        }
        let found = try await outlook()
        #expect(found.conditions.filter { !$0.holds }.map(\.name) == failing)
        #expect(found.succeedsAfterAll)
        // Only what fails before the exchange is listed beside them.
        #expect(found.conditions.map(\.name).filter(Self.names.contains) == Self.names)
        #expect(found.conditions.filter { !$0.holds }.map(\.after) == Array(failing.indices))
        for condition in found.conditions where !condition.holds {
            #expect(try await outlook().conditions.first { !$0.holds }?.name == condition.name)
            try simulator.world.perform(event: try #require(condition.remedy?.event))
        }
        #expect(try await outlook().conditions.allSatisfy(\.holds))
    }

    @Test("end where only another profile helps")
    func words() async throws {
        let simulator = try Simulator(
            profile: "schema: 1\nname: explained\nservice: {requestors: {OTHER: {integrations: {Dish: {}}}}}\n")
        let found = try await ConditionOutlook.of(
            .setRequestor, in: simulator.world, named: "explained", for: .adminAPI)
        #expect(found.conditions.map(\.name) == ["exchangeStarted"])
        #expect(found.conditions.first?.remedy?.text.contains("in the profile") == true)
        #expect(found.conditions.first?.remedy?.event == nil)
        #expect(!found.succeedsAfterAll)
    }
}
