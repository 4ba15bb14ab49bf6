public import Foundation
import SimulatedDevice
import SimulatedWorld
import StructuredText

/// Something that a test asked for cannot be: what is wrong, and where the test asked for it.
///
/// Whatever the simulated platform refuses is no such error: a `VSError`, a callback or a status says so.
public struct SimulatorError: Error, Sendable, Hashable {
    /// What kind of trouble it is.
    public struct Code: Sendable, Hashable {
        /// The number, as `NSError` has it.
        public let number: Int

        /// A profile, an event or a callback's line is not what it should be.
        public static let malformed = Code(number: 1)
        /// What a name, a code or an address means is not there.
        public static let notFound = Code(number: 2)
        /// It cannot be done in the world as it is.
        public static let impossible = Code(number: 3)
        /// A provider did not sign the person in.
        public static let notSignedIn = Code(number: 4)
        /// The world does not answer.
        public static let unreachable = Code(number: 5)
        /// The system has ended the app's process.
        public static let appTerminated = Code(number: 6)
        /// There is no current simulator.
        public static let noSimulator = Code(number: 7)
        /// The task that waited was cancelled, as by the time limit of a test.
        public static let cancelled = Code(number: 8)
        /// What a test waited for did not come in the time that it gave.
        public static let timedOut = Code(number: 9)
    }

    /// What kind of trouble it is.
    public let code: Code
    /// What is wrong, as one sentence without its full stop.
    public let reason: String
    /// What may have been meant; `nil`: nothing is close.
    public let suggestion: String?
    /// Where the test asked for it, as `MyTests/SignInTests.swift:12`; `nil`: this is not known.
    public let place: String?
    /// The text that is wrong, with line and column where they are known, as `profile:3:1`; `nil`: there is none.
    public let source: String?
    /// What came before a wait ended, and what else is known, one line each.
    public let details: [String]

    /// Creates an error.
    package init(
        _ code: Code, _ reason: String, suggestion: String? = nil, details: [String] = [], in source: String? = nil,
        at place: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.suggestion = suggestion
        self.place = place
        self.source = source
        self.details = details
    }

    /// Reads an error of the rooms below; `nil` for any other.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - event: The text in which an error's place is; `nil`: a profile, which the error names.
    ///   - place: Where the test asked for it.
    package init?(_ error: any Error, in event: String? = nil, at place: String? = nil) {
        let event = event.map { "'\($0.onOneLine)'" }
        switch error {
        case let error as SourceError:
            let position = "\(error.position.line):\(error.position.column)"
            self.init(
                error.code == .unknownReference ? .notFound : .malformed, error.reason, suggestion: error.suggestion,
                in: event.map { "\($0), at \(position)" } ?? "\(error.source):\(position)", at: place)
        case let error as CommandError:
            self.init(Code(error.code), error.reason, suggestion: error.suggestion, in: event, at: place)
        case let error as AppTermination:
            self.init(.appTerminated, error.description, at: place)
        default:
            return nil
        }
    }

    /// Does something, and says of the errors of the rooms below where the test asked for it.
    package static func telling<Result>(
        in event: String? = nil, at place: String?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            if let told = SimulatorError(error, in: event, at: place) { throw told }
            throw error
        }
    }
}

extension SimulatorError: CustomStringConvertible, CustomNSError {
    /// The domain of all these errors.
    public static let errorDomain = "TVSimulator.SimulatorError"

    /// The number of the code.
    public var errorCode: Int { code.number }

    /// The localized description: the same as ``description``.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// Where, what is wrong, and what may have been meant, on one line; the details, each on another.
    public var description: String {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        let line = ([place, source].compactMap(\.self) + [reason + hint]).joined(separator: ": ")
        return ([line] + details).joined(separator: "\n")
    }
}

extension SimulatorError.Code {
    init(_ code: CommandError.Code) {
        switch code {
        case .malformed: self = .malformed
        case .notFound: self = .notFound
        default: self = .impossible
        }
    }
}
