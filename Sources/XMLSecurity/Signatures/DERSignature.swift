import Foundation

/// An ECDSA signature in DER: a sequence of two integers (RFC 3279, 2.2.3).
enum DERSignature {
    /// Returns the two numbers; `nil` if the bytes have another form.
    static func numbers(_ octets: Data) -> [Data]? {
        var rest = octets[...]
        guard let body = value(tagged: 0x30, from: &rest), rest.isEmpty else { return nil }
        rest = body
        guard let first = value(tagged: 0x02, from: &rest), let second = value(tagged: 0x02, from: &rest),
            rest.isEmpty
        else { return nil }
        return [first, second]
    }

    /// Returns the numbers one after the other, each of a length; `nil` if one is longer.
    static func joined(_ numbers: [Data], length: Int) -> Data? {
        let plain = numbers.map { Data($0.drop { $0 == 0 }) }
        guard plain.allSatisfy({ $0.count <= length }) else { return nil }
        return plain.reduce(into: Data()) { $0 += Data(count: length - $1.count) + $1 }
    }

    private static func value(tagged tag: UInt8, from rest: inout Data) -> Data? {
        guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
        if length == 0x81 { length = rest.popFirst().map(Int.init) ?? 0 }
        guard length < 0x100, length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
