import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// An error as the command line and the server report it: a kind and one sentence.
package struct ProgramError: Sendable, Hashable {
    /// The kinds of errors, one for each exit status of the command line.
    package enum Kind: Sendable, Hashable {
        case usage, malformed, notFound, unavailable, cannotCreate, inputOutput

        /// The exit status, as `sysexits.h` defines it.
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
    /// The error message, a sentence without a full stop.
    package let sentence: String

    /// The message on one line, shortened.
    package var line: String { Self.line(sentence) }

    /// Converts an error of this package; returns `nil` for any other error.
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

    /// Prints an error message as one line on standard error, and ignores a failure to write it.
    package static func tell(_ sentence: String) {
        show("tvsim: \(line(sentence))\n")
    }

    private static func line(_ sentence: String) -> String {
        sentence.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine.shortened
    }

    /// Prints text on standard error unchanged, for example a progress line.
    package static func show(_ text: String) {
        SimulatorFailure.write(text, to: CommandContext.current.error)
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
        case .unsupported: .usage
        case .unavailable: .unavailable
        default: .inputOutput
        }
    }
}
