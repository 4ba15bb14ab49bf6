package import Foundation

/// An instant as milliseconds since 1970, written as a number: profiles and decisions.
///
/// Read from a number or from a text of digits, since the service's own documents write both.
package struct Milliseconds: Codable, Hashable, Sendable {
    /// The number on the wire.
    package var value: Int64

    /// Creates an instant from its number.
    package init(_ value: Int64) {
        self.value = value
    }

    /// Creates an instant, to the nearest millisecond.
    package init(_ instant: Date) {
        value = Int64((instant.timeIntervalSince1970 * 1000).rounded())
    }

    /// The instant.
    package var instant: Date { Date(timeIntervalSince1970: Double(value) / 1000) }

    /// Up to here an instant has every millisecond; a calendar has none that lies behind it.
    private static let greatest: UInt64 = 1 << 53

    /// Reads a number or a text of digits; one that is no instant is refused.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try (try? container.decode(Int64.self)) ?? Int64(container.decode(String.self))
        guard let number, number.magnitude <= Self.greatest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number of milliseconds")
        }
        value = number
    }

    /// Writes the number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// An instant as milliseconds since 1970, written as a text: session codes.
///
/// Read from a text of digits or from a number, as ``Milliseconds`` is.
package struct MillisecondsText: Codable, Hashable, Sendable {
    /// The instant, without its form.
    package var milliseconds: Milliseconds

    /// Creates an instant, to the nearest millisecond.
    package init(_ instant: Date) {
        milliseconds = Milliseconds(instant)
    }

    /// The instant.
    package var instant: Date { milliseconds.instant }

    /// Reads a text of digits or a number.
    package init(from decoder: any Decoder) throws {
        milliseconds = try Milliseconds(from: decoder)
    }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(milliseconds.value))
    }
}
