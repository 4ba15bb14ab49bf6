// spec video-subscriber-account § 2.8.
@available(iOS 26.0, tvOS 26.0, macOS 26.0, visionOS 26.0, *)
extension VSUserAccountManager {
    /// Whether an app may keep what signs the person in on their other devices.
    public enum AutoSignInAuthorization: Hashable {
        /// The person has not decided yet.
        case notDetermined
        /// The person allowed it.
        case granted
        /// The person refused.
        case denied
    }

    /// What an app keeps to sign the person in on their other devices.
    public struct AutoSignInToken {
        /// Whether the app may keep something.
        public let authorization: AutoSignInAuthorization
        /// What it keeps; `nil`: nothing.
        public let value: String?
    }

    /// What lets an app change what it keeps: what came of asking the person.
    public struct AutoSignInTokenUpdateContext {
        /// What the person decided.
        public let authorization: AutoSignInAuthorization
    }

    /// What the app keeps, and whether it may.
    ///
    /// - Throws: ``VSError`` with `rejected` for an app without the entitlement, or what a fault stands for.
    public nonisolated(nonsending) var autoSignInToken: AutoSignInToken {
        get async throws { try UserAccounts.resolve().autoSignInToken() }
    }

    /// Removes what the app keeps, and returns the person's decision to undetermined.
    ///
    /// - Throws: ``VSError`` with `rejected` for an app without the entitlement, or what a fault stands for.
    public nonisolated(nonsending) func deleteAutoSignInToken() async throws {
        try UserAccounts.resolve().deleteAutoSignInToken()
    }

    /// Asks the person whether the app may keep something, where they have not decided yet.
    ///
    /// - Returns: What lets ``updateAutoSignInToken(_:updateContext:)`` go on; a sheet that is closed without an answer
    ///   leaves the decision undetermined, which is not an error.
    /// - Throws: ``VSError`` with `rejected` for an app without the entitlement, or what a fault stands for.
    @available(macOS, unavailable)
    @available(visionOS, unavailable)
    @discardableResult
    public nonisolated(nonsending) func requestAutoSignInAuthorization() async throws -> AutoSignInTokenUpdateContext {
        try UserAccounts.resolve().requestAutoSignInAuthorization()
    }

    /// Keeps something that signs the person in on their other devices.
    ///
    /// - Throws: ``VSError`` with `rejected` where the person has not allowed it, then or now, and for an app without the
    ///   entitlement; or what a fault stands for.
    @available(macOS, unavailable)
    @available(visionOS, unavailable)
    public nonisolated(nonsending) func updateAutoSignInToken(
        _ newToken: String, updateContext: AutoSignInTokenUpdateContext
    ) async throws {
        try UserAccounts.resolve().updateAutoSignInToken(newToken, updateContext)
    }
}
