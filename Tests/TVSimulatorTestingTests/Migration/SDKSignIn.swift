import AccessEnabler
import Foundation
import VideoSubscriberAccount

/// What the screens of an app ask about the user, before and after a migration.
protocol SignIn {
    /// Returns whether the user is signed in, without showing anything.
    func isSignedIn() async throws -> Bool
}

/// The implementation before the migration, by the SDK.
///
/// Unchecked: the SDK calls its delegate on the main queue, one callback after another.
final class SDKSignIn: NSObject, SignIn, EntitlementDelegate, @unchecked Sendable {
    private let enabler: AccessEnabler
    private var waiting: CheckedContinuation<Bool, Never>?

    init(softwareStatement: String) {
        enabler = AccessEnabler(softwareStatement)
        super.init()
        enabler.delegate = self
    }

    func isSignedIn() async throws -> Bool {
        guard await answer(to: { $0.setRequestor("REF30") }) else { return false }
        return await answer(to: { $0.checkAuthentication() })
    }

    /// Makes a call, and waits for its callback.
    private func answer(to call: (AccessEnabler) -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            waiting = continuation
            call(enabler)
        }
    }

    private func tell(_ isDone: Bool) {
        // The task may make its next call at once, on another thread.
        let answered = waiting
        waiting = nil
        answered?.resume(returning: isDone)
    }

    func setRequestorComplete(_ status: Int32) { tell(status == 1) }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { tell(status == 1) }

    // The other callbacks do not belong to this question.
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func setMetadataStatus(_: Any!, encrypted: Bool, forKey: Int32, andArguments: [AnyHashable: Any]!) {}
    func navigate(toUrl url: String!) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}
