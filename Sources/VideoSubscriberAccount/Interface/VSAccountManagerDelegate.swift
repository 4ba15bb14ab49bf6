public import Foundation

/// What an account manager asks of the app while the person signs in.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// Presents the system's interface; presenting must begin before this returns.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)

    /// Dismisses the system's interface; dismissing must begin before this returns.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)

    /// Says whether the person may sign in with a provider that they picked; optional, `true` where it is left out.
    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
extension VSAccountManagerDelegate {
    /// Allows every supported provider, as when the optional method is left out on Apple platforms.
    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        true
    }
}
