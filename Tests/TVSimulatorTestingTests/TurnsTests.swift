import TVSimStructuredText
import TVSimulatorTesting
import Testing

@Suite("The turns of an app's calls")
struct TurnsTests {
    @Test("are not given to a call that is cancelled before or during its wait", arguments: [true, false])
    func cancellation(before: Bool) async throws {
        let turns = Turns()
        try await turns.begin()
        let waiting = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            try await turns.begin()
        }
        if !before {
            await Task.yield()
            waiting.cancel()
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        turns.end()
        try await turns.begin()
        turns.end()
    }

    @Test("are given one at a time, even if other calls are cancelled")
    func oneAtATime() async throws {
        let turns = Turns()
        let inside = Locked(0)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    if number % 3 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                    guard (try? await turns.begin()) != nil else { return }
                    #expect(
                        inside.withLockedValue { inside in
                            inside += 1; return inside
                        } == 1)
                    await Task.yield()
                    inside.withLockedValue { $0 -= 1 }
                    turns.end()
                }
            }
        }
    }
}
