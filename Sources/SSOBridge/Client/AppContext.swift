package import TVSimCore
package import TVSimEntitlementAPI

/// The app that the bridge works for, and its place on the device.
///
/// It has everything that the bridge may know besides the answers of Apple's framework. The bridge does not see the
/// device, so that it cannot learn about the account from anything else.
package protocol AppContext: Sendable {
    /// The clock of the device.
    var clock: SimulatedClock { get }
    /// The journal.
    var journal: Journal { get }

    /// Returns the device identifier that the service sees: the SHA-256 of the identifier for vendor.
    func deviceIdentifier() throws -> String
    /// Returns the header that describes the device.
    func deviceInformation() throws -> DeviceInformation
    /// Returns an item of the app's keychain; `nil` if it does not exist.
    func keychainItem(_ name: String) throws -> String?
    /// Changes or removes an item of the app's keychain in one transaction.
    func updateKeychainItem(named name: String, _ change: (String?) throws -> String?) throws
    /// Throws an error if the system has ended the app.
    func checkTermination() throws
    /// Calls a closure in which Apple's framework answers this app.
    func asCaller<Result>(_ body: () -> Result) -> Result
}
