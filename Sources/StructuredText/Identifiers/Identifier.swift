import TVSimPlatform

/// An identifier that is sent in a message or stored in a document, such as that of an MVPD or a resource.
///
/// Two identifiers are equal if their UTF-8 bytes are equal. `String` compares by canonical equivalence, which treats
/// the Kelvin sign as the letter K. SAML Core 2.0, 1.3.1, requires an exact comparison, and so does the service.
///
/// A conforming type declares one stored property:
///
/// ```swift
/// package struct MVPDID: Identifier {
///     package let rawValue: String
///     package init(rawValue: String) { self.rawValue = rawValue }
/// }
/// ```
package protocol Identifier: Hashable, Comparable, Codable, Sendable, ExpressibleByStringInterpolation,
    LosslessStringConvertible
{
    /// The text.
    var rawValue: String { get }
    /// Creates an identifier from its text.
    init(rawValue: String)
}

extension Identifier {
    /// Creates an identifier from its text.
    @inlinable package init(_ text: String) { self.init(rawValue: text) }

    /// Creates an identifier from its text; `nil` if the text is `nil`.
    @inlinable package init?(_ text: String?) {
        guard let text else { return nil }
        self.init(rawValue: text)
    }

    @inlinable package init(stringLiteral text: String) { self.init(rawValue: text) }

    /// The text.
    @inlinable package var description: String { rawValue }

    package static func == (left: Self, right: Self) -> Bool {
        // Requests compare long tokens, and comparing sequences byte by byte is slower than `memcmp`.
        var (left, right) = (left.rawValue, right.rawValue)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Separates adjacent identifiers in a hash. The byte 0xFF does not occur in UTF-8.
        hasher.combine(0xFF as UInt8)
    }

    /// Decodes the identifier from a single string.
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the identifier as a single string.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Sequence where Element: Identifier {
    /// Returns the texts of the identifiers, joined by a separator.
    package func joined(separator: String) -> String { map(\.rawValue).joined(separator: separator) }
}

/// The coding key of a dictionary whose keys are identifiers.
package struct IdentifierKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension CodingKeyRepresentable where Self: Identifier {
    package var codingKey: any CodingKey { IdentifierKey(stringValue: rawValue) }
    package init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue) }
}
