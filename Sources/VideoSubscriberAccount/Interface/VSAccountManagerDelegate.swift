public import Foundation

/// The methods that an account manager calls on the app while the user signs in.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// Presents the system's interface; the presentation must start before this method returns.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)

    /// Dismisses the system's interface; the dismissal must start before this method returns.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)

    /// Returns whether the user may sign in with the chosen provider; optional, `true` by default.
    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
extension VSAccountManagerDelegate {
    /// Accepts every supported provider, as if the optional method were missing on Apple platforms.
    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        true
    }
}
