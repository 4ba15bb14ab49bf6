import Dispatch
import TestSupport
import Testing

/// Checks that tests that wait for a program do not block the threads of other tests.
@Suite("Tests that wait for programs", .waitsForPrograms)
struct ProgramThreadsTests {
    @Test("run on threads of their own")
    func synchronous() {
        #expect(ProgramThreadsTrait.isOnItsThread)
    }

    @Test("come back to them after each wait", arguments: 1...8)
    func asynchronous(_: Int) async throws {
        #expect(ProgramThreadsTrait.isOnItsThread)
        await Task.yield()
        #expect(ProgramThreadsTrait.isOnItsThread)
        await withCheckedContinuation { waiter in
            DispatchQueue.global().async { waiter.resume() }
        }
        #expect(ProgramThreadsTrait.isOnItsThread)
    }
}
