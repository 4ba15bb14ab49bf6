public import Foundation
import TVSimCore
import TVSimDevice
import TVSimSDKVocabulary
public import VideoSubscriberAccount

/// The callbacks that an app receives.
public protocol EntitlementDelegate: NSObjectProtocol {
    /// Tells whether the requestor is set (1) or could not be set (0).
    func setRequestorComplete(_ status: Int32)

    /// Tells whether the user is authenticated (1) or not (0), and why not.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)

    /// Hands over the media token of a resource: signed XML in clear text.
    func setToken(_ token: String!, forResource resource: String!)

    /// Tells which of the requested resources the user may watch.
    func preauthorizedResources(_ resources: [Any]!)

    /// Tells why a resource got no media token.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)

    /// Hands over the selected provider; `nil` if no provider is selected.
    func selectedProvider(_ mvpd: MVPD!)

    /// Hands over the providers for the app's own picker.
    func displayProviderDialog(_ mvpds: [Any]!)

    /// Hands over the data of an event for tracking.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)

    /// Answers a request for metadata; `nil` if the metadata is unknown.
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
    /// It is called for MVPDs whose page needs one, if the app has set `handleSVC`. Without the method the page is not shown.
    func navigate(toUrl url: String!, useSVC: Bool)
}

extension EntitlementDelegate {
    /// Records in the journal that the page is not shown: the web view of ``navigate(toUrl:)`` cannot show it.
    public func navigate(toUrl url: String!, useSVC: Bool) {
        guard let app = RunningApp.current else { return }
        do {
            try app.device.simulation.journal.record(SDKDecision.pageNotShown)
        } catch {
            SimulatorFailure.stop(error)
        }
    }
}

/// The advanced statuses that an app receives.
public protocol EntitlementStatus: NSObjectProtocol {
    /// Tells what happened: `errorId`, `level`, and if known `message`, `resource`, `details` and `expires`.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
