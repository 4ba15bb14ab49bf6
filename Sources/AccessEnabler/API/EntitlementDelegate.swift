public import Foundation
import SimulatedDevice
import SimulationCore
public import VideoSubscriberAccount

/// The callbacks that an app receives.
///
/// spec entitlement § 1.3.
public protocol EntitlementDelegate: NSObjectProtocol {
    /// Tells that the requestor is set (1) or cannot be (0).
    func setRequestorComplete(_ status: Int32)

    /// Tells whether the person is authenticated (1) or not (0), and why not.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)

    /// Hands over the media token of a resource: signed XML in clear text.
    func setToken(_ token: String!, forResource resource: String!)

    /// Tells which of the resources asked for the person may watch.
    func preauthorizedResources(_ resources: [Any]!)

    /// Tells that there is no media token for a resource, and why.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)

    /// Hands over the provider that is selected; `nil` when none is.
    func selectedProvider(_ mvpd: MVPD!)

    /// Hands over the providers from which the person is to choose in the app.
    func displayProviderDialog(_ mvpds: [Any]!)

    /// Hands over the data of an event for tracking.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)

    /// Answers a request for metadata; the metadata is `nil` when there is none.
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)

    /// Asks the app to load a URL in a web view.
    func navigate(toUrl url: String!)

    /// Asks the app to present the system's provider dialog.
    func presentTvProviderDialog(_ viewController: UIViewController!)

    /// Asks the app to dismiss the system's provider dialog.
    func dismissTvProviderDialog(_ viewController: UIViewController!)

    /// Asks the app to load a URL in a Safari view controller; optional.
    ///
    /// It is called for MVPDs whose page needs one, where the app has set `handleSVC`. Without it nobody shows the page.
    func navigate(toUrl url: String!, useSVC: Bool)
}

extension EntitlementDelegate {
    /// Shows nothing, and says so in the journal: the page is none for the web view of ``navigate(toUrl:)``.
    public func navigate(toUrl url: String!, useSVC: Bool) {
        guard let app = RunningApp.current else { return }
        do {
            try app.device.simulation.journal.record(
                room: "AccessEnabler", event: "navigate(toUrl:useSVC:)", outcome: "not called",
                reason: "the app has set 'handleSVC', and its delegate does not have the method: nobody shows the page")
        } catch {
            SimulationTrouble.stop(error)
        }
    }
}

/// The advanced statuses that an app receives.
///
/// spec entitlement § 1.14.
public protocol EntitlementStatus: NSObjectProtocol {
    /// Tells what happened, with `errorId`, `level` and where known `message`, `resource` and `details`.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
