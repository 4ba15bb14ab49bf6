import Foundation
import TVSimCore
import TVSimStructuredText
import VideoSubscriberAccount

/// Sends the requests of the exchange to Apple's framework on behalf of one app.
///
/// The current task may belong to another app, for example in a test with two worlds. Each request therefore sets the
/// app while it runs.
package struct AccountFramework {
    /// The service provider's SAML issuer, which identifies the requester.
    private static let channelIdentifier = "https://saml.sp.auth.adobe.com"

    /// A copy of `VSAccountMetadata` that can be sent between tasks.
    struct Metadata: Sendable {
        var provider: ProviderID?
        var expires: Date?
        var samlResponse: String?
        var account: AnsweredAccount?

        fileprivate init(_ metadata: VSAccountMetadata) {
            provider = ProviderID(metadata.accountProviderIdentifier)
            expires = metadata.authenticationExpirationDate
            samlResponse = metadata.samlAttributeQueryResponse
            account = metadata.account
        }
    }

    private let manager: VSAccountManager
    private let presenter: Presenter
    private let app: any AppContext

    /// Creates the framework's manager for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - observer: Presents the system's interface; `nil` if the app never does.
    package init(app: any AppContext, observer: InterfaceObserver? = nil) {
        presenter = Presenter(observer: observer)
        self.app = app
        manager = app.asCaller { VSAccountManager() }
        manager.isOfSDK = true
        manager.delegate = presenter
    }

    /// Asks whether the app may use the account.
    ///
    /// - Parameter prompt: Whether the system may ask the user.
    /// - Returns: ``FrameworkAnswer/accessGranted``, or why the app may not use the account.
    /// - Throws: `AppTermination` if the system has ended the app.
    package func access(prompt: Bool) async throws -> FrameworkAnswer {
        let answer = await withCheckedContinuation { continuation in
            app.asCaller {
                manager.checkAccessStatus(options: [.prompt: prompt]) { status, error in
                    continuation.resume(returning: FrameworkAnswer(status, error as? VSError))
                }
            }
        }
        try app.checkTermination()
        return answer
    }

    /// Asks who is signed in, and until when.
    ///
    /// - Parameters:
    ///   - mode: Whether the user may be interrupted, and what the picker shows.
    ///   - forcing: Whether a user who is signed in must sign in again.
    /// - Returns: The account, or what the framework answered instead.
    /// - Throws: `AppTermination` if the system has ended the app.
    func account(_ mode: SSOBridge.Mode, forcing: Bool = false) async throws -> AccountReading {
        let request = Self.request()
        if case .interactive(let providers, let featured) = mode {
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = providers.map(\.rawValue)
            request.featuredAccountProviderIdentifiers = featured.map(\.rawValue)
            request.forceAuthentication = forcing
        }
        let metadata = try await answer(to: request)
        return AccountReading(
            answer: FrameworkAnswer(metadata, mode, now: try app.clock.now()),
            account: metadata.account)
    }

    /// Asks the provider for its SAML response.
    ///
    /// The vendor's text and its sample disagree about the interruption. This takes the sample's `false`, because the user
    /// is signed in already.
    func samlResponse(verificationToken: String, attributeNames: [String]) async throws -> Result<Metadata, VSError> {
        let request = Self.request()
        request.verificationToken = verificationToken
        request.attributeNames = attributeNames
        return try await answer(to: request)
    }

    private static func request() -> VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = channelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        return request
    }

    private func answer(to request: VSAccountMetadataRequest) async throws -> Result<Metadata, VSError> {
        let answer: Result<Metadata, VSError> = await withCheckedContinuation { continuation in
            app.asCaller {
                _ = manager.enqueue(request) { metadata, error in
                    continuation.resume(
                        returning: metadata.map { .success(Metadata($0)) }
                            ?? .failure(error as? VSError ?? VSError(.rejected)))
                }
            }
        }
        try app.checkTermination()
        return answer
    }
}

/// What the framework answered about the account, with what only the simulator's explanation may know.
struct AccountReading {
    /// The answer.
    let answer: FrameworkAnswer
    /// The account on the device at that moment; `nil` if the request was withdrawn.
    let account: AnsweredAccount?
}

extension Result<AccountFramework.Metadata, VSError> {
    fileprivate var account: AnsweredAccount? {
        switch self {
        case .success(let metadata): metadata.account
        case .failure(let error): error.account
        }
    }
}

/// The delegate of the manager, which passes the system's interface on to an observer.
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
