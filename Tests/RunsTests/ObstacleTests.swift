import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("What stops the calls of an explanation, beside the conditions")
struct ObstacleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The keys of the profile.
        var profile = ""
        /// What is done in the world before.
        var commands: [String] = []
        var call = ExplainedCall.setRequestor
        /// The remedies, each after the one before it was performed; the last one may be words.
        let remedies: [String]
    }

    private static let granted = "device: {apps: {com.example.stream: {access: granted}}}\n"

    static let rows = [
        Row(
            testDescription: "a revoked software statement", profile: granted,
            commands: ["revokeStatement", "signIn: {provider: Dish, as: carol}"],
            remedies: ["tvsim statement renew com.example.stream"]),
        Row(
            testDescription: "an app that the system ends, and then has no access",
            profile: "device: {apps: {com.example.stream: {usageDescription: false}}}\n", call: .getAuthentication,
            remedies: [
                "tvsim app set usageDescription=true --app com.example.stream",
                "tvsim permission grant com.example.stream", "tvsim account sign-in Cablevision --as alice",
            ]),
        Row(
            testDescription: "a service without requestors", profile: "service: {requestors: {}}\n",
            remedies: ["add a requestor to the profile"]),
        Row(
            testDescription: "no subscriber who could sign in", profile: granted + "providers: {A: {schemes: [api]}}\n",
            remedies: [
                "add a provider with subscribers, 'schemes: [saml]' and an enabled integration to the profile"
            ]),
        Row(
            testDescription: "providers without SAML",
            profile: granted
                + "providers: {A: {schemes: [api], subscribers: {x: {}}}, B: {subscribers: {y: {}}}}\n",
            remedies: ["tvsim account sign-in B --as y"]),
        Row(
            testDescription: "an account at a provider without SAML, and no other one",
            profile: "device: {apps: {com.example.stream: {access: granted}}, "
                + "account: {provider: A, subscriber: x, expires: -1s}}\n"
                + "providers: {A: {schemes: [api], subscribers: {x: {}}}}\n",
            remedies: [#"tvsim provider set A 'schemes=["saml"]'"#, "tvsim account sign-in A --as x"]),
    ]

    @Test("has the remedy that helps, and a call after all of them needs none", arguments: rows)
    func remedies(_ row: Row) async throws {
        let origin = try WorldOrigin(text: "schema: 1\nname: explained\n" + row.profile, source: "a test")
        let world = World(store: try World.state(of: origin))
        for command in row.commands { try world.perform(text: command) }
        func explanation() async throws -> Explanation {
            try await Explanation.of(row.call, in: world, named: "explained", for: .commandLine(device: nil))
        }
        var found: [String] = []
        while found.count < 5, case let explained = try await explanation(), let advice = try explained.advice {
            found.append(advice)
            guard let command = explained.remedy?.command else { break }
            try world.perform(event: command)
        }
        #expect(found == row.remedies)
    }

    @Test("is named by the earlier call in which it happened")
    func earlier() async throws {
        let origin = try WorldOrigin(
            text: """
                schema: 1
                name: explained
                device:
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice}
                """, source: "a test")
        let world = World(store: try World.state(of: origin))
        try world.perform(text: "integration: {mvpd: Cablevision, set: {singleSignOn: false}}")
        let explained = try await Explanation.of(.logout, in: world, named: "explained", for: .adminAPI)
        #expect(explained.rehearsal.steps.map(\.action.call) == ["setRequestor", "logout"])
        #expect(explained.rehearsal.reasons.first?.isEmpty == false, "\(explained.rehearsal.reasons)")
    }
}
