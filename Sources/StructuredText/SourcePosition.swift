/// A position in a text; lines and columns start at 1.
package struct SourcePosition: Sendable, Hashable, Comparable {
    /// The line.
    package let line: Int
    /// The column, in Unicode scalars.
    package let column: Int

    /// The beginning of a text.
    package static let start = SourcePosition(line: 1, column: 1)

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders positions from the beginning of the text.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
