public import Foundation

/// An error that the framework hands to an app.
///
/// On Apple platforms it is bridged to `NSError` in both directions. Linux has no such bridge, so the framework always
/// passes this struct. `error as? VSError`, `error as NSError`, `catch VSError.accessNotGranted` and `switch` on
/// ``code`` work on it. A plain `NSError` of the same domain matches in `catch`, but cannot be cast.
///
/// Video Subscriber Account, `VSError`; Differences, A-12.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public struct VSError: CustomNSError, Hashable, @unchecked Sendable {
    // Unchecked: the user info holds strings and immutable provider responses of this module, or the app's own values.

    /// The code of an error.
    public enum Code: Int, Sendable {
        /// The user has not granted this app access to the subscription information.
        case accessNotGranted = 0
        /// The user's TV provider is not supported.
        case unsupportedProvider = 1
        /// The request was cancelled.
        case userCancelled = 2
        /// The provider did not answer in time or could not be reached; a retry may work.
        case serviceTemporarilyUnavailable = 3
        /// The provider refused, or it would have to interrupt the user and the request does not allow that.
        case providerRejected = 4
        /// The provider does not accept the request's verification token.
        case invalidVerificationToken = 5
        /// The system rejected the request.
        case rejected = 6
        /// The TV Provider feature does not exist in the device's region.
        case unsupported = 7
    }

    /// The error's code.
    public let code: Code
    /// Additional values under the framework's user-info keys.
    public let userInfo: [String: Any]
    /// The framework's description for people; `nil` in an error that an app created.
    private let explanation: String?
    /// The account on the device when the framework answered; `nil` if no metadata request was answered.
    package internal(set) var account: AnsweredAccount?

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
        explanation = nil
    }

    /// Creates an error of the framework, with a description.
    init(answer code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
        explanation = code.explanation
    }

    /// The domain, ``VSErrorDomain``.
    public static var errorDomain: String { VSErrorDomain }

    /// The code as a number.
    public var errorCode: Int { code.rawValue }

    /// The user info, with a description in an error of the framework.
    ///
    /// An error that an app created equals the `NSError` of the same domain, code and user info.
    public var errorUserInfo: [String: Any] {
        guard let explanation, userInfo[NSLocalizedDescriptionKey] == nil else { return userInfo }
        return userInfo.merging([NSLocalizedDescriptionKey: explanation]) { given, _ in given }
    }

    /// A description for people.
    public var localizedDescription: String {
        (self as NSError).localizedDescription
    }

    /// Returns whether code and user info are equal, value by value, as for `NSError`.
    ///
    /// Values that are neither `Hashable` nor objects are compared by type; Differences, A-51.
    public static func == (left: VSError, right: VSError) -> Bool {
        left.code == right.code && isEqual(left.userInfo, right.userInfo)
    }

    private static func isEqual(_ left: Any, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as [String: Any], let right as [String: Any]):
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { isEqual(value, $0) } ?? false }
        case (let left as [Any], let right as [Any]):
            return left.count == right.count && zip(left, right).allSatisfy(isEqual)
        default:
            // Foundation on Linux treats a value that cannot be compared as unequal to itself.
            guard [left, right].contains(where: { $0 is AnyHashable || $0 is NSObject }) else {
                return type(of: left) == type(of: right)
            }
            return NSArray(object: left).isEqual(NSArray(object: right))
        }
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        // Explicit, because the hash function that Foundation provides for errors recurses endlessly on Linux.
        hasher.combine(code)
    }
}

@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
extension VSError {
    /// The user has not granted this app access to the subscription information.
    public static var accessNotGranted: Code { .accessNotGranted }
    /// The user's TV provider is not supported.
    public static var unsupportedProvider: Code { .unsupportedProvider }
    /// The request was cancelled.
    public static var userCancelled: Code { .userCancelled }
    /// The provider did not answer in time or could not be reached.
    public static var serviceTemporarilyUnavailable: Code { .serviceTemporarilyUnavailable }
    /// The provider refused.
    public static var providerRejected: Code { .providerRejected }
    /// The provider does not accept the request's verification token.
    public static var invalidVerificationToken: Code { .invalidVerificationToken }
    /// The system rejected the request.
    public static var rejected: Code { .rejected }
    /// The TV Provider feature does not exist in the device's region.
    public static var unsupported: Code { .unsupported }
}

@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
extension VSError.Code {
    /// Matches an error of the framework's domain by its code, so that `catch VSError.userCancelled` works.
    public static func ~= (code: VSError.Code, error: any Error) -> Bool {
        if let error = error as? VSError { return error.code == code }
        let error = error as NSError
        return error.domain == VSErrorDomain && error.code == code.rawValue
    }

    var explanation: String {
        switch self {
        case .accessNotGranted: "The app has no access to the TV provider account."
        case .unsupportedProvider: "The TV provider is not supported."
        case .userCancelled: "The request was cancelled."
        case .serviceTemporarilyUnavailable: "The TV provider cannot be reached at the moment."
        case .providerRejected: "The TV provider rejected the request."
        case .invalidVerificationToken: "The TV provider did not accept the verification token."
        case .rejected: "The system rejected the request."
        case .unsupported: "TV providers are not supported in this region."
        }
    }
}
