public import Foundation

/// Where an app registers the accounts of the people who use it, and keeps what signs them in elsewhere.
///
/// spec video-subscriber-account § 1.14, § 2.8.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
open class VSUserAccountManager: NSObject {
    // It keeps nothing: whose manager it is follows from the app that calls.
    private nonisolated(unsafe) static let manager = VSUserAccountManager()

    /// The manager of the current app.
    open class var shared: VSUserAccountManager { manager }

    /// Which accounts are asked for.
    public struct QueryOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The accounts of the person's other devices too.
        public static var allDevices: QueryOptions { QueryOptions(rawValue: 1) }
    }
}

// In an extension, and so not to be overridden, as on Apple's platforms, where Swift alone has them: an account is a struct.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
extension VSUserAccountManager {
    /// Registers an account on this device, or replaces the one with the same identifier.
    ///
    /// - Throws: ``VSError`` with `rejected` where the app has no entitlement for it, or what a fault says.
    public nonisolated(nonsending) func update(_ account: VSUserAccount) async throws {
        try UserAccounts.resolve().update(account)
    }

    /// Lists the accounts that this app registered on this device, signed out or not.
    ///
    /// - Parameter options: `allDevices` adds those of the person's other devices.
    /// - Returns: The accounts, in the order in which they were first registered.
    /// - Throws: ``VSError`` with `rejected` where the app has no entitlement for it, or what a fault says.
    @discardableResult
    public nonisolated(nonsending) func userAccounts(options: QueryOptions = []) async throws -> [VSUserAccount] {
        try UserAccounts.resolve().accounts(ofAllDevices: options.contains(.allDevices))
    }
}
