import Foundation
import TestSupport
import Testing

@Suite("tvsim token verify", .waitsForPrograms)
struct TokenTests {
    private static let example = Repository.root.appending(path: "docs/media-token.txt").path

    @Test("prints the content of a valid token, as text and as JSON")
    func valid() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let text = try tool.run("token", "verify", Self.example, "--resource", "REF30", "--requestor", "REF30")
        #expect(text.status == 0)
        #expect(text.error == "")
        #expect(
            text.output == """
                VALID_TOKEN
                  The token is valid until 2026-01-01T00:07:00Z.
                  resourceID: REF30
                  requestorID: REF30
                  mvpdId: Cablevision
                  sessionGUID: bb2e8d1d878189003d4d99a2571bb6ce
                  issueTime: 2026-01-01T00:00:00Z
                  ttl: 420000 ms

                """)
        let json = try tool.run(
            "token", "verify", "-", "--format", "json", input: try String(contentsOfFile: Self.example, encoding: .utf8)
        )
        #expect(json.status == 0)
        #expect(
            json.output
                == #"{"reason":"The token is valid until 2026-01-01T00:07:00Z.","token":{"issueTime":"2026-01-01T00:00:00Z","#
                + #""mvpdId":"Cablevision","requestorID":"REF30","resourceID":"REF30","#
                + #""sessionGUID":"bb2e8d1d878189003d4d99a2571bb6ce","ttl":420000},"valid":true,"verdict":"VALID_TOKEN"}"#
                + "\n")
    }

    @Test("prints why a token is invalid, and exits with 1")
    func invalid() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (options, verdict) in [
            (["--resource", "OTHER"], "INVALID_RESOURCE_ID"), (["--requestor", "OTHER"], "ERROR_UNKNOWN"),
            (["--at", "2026-01-01T00:07:00Z"], "TOKEN_EXPIRED"),
        ] {
            let outcome = try tool.run(["token", "verify", Self.example] + options)
            #expect(outcome.status == 1)
            #expect(outcome.error == "")
            #expect(outcome.output.hasPrefix(verdict + "\n"))
        }
        let garbage = try tool.run("token", "verify", "-", "--format", "json", input: "garbage")
        #expect(garbage.status == 1)
        #expect(
            garbage.output
                == #"{"reason":"The text is neither a media token nor a media token in Base64.","valid":false,"#
                + #""verdict":"INVALID_TOKEN_FORMAT"}"# + "\n")
    }

    @Test("uses the device's clock, or the given instant")
    func clock() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let given = try tool.run("token", "verify", Self.example, "--at", "2026-01-01T00:06:59.999Z")
        #expect(given.status == 0)
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "devices").path))
        #expect(try tool.line("device create later").status == 0)
        #expect(try tool.line("clock advance 7m --device later").status == 0)
        #expect(try tool.run("token", "verify", Self.example).status == 0)
        #expect(try tool.run("token", "verify", Self.example, "--device", "later").output.hasPrefix("TOKEN_EXPIRED"))
    }

    @Test("requires a file, and rejects an invalid instant")
    func refusals() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("token verify").status == 64)
        let missing = try tool.line("token verify nowhere.txt")
        #expect(missing.status == 66)
        #expect(missing.error == "tvsim: file 'nowhere.txt' not found\n")
        #expect(try tool.run("token", "verify", Self.example, "--at", "noon").status == 64)
        #expect(try tool.run("token", "verify", Self.example, "--device", "nope").status == 66)
    }
}
