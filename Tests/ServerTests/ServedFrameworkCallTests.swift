import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimServer

@Suite("A request of the framework that a server keeps")
struct ServedFrameworkCallTests {
    private static func word(_ phase: ServedFrameworkCall.Phase) -> String {
        switch phase {
        case .working: "working"
        case .unanswered: "unanswered"
        case .answered(.success(let answer)): "\(answer)"
        case .answered(.failure(let error)): error.message
        }
    }

    @Test("waits for a user, and keeps its first answer")
    func phases() async {
        let call = ServedFrameworkCall(number: 1, world: nil)
        #expect(Self.word(call.phase) == "working" && !call.isAnswered)
        async let decided = call.decided()
        call.reportUnanswered()
        #expect(await Self.word(decided) == "unanswered" && !call.isAnswered)
        call.answer(.success("first"))
        call.answer(.failure(AdminError(503, "second")))
        call.reportUnanswered()
        #expect(Self.word(call.phase) == "first" && call.isAnswered)
        #expect(await Self.word(call.decided()) == "first")
    }

    @Test("is found by its number in its world only, and not after it was removed")
    func found() throws {
        let calls = FrameworkCalls()
        let (served, isolated) = (try calls.add(of: nil), try calls.add(of: "a"))
        #expect(try calls.call("1", of: nil) === served && calls.call("2", of: "a") === isolated)
        for (number, world) in [("1", "a"), ("2", nil), ("3", nil), ("01", nil)] as [(String, String?)] {
            let error = #expect(throws: AdminError.self) { try calls.call(number, of: world) }
            #expect(error?.status == 404)
        }
        calls.end(of: "a")
        #expect(throws: AdminError.self) { try calls.call("2", of: "a") }
        #expect(try calls.call("1", of: nil) === served)
        calls.remove(served)
        #expect(throws: AdminError.self) { try calls.call("1", of: nil) }
        #expect(try calls.add(of: nil).number == 3)
        calls.endAll()
        #expect(throws: AdminError.self) { try calls.call("3", of: nil) }
    }

    @Test("leaves nothing in memory once it is answered and its world is removed")
    func released() async throws {
        try await RunningServer.serving { server async throws in
            let path = "/framework/account-metadata"
            #expect(try await server.admin(.post, path, "{}", world: "a").status < 500)
            // The session of the world is what each request of the framework holds.
            weak let session = server.worlds.session(of: "a")
            #expect(session != nil)
            #expect(try await server.admin(.delete, "/world", world: "a").status == 204)
            await until("the session of the removed world is released") { session == nil }
        }
    }

    @Test("is answered to a client that waits as soon as there is an answer, and not only when the wait is over")
    func answeredAtOnce() async throws {
        try await FrameworkTests.serving { server async throws in
            let pending = try await server.admin(.post, "/framework/account-metadata", FrameworkTests.interruptible)
            #expect(pending.status == 202, "\(pending.text)")
            let place = try FrameworkTests.place(pending)
            // Without a wait, the answer comes at once as well.
            #expect(try await server.admin(.get, place).status == 202)
            let clock = ContinuousClock()
            let begin = clock.now
            async let answer = server.admin(.get, place + "?wait=\(ServerLimits.longestWait)s")
            #expect(try await server.admin(.post, "/framework/interface", #""cancel""#).status == 200)
            #expect(try await answer.json()["error"]?["name"] == "userCancelled")
            #expect(clock.now - begin < .seconds(ServerLimits.longestWait))
        }
    }
}
