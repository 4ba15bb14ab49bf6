// swift-format-ignore-file

import Foundation
import VideoSubscriberAccount

// An app in the style of those that shipped when the framework was new: completion handlers, errors taken apart as
// NSError, user info looked up by literal keys, a delegate that presents with UIKit.

public final class SignOnCoordinator: NSObject {
    private let accountManager = VSAccountManager()
    private let rootViewController: UIViewController?
    // The framework calls on a queue of its own, and the person taps on the main one.
    private let lock = NSRecursiveLock()
    private var currentRequest: VSAccountManagerResult?
    private var shown: [String] = []

    /// What the app shows, in the order in which it showed it.
    public var screens: [String] {
        lock.lock()
        defer { lock.unlock() }
        return shown
    }

    public init(rootViewController: UIViewController? = nil) {
        self.rootViewController = rootViewController
        super.init()
        accountManager.delegate = self
    }

    /// Starts as at the launch of the app; `done` is called when it has come to rest.
    public func start(done: @escaping () -> Void) {
        accountManager.checkAccessStatus(options: [VSCheckAccessOption.prompt: NSNumber(value: true)]) {
            (status, error) in
            switch status {
            case .granted:
                self.probe(done: done)
            case .notDetermined, .denied, .restricted:
                let code = (error! as NSError).code
                self.show("no access (\(status.rawValue), \(code))")
                done()
            @unknown default:
                done()
            }
        }
    }

    private func probe(done: @escaping () -> Void) {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        accountManager.enqueue(request) { (metadata, error) in
            if let provider = metadata?.accountProviderIdentifier {
                self.exchange(with: provider, done: done)
            } else {
                self.signIn(done: done)
            }
        }
    }

    private func signIn(done: @escaping () -> Void) {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.isInterruptionAllowed = true
        request.supportedAccountProviderIdentifiers = ["Cablevision", "Dish", "Suddenlink"]
        if #available(iOS 11.0, tvOS 11, *) {
            request.featuredAccountProviderIdentifiers = ["Dish"]
        }
        request.localizedVideoTitle = "The Big Game"
        lock.lock()
        defer { lock.unlock() }
        currentRequest = accountManager.enqueue(request) { [weak self] (metadata, error) in
            guard let self = self else { return }
            if let error = error {
                self.handle(error as NSError)
                done()
            } else if let provider = metadata?.accountProviderIdentifier {
                self.exchange(with: provider, done: done)
            }
        }
    }

    private func exchange(with provider: String, done: @escaping () -> Void) {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.example"
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.attributeNames = ["uid"]
        accountManager.enqueue(request) { (metadata, error) in
            if let error = error as? VSError {
                self.handle(error as NSError)
            } else if let saml = metadata?.samlAttributeQueryResponse {
                let expiration = metadata!.authenticationExpirationDate
                let isValid = expiration == nil || expiration! > Date(timeIntervalSince1970: 0)
                self.show("signed in with \(provider), \(saml.isEmpty ? "no" : "a") response, valid \(isValid)")
            } else {
                self.show("no response from \(provider)")
            }
            done()
        }
    }

    private func handle(_ error: NSError) {
        guard error.domain == VSErrorDomain else { return show("other error") }
        if error.code == 1 {
            if let id = error.userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String {
                show("web login for \(id)")
            } else {
                show("own picker")
            }
        } else if error.code == VSError.Code.userCancelled.rawValue {
            show("cancelled")
        } else if let status = error.userInfo[VSErrorInfoKeySAMLResponseStatus] as? String {
            show("refused: \(status)")
        } else {
            show("error \(error.code)")
        }
    }

    /// Withdraws the request that is under way.
    public func stop() {
        lock.lock()
        defer { lock.unlock() }
        currentRequest?.cancel()
    }

    private func show(_ screen: String) {
        lock.lock()
        defer { lock.unlock() }
        shown.append(screen)
    }
}

extension SignOnCoordinator: VSAccountManagerDelegate {
    public func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        show("presented")
        rootViewController?.present(viewController, animated: true, completion: nil)
    }

    public func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        show("dismissed")
        viewController.dismiss(animated: true, completion: nil)
    }

    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        accountProviderIdentifier != "Dish"
    }
}
