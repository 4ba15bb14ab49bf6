import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// `POST commands` with `Prefer: return=representation` (RFC 7240, 4.2).
@Suite("The answer to a command")
struct CommandAnswerTests {
    @Test(
        "says what changed, with the new values, if the client prefers a representation",
        arguments: [
            (#"{"permission": "denied"}"#, #"{"permissions":[{"access":"denied","bundleID":"com.example.stream"}]}"#),
            (#"{"permission": "granted"}"#, "{}"),
            (#"{"advance": "1d"}"#, #"{"clock":{"mode":"frozen","now":"2026-01-02T00:00:00Z"}}"#),
            ("settings: {region: unsupported}", #"{"region":"unsupported"}"#),
            (#""signOut""#, #"{"account":null}"#),
            (#""clearFaults""#, "{}"),
        ])
    func changed(command: String, changed: String) async throws {
        try await RunningServer.serving { server in
            for preparation in [
                #"{"permission": "granted"}"#, #"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#,
            ] {
                #expect(try await server.admin(.post, "/commands", preparation).status == 204)
            }
            let answer = try await server.admin(
                .post, "/commands", command, headers: [.prefer: "return=representation"])
            #expect(answer.status == 200)
            #expect(answer.response.headerFields[.preferenceApplied] == "return=representation")
            #expect(answer.text == #"{"changed":\#(changed)}"# + "\n")
        }
    }

    @Test("has the changed lists of providers and integrations as the getters return them")
    func lists() async throws {
        try await RunningServer.serving { server in
            for (list, command) in [
                ("providers", #"{"provider": {"id": "Dish", "set": {"displayName": "Plate"}}}"#),
                ("integrations", #"{"integration": {"mvpd": "Dish", "set": {"enabled": false}}}"#),
            ] {
                let answer = try await server.admin(
                    .post, "/commands", command, headers: [.prefer: "return=representation"])
                let listed = try await server.admin(.get, "/\(list)").json()
                #expect(try answer.json()["changed"] == listed)
            }
        }
    }

    @Test(
        "has a body only if it is preferred",
        arguments: [
            ("return=representation", 200), ("wait=10, Return = \"representation\"; foo=1", 200),
            ("return=minimal", 204), ("respond-async", 204), ("return=representations", 204), ("", 204),
        ])
    func preference(prefer: String, status: Int) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(
                .post, "/commands", #"{"permission": "denied"}"#, headers: [.prefer: prefer])
            #expect(answer.status == status)
            #expect(answer.body.isEmpty == (status == 204))
        }
    }

    @Test("is the same error with and without the preference")
    func refused() async throws {
        try await RunningServer.serving { server in
            let plain = try await server.admin(.post, "/commands", #""expireAccount""#)
            let preferred = try await server.admin(
                .post, "/commands", #""expireAccount""#, headers: [.prefer: "return=representation"])
            #expect(preferred.status == 422)
            #expect(preferred.text == plain.text)
        }
    }
}
