import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers

/// What was written of a value before: apps poll, and the same value is the same bytes.
///
/// The opposite of ``Readings``. Nothing is looked up by who asks: only an equal value finds its bytes.
final class Writings<Value: Encodable & Hashable & Sendable>: Sendable {
    /// How many are remembered: enough for the devices that a process serves at a time, a few kilobytes each.
    private let capacity: Int
    private let known = NIOLockedValueBox<[Value: Data]>([:])

    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// Returns the JSON of a value; when there are too many, all are forgotten.
    ///
    /// - Throws: What the value's own encoding throws.
    func json(of value: Value) throws -> Data {
        if let data = known.withLockedValue({ $0[value] }) { return data }
        let data = try WireCoding.encode(value)
        known.withLockedValue { known in
            if known.count >= capacity { known.removeAll() }
            known[value] = data
        }
        return data
    }
}
