package import Foundation
import TVSimStructuredText

/// A time in milliseconds since 1970, written as a number, as in profiles and decisions.
///
/// It is read from a number or from a text of digits, because the service's documentation has both.
package struct Milliseconds: Codable, Hashable, Sendable {
    /// The milliseconds.
    package var value: Int64

    /// Creates a time from its milliseconds.
    package init(_ value: Int64) {
        self.value = value
    }

    /// Creates a time, rounded to the nearest millisecond.
    package init(_ instant: Date) {
        value = instant.millisecondsSince1970
    }

    /// The time.
    package var instant: Date { Date(millisecondsSince1970: value) }

    /// The limit up to which a `Date` represents every millisecond; calendars do not go beyond it.
    private static let greatest: UInt64 = 1 << 53

    /// Reads a number or a text of digits.
    ///
    /// - Throws: `DecodingError` if the value is neither, or out of range.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try (try? container.decode(Int64.self)) ?? Int64(container.decode(String.self))
        guard let number, number.magnitude <= Self.greatest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected milliseconds since 1970")
        }
        value = number
    }

    /// Writes the number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// A time in milliseconds since 1970, written as a text, as for session codes.
///
/// It is read from a text of digits or from a number, as ``Milliseconds`` is.
package struct MillisecondsText: Codable, Hashable, Sendable {
    /// The time in its other form.
    package var milliseconds: Milliseconds

    /// Creates a time, rounded to the nearest millisecond.
    package init(_ instant: Date) {
        milliseconds = Milliseconds(instant)
    }

    /// The time.
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
