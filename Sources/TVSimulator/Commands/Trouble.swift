import SimulationCore
import StateStorage

/// What an error of ours means to somebody outside: its kind, and one sentence.
package struct Trouble: Sendable, Hashable {
    /// The kinds, as the command line's exit statuses tell them apart.
    package enum Kind: Sendable, Hashable {
        case usage, malformed, notFound, unavailable, cannotCreate, inputOutput

        /// The exit status that means it, from sysexits.
        package var exitStatus: Int32 {
            switch self {
            case .usage: 64
            case .malformed: 65
            case .notFound: 66
            case .unavailable: 69
            case .cannotCreate: 73
            case .inputOutput: 74
            }
        }
    }

    /// The kind.
    package let kind: Kind
    /// What was wrong, in a sentence without its full stop.
    package let sentence: String

    /// What was wrong, as it is told: on one line, and no longer than anybody reads.
    package var line: String { Self.line(sentence) }

    /// Reads an error of this package; `nil` for any other.
    package init?(_ error: any Error) {
        switch error {
        case let error as ProfileError:
            self.init(.malformed, error.description)
        case let error as CommandError:
            self.init(Self.kind(of: error.code), error.description)
        case let error as StateError:
            self.init(Self.kind(of: error.code), error.description)
        default:
            return nil
        }
    }

    private init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// Says on standard error in one line what was wrong; where nobody can be told, that is no further trouble.
    package static func tell(_ sentence: String) {
        show("tvsim: \(line(sentence))\n")
    }

    private static func line(_ sentence: String) -> String {
        sentence.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine.shortened
    }

    /// Writes text to standard error as it is, such as a line that tells how far something is.
    package static func show(_ text: String) {
        SimulationTrouble.write(text, to: CommandContext.current.error)
    }

    private static func kind(of code: CommandError.Code) -> Kind {
        switch code {
        case .malformed: .malformed
        case .notFound: .notFound
        case .unavailable: .unavailable
        case .exists, .unwritable: .cannotCreate
        case .inputOutput: .inputOutput
        default: .usage
        }
    }

    private static func kind(of code: StateError.Code) -> Kind {
        switch code {
        case .notADevice, .futureVersion, .malformedDocument: .malformed
        case .missing: .notFound
        case .full: .cannotCreate
        default: .inputOutput
        }
    }
}
