/// Converts byte offsets to lines and columns; increasing offsets take one pass over the text.
struct PositionCursor {
    private var octet = 0
    private var line = 1
    private var column = 1

    /// Returns the position of a byte at or after the last requested one.
    mutating func position(of place: Int, in octets: UnsafeRawBufferPointer) -> SourcePosition {
        while octet < place, octet < octets.count {
            switch octets[octet] {
            case UInt8(ascii: "\n"): (line, column) = (line + 1, 1)
            // Continuation bytes belong to the preceding scalar.
            case 0x80..<0xC0: break
            default: column += 1
            }
            octet += 1
        }
        return SourcePosition(line: line, column: column)
    }
}

/// The error for a text that is not JSON or is nested too deeply.
package struct MalformedJSON: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as one sentence without a full stop.
    package let reason: String
    /// The offset of the error in the text, in bytes from 0.
    package let octet: Int
    /// The line and column of the error.
    package let position: SourcePosition
    /// Whether the error is a duplicate key.
    var isDuplicate = false
    /// Whether the text may be JSON, and is larger than a limit.
    package var isOfLimit = false

    /// The reason in an error message about a document.
    package var reasonInDocument: String { isDuplicate || isOfLimit ? reason : "invalid JSON: \(reason)" }

    /// The reason and the position in bytes from 1.
    package var description: String { "\(reason) at octet \(octet + 1)" }
}
