import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
import StructuredText

/// What was written of a value before: apps poll, and the same value is the same bytes.
///
/// The opposite of ``Readings``. Nothing is looked up by who asks: only an equal value finds its bytes. Values whose texts
/// go beyond ASCII are written each time: Swift takes texts for equal that are other bytes.
final class Writings<Value: Encodable & Hashable & Sendable & ASCIIJudged>: Sendable {
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
        guard value.isASCII else { return try WireCoding.encode(value) }
        if let data = known.withLockedValue({ $0[value] }) { return data }
        let data = try WireCoding.encode(value)
        known.withLockedValue { known in
            if known.count >= capacity { known.removeAll() }
            known[value] = data
        }
        return data
    }
}

/// A value of which can be said whether all of its texts are ASCII, of which equal ones have the same bytes.
protocol ASCIIJudged {
    /// Whether they are.
    var isASCII: Bool { get }
}

extension String: ASCIIJudged {
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension JSONValue: ASCIIJudged {
    var isASCII: Bool {
        switch self {
        case .null, .bool, .integer, .number: true
        case .string(let text): text.isASCII
        case .array(let values): values.allSatisfy(\.isASCII)
        case .object(let members): members.allSatisfy { $0.key.isASCII && $0.value.isASCII }
        }
    }
}

extension ProfilesResponse: ASCIIJudged {
    var isASCII: Bool {
        profiles.allSatisfy { mvpd, profile in
            mvpd.isASCII && profile.issuer.isASCII
                && profile.attributes.allSatisfy { $0.key.isASCII && $0.value.value.isASCII }
        }
    }
}
