import NIOConcurrencyHelpers

/// The evidence of worlds that were removed and whose tests did not pass: the newest, in memory.
final class RemovedWorlds: Sendable {
    private struct State: Sendable {
        var kept: [WorldEvidence] = []
        var size = 0
    }

    private let most: Int
    private let largest: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - most: The largest number of worlds.
    ///   - largest: The largest sum of their sizes, in bytes.
    init(atMost most: Int, bytes largest: Int) { (self.most, self.largest) = (most, largest) }

    /// The evidence, the oldest first.
    var all: [WorldEvidence] { state.withLockedValue(\.kept) }

    /// Keeps the evidence of a world, and drops the oldest that has no room beside it.
    func keep(_ evidence: WorldEvidence) {
        let size = evidence.size
        guard size <= largest else { return }
        state.withLockedValue { state in
            state.kept.append(evidence)
            state.size += size
            while state.kept.count > most || state.size > largest { state.size -= state.kept.removeFirst().size }
        }
    }

    /// Returns the evidence of the last removed world with a name; `nil` if it is not kept.
    func newest(of name: String) -> WorldEvidence? {
        state.withLockedValue { $0.kept.last { $0.name == name } }
    }
}
