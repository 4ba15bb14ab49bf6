import NIOCore
import TVSimStructuredText

/// Chooses the isolated world in memory that makes room for a new one: the one that no request used for longest.
///
/// Times are real time, because each world has a clock of its own.
final class WorldEviction: Sendable {
    private struct Use: Sendable {
        var requests = 0
        var last = NIODeadline.now()
        /// Whether the world was removed since the last request began.
        var isForgotten = false
    }

    private struct State: Sendable {
        var uses: [String: Use] = [:]
        /// The requests that wait until a chosen world is removed, by its name.
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

        mutating func begin(_ requests: Int, in name: String) {
            uses[name, default: Use()].requests += requests
            uses[name]?.isForgotten = false
        }

        mutating func end(in name: String) {
            uses[name]?.requests -= 1
            uses[name]?.last = .now()
            if let use = uses[name], use.requests == 0, use.isForgotten { uses[name] = nil }
        }
    }

    private let idleTime: TimeAmount
    private let state = Locked(State())

    /// Creates the choice.
    ///
    /// - Parameter idleTime: The time for which no request used a world that may be removed.
    init(after idleTime: TimeAmount) {
        self.idleTime = idleTime
    }

    /// Runs a closure that uses a world, which cannot be chosen meanwhile.
    ///
    /// If the world is chosen already, the closure waits until it is removed: what it did there would be lost.
    func using<Result>(_ name: String, _ body: () async throws -> Result) async rethrows -> Result {
        await begin(name)
        defer { state.withLockedValue { $0.end(in: name) } }
        return try await body()
    }

    private func begin(_ name: String) async {
        await withCheckedContinuation { (turn: CheckedContinuation<Void, Never>) in
            let waits = state.withLockedValue { state in
                guard state.waiting[name] == nil else {
                    state.waiting[name]?.append(turn)
                    return true
                }
                state.begin(1, in: name)
                return false
            }
            if !waits { turn.resume() }
        }
    }

    /// Returns the world that no request used for the longest time, if it may be removed, and forgets it.
    ///
    /// Further requests of this world wait until ``goOn(in:)``.
    func next() -> String? {
        state.withLockedValue { state in
            let due = NIODeadline.now() - idleTime
            let idle = state.uses.filter { $0.value.requests == 0 && $0.value.last <= due }
            guard let name = idle.min(by: { ($0.value.last, $0.key) < ($1.value.last, $1.key) })?.key else {
                return nil
            }
            state.uses[name] = nil
            state.waiting[name] = []
            return name
        }
    }

    /// Lets the requests go on that waited for the removal of a world.
    func goOn(in name: String) {
        let turns = state.withLockedValue { state in
            let turns = state.waiting.removeValue(forKey: name) ?? []
            if !turns.isEmpty { state.begin(turns.count, in: name) }
            return turns
        }
        for turn in turns { turn.resume() }
    }

    /// Forgets a world that is removed; if requests use it, with the last of them.
    func forget(_ name: String) {
        state.withLockedValue { state in
            if state.uses[name]?.requests == 0 {
                state.uses[name] = nil
            } else {
                state.uses[name]?.isForgotten = true
            }
        }
    }
}
