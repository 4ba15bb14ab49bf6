import NIOCore
import TVSimStructuredText

/// Chooses the isolated world in memory that makes room for a new one: the one that no request used for longest.
///
/// Times are real time, because each world has a clock of its own.
final class WorldEviction: Sendable {
    private struct Use: Sendable {
        var requests = 0
        var last = NIODeadline.now()
    }

    private let idleTime: TimeAmount
    private let uses = Locked<[String: Use]>([:])

    /// Creates the choice.
    ///
    /// - Parameter idleTime: The time for which no request used a world that may be removed.
    init(after idleTime: TimeAmount) {
        self.idleTime = idleTime
    }

    /// Runs a closure that uses a world, which cannot be chosen meanwhile.
    func using<Result>(_ name: String, _ body: () async throws -> Result) async rethrows -> Result {
        uses.withLockedValue { $0[name, default: Use()].requests += 1 }
        defer {
            uses.withLockedValue { uses in
                uses[name]?.requests -= 1
                uses[name]?.last = .now()
            }
        }
        return try await body()
    }

    /// Returns the world that no request used for the longest time, if it may be removed, and forgets it.
    func next() -> String? {
        uses.withLockedValue { uses in
            let due = NIODeadline.now() - idleTime
            let idle = uses.filter { $0.value.requests == 0 && $0.value.last <= due }
            guard let name = idle.min(by: { ($0.value.last, $0.key) < ($1.value.last, $1.key) })?.key else {
                return nil
            }
            uses[name] = nil
            return name
        }
    }
}
