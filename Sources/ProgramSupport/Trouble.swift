import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText

/// An error of this package as people and programs see it: a kind, and one sentence.
package struct Trouble: Sendable, Hashable {
    /// The kinds, one for each exit status of the command line.
    package enum Kind: Sendable, Hashable {
        case usage, malformed, notFound, unavailable, cannotCreate, inputOutput

        /// The exit status, from sysexits.
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

    /// The sentence on one line, shortened.
    package var line: String { Self.line(sentence) }

    /// Reads an error of this package; `nil` for any other.
    package init?(_ error: any Error) {
        switch error {
        case let error as SourceError:
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

    /// Prints one line on standard error; an error there is ignored.
    package static func tell(_ sentence: String) {
        show("tvsim: \(line(sentence))\n")
    }

    private static func line(_ sentence: String) -> String {
        sentence.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine.shortened
    }

    /// Prints text on standard error as it is, such as a progress line.
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
