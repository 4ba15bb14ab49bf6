// What the cookbooks leave to the app: the names that their snippets presuppose, and somebody who says where they got to.
// Tests/Cookbooks/check puts this before each snippet.
import AccessEnabler
import Dispatch
import Foundation
import VideoSubscriberAccount

let environment = ProcessInfo.processInfo.environment

/// A snippet got to where it says that something is the app's: "...".
///
/// The ends of its branches end the program.
func reached(_ place: String) {
    print(place)
    if ["ontinue with", "Incentivize", "Do nothing"].contains(where: place.contains) { exit(0) }
}

// Of the configuration.
struct Mvpd {
    var platformMappingId: String?
}
struct RequestorConfiguration {
    var mvpds = [Mvpd(platformMappingId: "Suddenlink")]
}
let requestor = RequestorConfiguration()
let supportedAccountProviderIdentifiers = ["Cablevision", "Suddenlink"]
let featuredAccountProviderIdentifiers = ["Cablevision"]

// Of the answer of sessions/sso/Apple.
let attributesNames = (environment["ATTRIBUTES"] ?? "").split(separator: ",").map(String.init)
let authenticationRequestPayload = environment["PAYLOAD"]

/// An app that lets the system show its picker, and waits for what comes of it: it outlives the snippet, as an app does.
class VideoSubscriberAccountManagerDelegate: NSObject, VSAccountManagerDelegate {
    nonisolated(unsafe) static var all: [VideoSubscriberAccountManagerDelegate] = []
    override init() {
        super.init()
        Self.all.append(self)
    }
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
}

/// An app that says what metadata it is told.
class MetadataDelegate: NSObject, EntitlementDelegate {
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        reached("Continue with \(arguments?[METADATA_USER_META_KEY] ?? "nothing"): \(metadata ?? "nothing")")
    }
    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func navigate(toUrl url: String!) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}
let metadataDelegate = MetadataDelegate()
let accessEnabler = AccessEnabler(environment["SOFTWARE_STATEMENT"] ?? "")
accessEnabler.delegate = metadataDelegate
accessEnabler.setRequestor("REF30")
