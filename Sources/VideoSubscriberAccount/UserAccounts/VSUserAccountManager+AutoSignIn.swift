import TVSimDevice

// Video Subscriber Account, Automatic Sign-In; Differences, A-35.
@available(iOS 26.0, tvOS 26.0, macOS 26.0, visionOS 26.0, *)
extension VSUserAccountManager {
    /// Whether an app may store a token that signs the user in on their other devices.
    public enum AutoSignInAuthorization: Hashable {
        /// The user has not decided yet.
        case notDetermined
        /// The user allowed it.
        case granted
        /// The user refused.
        case denied
    }

    /// The token that signs the user in on their other devices.
    public struct AutoSignInToken {
        /// Whether the app may store a token.
        public let authorization: AutoSignInAuthorization
        /// The token; `nil` if none is stored.
        public let value: String?
    }

    /// The user's decision, which `updateAutoSignInToken(_:updateContext:)` requires.
    @available(macOS, unavailable)
    public struct AutoSignInTokenUpdateContext {
        /// The user's decision.
        public let authorization: AutoSignInAuthorization
    }

    /// The stored token and the user's decision.
    ///
    /// - Throws: ``VSError`` with `rejected` if the app has no entitlement, or the error of a fault.
    public nonisolated(nonsending) var autoSignInToken: AutoSignInToken {
        get async throws {
            let kept = try UserAccounts.performing { try $0.automaticSignIn() }
            return AutoSignInToken(authorization: .init(kept.authorization), value: kept.token)
        }
    }

    /// Deletes the token and resets the user's decision to undetermined.
    ///
    /// - Throws: ``VSError`` with `rejected` if the app has no entitlement, or the error of a fault.
    public nonisolated(nonsending) func deleteAutoSignInToken() async throws {
        try UserAccounts.performing { try $0.deleteAutoSignInToken() }
    }

    /// Asks the user whether the app may store a token, unless the user has allowed it before, and waits for the answer.
    ///
    /// - Returns: The context for ``updateAutoSignInToken(_:updateContext:)``. A sheet that is closed without an answer
    ///   leaves the decision undetermined, which is not an error.
    /// - Throws: ``VSError`` with `rejected` if the app has no entitlement, or the error of a fault.
    @available(macOS, unavailable)
    @available(visionOS, unavailable)
    @discardableResult
    public nonisolated(nonsending) func requestAutoSignInAuthorization() async throws -> AutoSignInTokenUpdateContext {
        .init(authorization: .init(try await UserAccounts.requestAutomaticSignIn(of: #function)))
    }

    /// Stores a token that signs the user in on their other devices.
    ///
    /// - Throws: ``VSError`` with `rejected` if the user has not allowed it, in the context or now, or if the app has
    ///   no entitlement; or the error of a fault.
    @available(macOS, unavailable)
    @available(visionOS, unavailable)
    public nonisolated(nonsending) func updateAutoSignInToken(
        _ newToken: String, updateContext: AutoSignInTokenUpdateContext
    ) async throws {
        try UserAccounts.performing { try $0.updateAutoSignInToken(newToken, updateContext.authorization.stored) }
    }
}
