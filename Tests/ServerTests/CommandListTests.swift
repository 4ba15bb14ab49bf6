import Foundation
import HTTPTypes
import TVSimCore
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A list of commands over HTTP")
struct CommandListTests {
    /// The entries of the journal, without their times.
    private func journal(_ server: RunningServer) throws -> [String] {
        try server.world.simulation.journal.entries().map { entry in
            "\(entry.text.event): \(entry.text.outcome) (\(entry.text.reason))"
        }
    }

    @Test(
        "is performed in order, and a command can name what one before it has made",
        arguments: [
            #"""
            [{"addProvider": {"id": "Acme", "set": {"subscribers": {"zoe": {}}}}},
             {"signIn": {"provider": "Acme", "as": "zoe"}}, {"permission": "granted"}, {"advance": "1h"}]
            """#,
            """
            - addProvider: {id: Acme, set: {subscribers: {zoe: {}}}}
            - signIn: {provider: Acme, as: zoe}
            - permission: granted
            - advance: 1h
            """,
        ])
    func inOrder(body: String) async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/commands", body).status == 204)
            let device = try await server.admin(.get, "/device").text
            #expect(device.contains("\"subscriber\":\"zoe\"") && device.contains("\"access\":\"granted\""))
            #expect(device.contains("2026-01-01T01:00:00Z"))
            #expect(
                try journal(server).map { String($0.prefix { $0 != ":" }) }
                    == ["addProvider", "signIn", "permission", "advance"])
        }
    }

    @Test("changes nothing if one command is refused, and the journal has only the refusal")
    func allOrNothing() async throws {
        try await RunningServer.serving { server in
            let before = try await server.admin(.get, "/state").text
            let answer = try await server.admin(
                .post, "/commands", #"[{"permission": "denied"}, {"advance": "1d"}, "renewStatement", "expireAccount"]"#
            )
            #expect(answer.status == 422)
            #expect(answer.text.contains("command 4 of 4: cannot expire the account: no user is signed in"))
            #expect(
                try journal(server) == [
                    "expireAccount: refused (no command of the list was performed: command 4 of 4: cannot expire the "
                        + "account: no user is signed in: no arguments)"
                ])
            #expect(try await server.admin(.delete, "/journal").status == 204)
            #expect(try await server.admin(.get, "/state").text == before)
        }
    }

    @Test(
        "that is malformed is refused with the place of the command, and leaves no entry",
        arguments: [
            ("[]", 400, "the list has no command"), (#"["signOut", 7]"#, 400, "[1]"),
            (#"["signOut", {"permision": "denied"}]"#, 400, "permission"),
            (#"[{"signIn": {"provider": "Nowhere", "as": "x"}}]"#, 422, "Nowhere"),
            (#"[["signOut"]]"#, 400, "[0]"), (#"["signOut", "checkAuthentication"]"#, 422, "call of the app"),
        ])
    func malformed(body: String, status: Int, reason: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.post, "/commands", body)
            #expect(answer.status == status && answer.text.contains(reason), "\(answer.text)")
            #expect(try journal(server) == [])
        }
    }

    @Test("can begin with a reset, and says what the whole list changed")
    func reset() async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/commands", #"{"permission": "denied"}"#).status == 204)
            let prefer = try #require(HTTPField.Name("Prefer"))
            let answer = try await server.admin(
                .post, "/commands", #"["reset", {"advance": "1d"}, {"settings": {"platform": "tvOS"}}]"#,
                headers: [prefer: "return=representation"])
            #expect(answer.status == 200)
            let device = try await server.admin(.get, "/device").text
            #expect(device.contains("2026-01-02T00:00:00Z") && device.contains("\"tvOS\""))
            #expect(!device.contains("denied"))
        }
    }
}
