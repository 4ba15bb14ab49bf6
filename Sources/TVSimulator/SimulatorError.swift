public import Foundation
import TVSimDevice
import TVSimStructuredText

/// An error that reports a mistake of a test, or a request that the simulator cannot fulfill.
///
/// It contains what is wrong, and the location in the test. Refusals of the simulated platform are not errors of this
/// type: the app receives them as a `VSError`, a callback or a status.
public struct SimulatorError: Error, Sendable, Hashable {
    /// The kind of a ``SimulatorError``.
    public struct Code: Sendable, Hashable {
        /// The number of the code, which is also the code of the `NSError`.
        public let number: Int

        /// A profile, an event or an expected callback is malformed.
        public static let malformed = Code(number: 1)
        /// A name, a registration code or a URL refers to nothing in the world.
        public static let notFound = Code(number: 2)
        /// The operation is not possible in the current state of the world.
        public static let impossible = Code(number: 3)
        /// A provider refused the sign-in.
        public static let notSignedIn = Code(number: 4)
        /// The world does not respond.
        public static let unreachable = Code(number: 5)
        /// The system has ended the app's process.
        public static let appTerminated = Code(number: 6)
        /// The code runs outside of `withSimulator` and of the trait `.simulator(_:)`, so it has no current simulator.
        public static let noSimulator = Code(number: 7)
        /// The waiting task was cancelled, for example by the time limit of a test.
        public static let cancelled = Code(number: 8)
        /// The timeout of a wait expired.
        public static let timedOut = Code(number: 9)
        /// A call that no task carries found several active simulators.
        public static let severalSimulators = Code(number: 10)
    }

    /// The kind of the error.
    public let code: Code
    /// What is wrong, as one sentence without a full stop.
    public let reason: String
    /// A known name that is similar to the wrong one; `nil` if no name is similar.
    public let suggestion: String?
    /// The location in the test, such as `MyTests/SignInTests.swift:12`; `nil` if it is unknown.
    public let place: String?
    /// The source of the wrong text, with line and column if they are known, such as `profile:3:1`; `nil` without a
    /// text.
    public let source: String?
    /// Further facts, one line each, such as the callbacks that arrived before a wait ended.
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

    /// Converts an error of the modules below; `nil` if it is of another type.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - event: The text that contains the mistake; `nil` for a profile, which the error itself names.
    ///   - place: The location in the test.
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
        case let error as MissingCurrentAppError:
            self.init(.severalSimulators, error.description, at: place)
        default:
            return nil
        }
    }

    /// Performs an operation, and converts its errors to errors that name the location in the test.
    ///
    /// - Parameters:
    ///   - event: The text that contains the mistake; `nil` for a profile.
    ///   - place: The location in the test; `nil` if it is unknown.
    ///   - body: The operation.
    /// - Returns: The result of the operation.
    /// - Throws: ``SimulatorError`` for a converted error; other errors unchanged.
    package static func converting<Result>(
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
    /// The error domain of this type for `NSError`.
    public static let errorDomain = "TVSimulator.SimulatorError"

    /// The number of the code, for `NSError`.
    public var errorCode: Int { code.number }

    /// The user info for `NSError`, whose localized description equals ``description``.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// The error as text: one line with the location, the reason and the suggestion, then one line per detail.
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
