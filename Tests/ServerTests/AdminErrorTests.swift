import Foundation
import HTTPTypes
import TVSimDevice
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("An error of the admin API")
struct AdminErrorTests {
    /// An error, and the status that the API answers with.
    static let statuses: [(error: any Error, status: Int)] = [
        (SourceError(.unknownReference, at: .start, "x"), 422), (SourceError(.contradiction, at: .start, "x"), 422),
        (SourceError(.syntax, at: .start, "x"), 400), (SourceError(.wrongValue, at: .start, "x"), 400),
        (CommandError(.malformed, "x"), 400), (CommandError(.inputOutput, "x"), 503),
        (CommandError(.invalid, "x"), 422), (CommandError(.notFound, "x"), 422),
        (StateError(.missing, "x"), 503), (StateError(.malformedDocument, "x"), 503),
        (StateError(.unavailable, "x"), 503), (AdminError(412, "x"), 412), (CancellationError(), 503),
    ]

    @Test("has a status by the kind of the error", arguments: statuses)
    func status(error: any Error, status: Int) {
        #expect(AdminError(error).status == status)
        #expect(AdminError(error).answer.head.status.code == status)
        #expect((AdminError(error).message == "the simulator failed") == (error is CancellationError))
    }

    @Test("says when the same request may succeed, only if the state is not available at the moment")
    func retry() {
        for (error, _) in Self.statuses {
            let isMomentary = (error as? StateError)?.code == .unavailable
            #expect(AdminError(error).answer.head.headerFields[.retryAfter] == (isMomentary ? "1" : nil), "\(error)")
        }
    }

    @Test("has the methods of the path and a suggestion, where there are some")
    func parts() {
        var error = AdminError(405, "no", suggestion: "do")
        error.allowed = ["GET", "HEAD"]
        #expect(error.answer.head.headerFields[.allow] == "GET, HEAD")
        #expect(error.answer.body == Data((#"{"error":{"message":"no","suggestion":"do"}}"# + "\n").utf8))
        let bare = AdminError(400, "no").answer
        #expect(bare.head.headerFields[.allow] == nil)
        #expect(bare.body == Data((#"{"error":{"message":"no"}}"# + "\n").utf8))
    }

    @Test(
        "says which key a JSON object gives more than once, in every body that is one",
        arguments: [
            ("POST", "/worlds", #"{"name": "a", "name": "b"}"#, "name"),
            ("PUT", "/world/outcome", #"{"status": "passed", "status": "failed"}"#, "status"),
            ("POST", "/saml/validate", #"{"response": "a", "response": "b"}"#, "response"),
            ("POST", "/framework/access-status", #"{"prompt": true, "prompt": false}"#, "prompt"),
        ])
    func duplicateKeys(_ method: String, _ path: String, _ body: String, _ key: String) async throws {
        try await RunningServer.serving { server in
            let method = try #require(HTTPRequest.Method(rawValue: method))
            let answer = try await server.admin(method, path, body, world: path == "/world/outcome" ? "one" : nil)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(AdminTests.error(answer)?["message"]?.string?.contains("'\(key)' is given more than once") == true)
        }
    }
}
