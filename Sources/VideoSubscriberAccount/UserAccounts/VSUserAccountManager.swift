public import Foundation

/// Registers an app's user accounts, and stores tokens for Automatic Sign-In.
///
/// Video Subscriber Account, `VSUserAccountManager`; Differences, A-32 to A-35.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
open class VSUserAccountManager: NSObject {
    // Has no state: each call determines its app.
    private nonisolated(unsafe) static let manager = VSUserAccountManager()

    /// The manager of the current app.
    open class var shared: VSUserAccountManager { manager }

    /// Selects the accounts of a query.
    public struct QueryOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Includes the accounts of the user's other devices.
        public static var allDevices: QueryOptions { QueryOptions(rawValue: 1) }
    }
}

// In an extension, so that subclasses cannot override it. Apple declares these methods in Swift only, because an
// account is a struct.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
extension VSUserAccountManager {
    /// Registers an account on this device, or replaces the account with the same identifier.
    ///
    /// - Throws: ``VSError`` with `rejected` if the app has no entitlement, or the error of a fault.
    public nonisolated(nonsending) func update(_ account: VSUserAccount) async throws {
        try UserAccounts.performing { try $0.update(account) }
    }

    /// Returns the accounts that this app registered on this device, signed out or not.
    ///
    /// - Parameter options: `allDevices` adds the accounts of the user's other devices.
    /// - Returns: The accounts, in the order in which they were first registered.
    /// - Throws: ``VSError`` with `rejected` if the app has no entitlement, or the error of a fault.
    public nonisolated(nonsending) func userAccounts(options: QueryOptions = []) async throws -> [VSUserAccount] {
        try UserAccounts.performing { try $0.accounts(ofAllDevices: options.contains(.allDevices)) }
            .map(VSUserAccount.init)
    }
}
