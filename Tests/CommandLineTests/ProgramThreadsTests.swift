import Foundation
import TestSupport
import Testing

/// Who waits for a program here holds no thread that other tests need.
@Suite("Tests that wait for programs", .waitsForPrograms)
struct ProgramThreadsTests {
    private func isOnThreadOfItsOwn() -> Bool { Thread.current.name?.hasPrefix("programs ") == true }

    @Test("run on threads of their own")
    func synchronous() {
        #expect(isOnThreadOfItsOwn())
    }

    @Test("begin there where they are asynchronous too", arguments: [1, 2])
    func asynchronous(_: Int) async {
        #expect(isOnThreadOfItsOwn())
        await Task.yield()
    }
}
