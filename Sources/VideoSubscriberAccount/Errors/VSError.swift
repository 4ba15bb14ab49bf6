public import Foundation

/// An error that the framework hands to an app.
///
/// On Apple platforms it is bridged to `NSError` in both directions. On Linux there is no such bridge, so the framework
/// always hands out this struct itself: `error as? VSError`, `error as NSError`, `catch VSError.accessNotGranted` and
/// `switch` on ``code`` all work on it. A plain `NSError` of the same domain is matched by `catch`, but is never cast.
///
/// spec video-subscriber-account § 1.11, § 6.1.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public struct VSError: CustomNSError, Hashable, @unchecked Sendable {
    // Unchecked: the user info holds only strings and immutable provider responses, put there by this module, or what
    // the app itself put there.

    /// What kind of error it is.
    public enum Code: Int, Sendable {
        /// The person has not given this app access to the subscription information.
        case accessNotGranted = 0
        /// The person's TV provider is not supported.
        case unsupportedProvider = 1
        /// The request was cancelled.
        case userCancelled = 2
        /// The provider did not answer in time or could not be reached; a retry may work.
        case serviceTemporarilyUnavailable = 3
        /// The provider refused, or would have to ask the person where no interruption is allowed.
        case providerRejected = 4
        /// The provider does not accept the request's verification token.
        case invalidVerificationToken = 5
        /// The system rejected the request.
        case rejected = 6
        /// The TV Provider feature does not exist in the device's region.
        case unsupported = 7
    }

    /// What kind of error it is.
    public let code: Code
    /// What else is known, by the framework's user-info keys.
    public let userInfo: [String: Any]
    /// What the framework says to people; `nil` in an error that an app made.
    private let explanation: String?

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
        explanation = nil
    }

    /// Creates an error that the framework hands to an app.
    init(answer code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
        explanation = code.explanation
    }

    /// The domain, ``VSErrorDomain``.
    public static var errorDomain: String { VSErrorDomain }

    /// The code as a number.
    public var errorCode: Int { code.rawValue }

    /// The user info, with a description in an error of the framework's.
    ///
    /// One that an app made is the same as an `NSError` that is made of domain, code and user info.
    public var errorUserInfo: [String: Any] {
        guard let explanation, userInfo[NSLocalizedDescriptionKey] == nil else { return userInfo }
        return userInfo.merging([NSLocalizedDescriptionKey: explanation]) { given, _ in given }
    }

    /// A description for people.
    public var localizedDescription: String {
        (self as NSError).localizedDescription
    }

    /// Compares the codes and the user info, value by value, as `NSError` does; values that cannot be compared by their
    /// types.
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
            // Foundation on Linux holds a value that cannot be compared for unequal to itself.
            guard [left, right].contains(where: { $0 is AnyHashable || $0 is NSObject }) else {
                return type(of: left) == type(of: right)
            }
            return NSArray(object: left).isEqual(NSArray(object: right))
        }
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        // Written out: the hashing that Foundation would synthesise for an error recurses without end on Linux.
        hasher.combine(code)
    }
}

@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
extension VSError {
    /// The person has not given this app access to the subscription information.
    public static var accessNotGranted: Code { .accessNotGranted }
    /// The person's TV provider is not supported.
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
