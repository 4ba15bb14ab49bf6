/// Finds lines and columns of octets that are asked about in order, so that a text is counted once.
struct PositionCursor {
    private var octet = 0
    private var line = 1
    private var column = 1

    /// Returns the place of an octet at or behind the last one that was asked about.
    mutating func position(of place: Int, in octets: UnsafeRawBufferPointer) -> SourcePosition {
        while octet < place, octet < octets.count {
            switch octets[octet] {
            case UInt8(ascii: "\n"): (line, column) = (line + 1, 1)
            // Continuation octets belong to the scalar before them.
            case 0x80..<0xC0: break
            default: column += 1
            }
            octet += 1
        }
        return SourcePosition(line: line, column: column)
    }
}

/// A text that is not JSON, or nests too deeply: why, and where.
package struct MalformedJSON: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as one sentence without its full stop.
    package let reason: String
    /// The octet of the text, from zero.
    package let octet: Int
    /// The line and column of that octet.
    package let position: SourcePosition
    /// Whether a key is given twice.
    var isDuplicate = false

    /// The reason and the place, from one.
    package var description: String { "\(reason) at octet \(octet + 1)" }
}
