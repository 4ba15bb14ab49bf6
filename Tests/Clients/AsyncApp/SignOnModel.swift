// swift-format-ignore-file

import Foundation
import VideoSubscriberAccount

// An app of today: a model on the main actor, async calls, errors caught by their codes.

@MainActor
public final class SignOnModel: NSObject {
    private let manager = VSAccountManager()
    private let accounts = VSUserAccountManager.shared
    private var presented: UIViewController?
    public private(set) var state = "starting"

    public override init() {
        super.init()
        manager.delegate = self
    }

    /// Finds out who is signed in, and lets them sign in where nobody is.
    public func start() async {
        do {
            _ = try await manager.checkAccessStatus(options: [.prompt: true])
            state = "signed in with \(try await provider() ?? "an unknown provider")"
        } catch VSError.accessNotGranted {
            state = "no access"
        } catch VSError.userCancelled {
            state = "cancelled"
        } catch let error as VSError {
            switch error.code {
            case .unsupportedProvider:
                let id = error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String
                state = id.map { "web login for \($0)" } ?? "own picker"
            default:
                state = "error: \(error.localizedDescription)"
            }
        } catch {
            state = "error: \(error.localizedDescription)"
        }
    }

    /// Tells the system of the app's own account, and keeps what signs the person in elsewhere where they allow it.
    public func registerAccount(identifier: String) async throws -> Bool {
        var account = VSUserAccount(accountType: .paid, updateURL: URL(string: "https://example.com/account"))
        account.identifier = identifier
        account.isSignedOut = false
        try await accounts.update(account)
        guard #available(iOS 26.0, tvOS 26.0, *) else { return false }
        guard try await accounts.autoSignInToken.authorization == .notDetermined else { return false }
        let context = try await accounts.requestAutoSignInAuthorization()
        guard context.authorization == .granted else { return false }
        try await accounts.updateAutoSignInToken("token of \(identifier)", updateContext: context)
        return true
    }

    public var isPresenting: Bool { presented != nil }

    private func provider() async throws -> String? {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.isInterruptionAllowed = true
        request.applicationAccountProviders = [
            VSAccountApplicationProvider(localizedDisplayName: "Our own", identifier: "own")
        ]
        return try await withCheckedThrowingContinuation { continuation in
            // On a queue of the system's: without the word it would be code of the main actor, and end the app there.
            manager.enqueue(request) { @Sendable metadata, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: metadata?.accountProviderIdentifier)
                }
            }
        }
    }
}

extension SignOnModel: @preconcurrency VSAccountManagerDelegate {
    public func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        presented = viewController
    }

    public func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        viewController.dismiss(animated: true)
        presented = nil
    }
}
