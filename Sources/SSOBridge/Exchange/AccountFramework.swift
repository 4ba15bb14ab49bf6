import Foundation
import SimulatedDevice
import VideoSubscriberAccount

/// Asks Apple's framework as an app asks it, and returns values.
///
/// Whoever waits for the answer may run for another app, as a test does that looks at two worlds: each question is asked
/// for the app to which this belongs.
struct AccountFramework {
    /// The service provider's SAML issuer, by which the provider knows who asks.
    static let channelIdentifier = "https://saml.sp.auth.adobe.com"

    /// What an app saw of a metadata request's answer.
    struct Metadata: Sendable {
        var provider: String?
        var expires: Date?
        var samlResponse: String?

        fileprivate init(_ metadata: VSAccountMetadata) {
            provider = metadata.accountProviderIdentifier
            expires = metadata.authenticationExpirationDate
            samlResponse = metadata.samlAttributeQueryResponse
        }
    }

    private let manager: VSAccountManager
    private let presenter: Presenter
    private let app: RunningApp

    init(app: RunningApp, observer: InterfaceObserver? = nil) {
        presenter = Presenter(observer: observer)
        self.app = app
        manager = RunningApp.$current.withValue(app) { VSAccountManager() }
        manager.delegate = presenter
    }

    /// Asks whether the app may use the account; the person is asked only where `prompt` is true.
    ///
    /// - Throws: `AppTermination` where the system has ended the app.
    func access(prompt: Bool) async throws -> SystemAccess {
        let answer = await withCheckedContinuation { continuation in
            asApp {
                manager.checkAccessStatus(options: [.prompt: prompt]) { status, error in
                    continuation.resume(returning: SystemAccess(status, error as? VSError))
                }
            }
        }
        if let termination = app.process.termination { throw termination }
        return answer
    }

    /// Asks who is signed in and until when.
    ///
    /// - Parameters:
    ///   - mode: Whether the person may be interrupted, and what the picker is to show.
    ///   - forcing: Whether a person who is signed in is to sign in again.
    /// - Returns: What the framework said.
    /// - Throws: `AppTermination` where the system has ended the app.
    func account(_ mode: SSOBridge.Mode, forcing: Bool = false) async throws -> Result<Metadata, VSError> {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = Self.channelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        if case .interactive(let providers, let featured) = mode {
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = providers
            request.featuredAccountProviderIdentifiers = featured
            request.forceAuthentication = forcing
        } else {
            request.isInterruptionAllowed = false
        }
        return try await answer(to: request)
    }

    /// Asks the provider for its SAML response.
    ///
    /// The vendor's text and its sample disagree about the interruption; the sample's `false` is taken, since the
    /// person is signed in already.
    func samlResponse(verificationToken: String, attributeNames: [String]) async throws -> Result<Metadata, VSError> {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = Self.channelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        request.verificationToken = verificationToken
        request.attributeNames = attributeNames
        return try await answer(to: request)
    }

    private func answer(to request: VSAccountMetadataRequest) async throws -> Result<Metadata, VSError> {
        let answer: Result<Metadata, VSError> = await withCheckedContinuation { continuation in
            asApp {
                manager.enqueue(request) { metadata, error in
                    let answer: Result<Metadata, VSError> =
                        if let metadata {
                            .success(Metadata(metadata))
                        } else {
                            .failure(error as? VSError ?? VSError(.rejected))
                        }
                    continuation.resume(returning: answer)
                }
            }
        }
        if let termination = app.process.termination { throw termination }
        return answer
    }

    private func asApp(_ call: () -> Void) {
        RunningApp.$current.withValue(app) { call() }
    }
}

/// Stands where an app presents the system's interface, and passes it on to whoever does.
private final class Presenter: NSObject, VSAccountManagerDelegate {
    private let observer: InterfaceObserver?

    init(observer: InterfaceObserver?) {
        self.observer = observer
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        observer?.present(viewController)
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        observer?.dismiss(viewController)
    }
}
