import TVSimStructuredText

/// The evidence of worlds that were removed and whose tests did not pass: the newest, in memory.
final class RemovedWorlds: Sendable {
    private struct State: Sendable {
        var kept: [WorldEvidence] = []
        var size = 0
        var dropped = 0
    }

    private let most: Int
    private let largest: Int
    private let state = Locked(State())

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - most: The largest number of worlds.
    ///   - largest: The largest sum of their sizes, in bytes.
    init(atMost most: Int, bytes largest: Int) { (self.most, self.largest) = (most, largest) }

    /// The evidence, the oldest first.
    var all: [WorldEvidence] { state.withLockedValue(\.kept) }

    /// The number of worlds whose evidence had no room, so that a person is told about what is missing.
    var dropped: Int { state.withLockedValue(\.dropped) }

    /// Returns whether the evidence of a world has room if all others are dropped; counts it as dropped if not.
    func takes(_ evidence: WorldEvidence) -> Bool {
        guard evidence.size > largest else { return true }
        state.withLockedValue { $0.dropped += 1 }
        return false
    }

    /// Keeps the evidence of a world, and drops the oldest that has no room beside it.
    func keep(_ evidence: WorldEvidence) {
        guard takes(evidence) else { return }
        state.withLockedValue { state in
            state.kept.append(evidence)
            state.size += evidence.size
            while state.kept.count > most || state.size > largest {
                state.size -= state.kept.removeFirst().size
                state.dropped += 1
            }
        }
    }

    /// Returns the evidence of the last removed world with a name; `nil` if it is not kept.
    func newest(of name: String) -> WorldEvidence? {
        state.withLockedValue { $0.kept.last { $0.name == name } }
    }
}
