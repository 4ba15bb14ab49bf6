import Foundation
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// What a command prints for a person at a terminal; programs that read its output never see it.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isOutput: Bool { isatty(CommandContext.current.output) == 1 }

    /// Whether standard output shows colours: it is a terminal, and the user has not asked for plain text.
    ///
    /// The convention of `NO_COLOR` is that any text in it, except an empty one, asks for plain text
    /// (https://no-color.org).
    static var hasColours: Bool {
        let environment = CommandContext.current.environment
        return isOutput && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Prints a line on standard output if that is a terminal.
    static func note(_ line: @autoclosure () throws -> String) throws {
        if isOutput { try Output.line(try line().onOneLine) }
    }

    /// Returns a text whose lines begin with painted marks, or the same text where no colours are shown.
    static func painted(_ text: String, _ marks: [Mark]) -> String {
        guard hasColours else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let content = line.drop { $0 == " " }
            guard let mark = marks.first(where: { content.hasPrefix($0.text) }) else { return String(line) }
            let rest = content.dropFirst(mark.text.count)
            return line.prefix(line.count - content.count) + mark.colour.paint(mark.text) + rest
        }.joined(separator: "\n")
    }

    /// A word at the beginning of a line, and its colour.
    struct Mark: Sendable {
        let text: String
        let colour: Colour

        init(_ text: String, _ colour: Colour) { (self.text, self.colour) = (text, colour) }
    }

    /// The colours, each with the parameter of its control sequence (ECMA-48, 8.3.117).
    enum Colour: Int, Sendable {
        case faint = 2
        case red = 31
        case green = 32
        case yellow = 33
        case magenta = 35

        /// Returns the text in this colour.
        func paint(_ text: some StringProtocol) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
    }
}

/// A line on the terminal that says what a long command does now, and is gone when the command ends.
///
/// It appears on standard error, only if that is a terminal.
struct StatusLine: Sendable {
    private let isShown: Bool

    /// Creates a line; it is never shown if `isWanted` is false.
    init(where isWanted: Bool = true) {
        isShown = isWanted && isatty(CommandContext.current.error) == 1
    }

    /// Replaces the text of the line.
    func show(_ text: @autoclosure () -> String) {
        if isShown { ProgramError.show("\r\u{1B}[K\(text().onOneLine.prefix(76))") }
    }

    /// Removes the line.
    func finish() {
        if isShown { ProgramError.show("\r\u{1B}[K") }
    }
}
