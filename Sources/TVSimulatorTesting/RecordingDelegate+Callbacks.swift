public import AccessEnabler
import TVSimulator
public import VideoSubscriberAccount

// What the SDK tells. Each goes to the app's own delegate, and is then written down.
extension RecordingDelegate {
    /// Hands the callback on, and writes it down.
    public func setRequestorComplete(_ status: Int32) {
        pass { $0.setRequestorComplete(status) }
    }

    /// Hands the callback on, and writes it down.
    public func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        pass { $0.setAuthenticationStatus(status, errorCode: code) }
    }

    /// Hands the callback on, and writes it down; the token is kept beside.
    public func setToken(_ token: String!, forResource resource: String!) {
        pass { $0.setToken(token, forResource: resource) }
    }

    /// Hands the callback on, and writes it down.
    public func preauthorizedResources(_ resources: [Any]!) {
        pass { $0.preauthorizedResources(resources) }
    }

    /// Hands the callback on, and writes it down.
    public func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)
    {
        pass { $0.tokenRequestFailed(resource, errorCode: code, errorDescription: description) }
    }

    /// Hands the callback on, and writes it down.
    public func selectedProvider(_ mvpd: MVPD!) {
        pass { $0.selectedProvider(mvpd) }
    }

    /// Hands the callback on, and writes it down.
    public func displayProviderDialog(_ mvpds: [Any]!) {
        pass { $0.displayProviderDialog(mvpds) }
    }

    /// Hands the callback on, and writes it down.
    public func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        pass { $0.sendTrackingData(data, forEventType: event) }
    }

    /// Hands the callback on, and writes it down.
    public func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        pass { $0.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, andArguments: arguments) }
    }

    /// Hands the callback on, and writes it down.
    public func navigate(toUrl url: String!) {
        pass { $0.navigate(toUrl: url) }
    }

    /// Hands the callback on, and writes it down.
    public func navigate(toUrl url: String!, useSVC: Bool) {
        pass { $0.navigate(toUrl: url, useSVC: useSVC) }
    }

    /// Hands the callback on, and writes it down.
    public func presentTvProviderDialog(_ viewController: UIViewController!) {
        pass { $0.presentTvProviderDialog(viewController) }
    }

    /// Hands the callback on, and writes it down.
    public func dismissTvProviderDialog(_ viewController: UIViewController!) {
        pass { $0.dismissTvProviderDialog(viewController) }
    }

    /// Hands the status on, and writes it down.
    public func status(_ statusDictionary: [AnyHashable: Any]!) {
        passStatus { $0.status(statusDictionary) }
    }
}
