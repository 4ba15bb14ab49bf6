/// An operation that can be made to fail, by its stable name such as `accountManager.enqueue`.
///
/// Each room declares the operations it has; this room only counts.
package struct FaultOperation: RawRepresentable, Hashable, Sendable, Codable {
    /// The operation's name, as profiles and the command line write it.
    package let rawValue: String

    /// Creates an operation's name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// One thing that is to go wrong: an operation, how, after how many successes, how often.
package struct Fault: Codable, Sendable, Hashable {
    /// The operation that fails.
    package var operation: FaultOperation
    /// The error's name, one of those that the operation knows.
    package var error: String
    /// How many matching operations still succeed before.
    package var after: Int
    /// How many then fail; `nil` for all, until the faults are cleared.
    package var times: Int?

    /// Creates a fault.
    package init(operation: FaultOperation, error: String, after: Int = 0, times: Int? = nil) {
        self.operation = operation
        self.error = error
        self.after = after
        self.times = times
    }

    /// Whether it has failed as often as it was to.
    package var isSpent: Bool { times == 0 }
}

/// A fault that struck an operation; the decision that it changed carries it in the journal.
package struct FaultStrike: Codable, Sendable, Hashable {
    /// The operation that failed.
    package let operation: FaultOperation
    /// The error's name.
    package let error: String

    private enum CodingKeys: String, CodingKey {
        case operation = "at"
        case error
    }
}

/// The faults of a world, in the order in which they were added.
///
/// Each matching operation is offered to the faults in order. A fault that still lets operations pass counts this one
/// and passes it on to the next; the first fault that strikes decides.
package struct FaultPlan: Codable, Sendable, Hashable {
    /// The faults, spent ones included, so that a listing shows what has happened.
    package private(set) var faults: [Fault] = []

    /// Creates an empty plan.
    package init() {}

    /// Adds a fault behind the others.
    package mutating func add(_ fault: Fault) {
        faults.append(fault)
    }

    /// Whether a fault waits for an operation.
    package func concerns(_ operation: FaultOperation) -> Bool {
        faults.contains { $0.operation == operation && !$0.isSpent }
    }

    /// Counts one operation and returns the fault that strikes it, if one does.
    ///
    /// Errors that the caller cannot show are skipped: they are not counted, and strike a later stage of the operation. Where
    /// one would strike by now, those behind it wait too, since the first that strikes decides.
    package mutating func take(
        _ operation: FaultOperation, skipping isSkipped: (String) -> Bool = { _ in false }
    ) -> FaultStrike? {
        for index in faults.indices where faults[index].operation == operation && !faults[index].isSpent {
            let error = faults[index].error
            if isSkipped(error) {
                if faults[index].after > 0 { continue }
                return nil
            }
            if faults[index].after > 0 {
                faults[index].after -= 1
                continue
            }
            if let times = faults[index].times { faults[index].times = times - 1 }
            return FaultStrike(operation: operation, error: error)
        }
        return nil
    }
}
