package import TVSimStateStorage

/// The journal of a world: every decision in order, with its reason.
///
/// Secrets are redacted before a decision is made (``JournalText``), so that the stored journal never contains them.
package struct Journal: Sendable {
    /// Learns of every decision of this process, after it is recorded.
    package typealias Observer = @Sendable (any JournalDecision) -> Void

    private let store: any StateStore
    private let clock: SimulatedClock
    let kinds: JournalKinds
    let observer: Observer?

    init(store: any StateStore, clock: SimulatedClock, kinds: JournalKinds, observer: Observer?) {
        self.store = store
        self.clock = clock
        self.kinds = kinds
        self.observer = observer
    }

    /// Tells the observer of something that the journal does not keep.
    package func mention(_ decision: @autoclosure () -> any JournalDecision) { observer?(decision()) }

    /// Records a decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - fault: The fault that caused it; `nil` if no fault did.
    /// - Throws: `StateError` if the journal cannot be written.
    package func record(_ decision: some JournalDecision, fault: InjectedFault? = nil) throws {
        let entry = JournalEntry(at: try clock.now(), decision, fault: fault, retries: store.takeRetries())
        let place = try store.append(entry)
        JournalScope.current?.see(.init(opening: place.opening, number: place.number), at: entry.at)
        mention(decision)
    }

    /// Returns the entries with at least the given number, in order; the first number is 1.
    package func entries(from first: Int = 1) throws -> [JournalEntry] {
        try store.read { try $0.log(from: first) }.map(entry)
    }

    /// Returns the entries after the given number, in order, and the number of the last one.
    package func entries(after number: Int) throws -> (entries: [JournalEntry], last: Int) {
        let lines = try store.read { try $0.log(from: number + 1) }
        return (try lines.map(entry), lines.last?.number ?? number)
    }

    /// Returns the number of the last entry; 0 if the journal is empty.
    package func lastNumber() throws -> Int {
        try store.read { try $0.lastLine() } ?? 0
    }

    /// Returns the entry that a line of the store's log contains.
    ///
    /// - Throws: `StateError` with the code `malformedDocument` and the number of the entry if the line is damaged.
    package func entry(_ line: LogLine) throws -> JournalEntry { try kinds.entry(line) }
}
