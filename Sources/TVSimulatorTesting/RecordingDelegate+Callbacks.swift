public import AccessEnabler
import TVSimulator
public import VideoSubscriberAccount

// The callbacks of the SDK. The app's own delegate receives each one before it is recorded.
extension RecordingDelegate {
    /// Forwards the callback to the app's own delegate, and records it.
    public func setRequestorComplete(_ status: Int32) {
        pass { $0.setRequestorComplete(status) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        pass { $0.setAuthenticationStatus(status, errorCode: code) }
    }

    /// Forwards the callback to the app's own delegate, and records it with the token.
    public func setToken(_ token: String!, forResource resource: String!) {
        pass { $0.setToken(token, forResource: resource) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func preauthorizedResources(_ resources: [Any]!) {
        pass { $0.preauthorizedResources(resources) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)
    {
        pass { $0.tokenRequestFailed(resource, errorCode: code, errorDescription: description) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func selectedProvider(_ mvpd: MVPD!) {
        pass { $0.selectedProvider(mvpd) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func displayProviderDialog(_ mvpds: [Any]!) {
        pass { $0.displayProviderDialog(mvpds) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        pass { $0.sendTrackingData(data, forEventType: event) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        pass { $0.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, andArguments: arguments) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func navigate(toUrl url: String!) {
        pass { $0.navigate(toUrl: url) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func navigate(toUrl url: String!, useSVC: Bool) {
        pass { $0.navigate(toUrl: url, useSVC: useSVC) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func presentTvProviderDialog(_ viewController: UIViewController!) {
        pass { $0.presentTvProviderDialog(viewController) }
    }

    /// Forwards the callback to the app's own delegate, and records it.
    public func dismissTvProviderDialog(_ viewController: UIViewController!) {
        pass { $0.dismissTvProviderDialog(viewController) }
    }

    /// Forwards the status to the app's own status delegate, and records it.
    public func status(_ statusDictionary: [AnyHashable: Any]!) {
        passStatus { $0.status(statusDictionary) }
    }
}
