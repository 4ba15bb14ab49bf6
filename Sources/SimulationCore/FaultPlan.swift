/// An operation that can be made to fail, identified by its stable name, such as `accountManager.enqueue`.
///
/// Other modules declare their operations; this module only counts them.
package struct FaultOperation: RawRepresentable, Hashable, Sendable, Codable {
    /// The operation's name in profiles and on the command line.
    package let rawValue: String

    /// Creates an operation's name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A simulated failure: the operation, the error, when it begins and how often it occurs.
package struct Fault: Codable, Sendable, Hashable {
    /// The operation that fails.
    package var operation: FaultOperation
    /// The error's name, one of those that the operation supports.
    package var error: String
    /// The number of matching operations that succeed before the fault begins.
    package var after: Int
    /// The number of operations that then fail; `nil` if all fail until the faults are cleared.
    package var times: Int?

    /// Creates a fault.
    package init(operation: FaultOperation, error: String, after: Int = 0, times: Int? = nil) {
        self.operation = operation
        self.error = error
        self.after = after
        self.times = times
    }

    /// Whether the fault has occurred as often as configured.
    package var isExhausted: Bool { times == 0 }
}

/// A fault that affected an operation; the journal entry of the affected decision contains it.
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
/// Each matching operation is offered to the faults in order. A fault that has not begun counts the operation and
/// passes it to the next fault. The first fault that has begun decides.
package struct FaultPlan: Codable, Sendable, Hashable {
    /// The faults, including those that will not occur again, so that a listing shows the history.
    package private(set) var faults: [Fault] = []

    /// Creates an empty plan.
    package init() {}

    /// Adds a fault after the existing ones.
    package mutating func add(_ fault: Fault) {
        faults.append(fault)
    }

    /// Returns whether a fault can still affect an operation.
    package func concerns(_ operation: FaultOperation) -> Bool {
        faults.contains { $0.operation == operation && !$0.isExhausted }
    }

    /// Counts one operation and returns the fault that affects it; `nil` if no fault does.
    ///
    /// An error for which `isSkipped` returns true cannot be reported by the caller. It is not counted and can affect a
    /// later stage of the operation. If such a fault has begun, later faults also wait, because the first fault
    /// decides.
    package mutating func take(
        _ operation: FaultOperation, skipping isSkipped: (String) -> Bool = { _ in false }
    ) -> FaultStrike? {
        for index in faults.indices where faults[index].operation == operation && !faults[index].isExhausted {
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
