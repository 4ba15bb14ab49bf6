import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulator
import TestSupport
import Testing
import VideoSubscriberAccount

/// An app's delegate that a test awaits, callback by callback.
///
/// Unchecked: the SDK calls it on the main queue, and the stream takes what it is told from any thread.
final class TestApp: NSObject, EntitlementDelegate, EntitlementStatus, @unchecked Sendable {
    let enabler: AccessEnabler
    private let told = Told<String>("callback")
    /// The media tokens that came, in their order.
    let tokens = Locked<[String?]>([])
    /// What the app was handed last to present; told before the stream is.
    private(set) var dialog: UIViewController?

    init(_ enabler: AccessEnabler) {
        self.enabler = enabler
        super.init()
        enabler.delegate = self
        enabler.statusDelegate = self
    }

    /// An app of a world, with its requestor set.
    static func launched(
        in simulator: Simulator, as bundleID: String = "com.example.stream", requestor: String = "REF30"
    ) async throws -> TestApp {
        let statement = try simulator.softwareStatement()
        let app = try await simulator.run(as: bundleID) { TestApp(AccessEnabler(statement)) }
        app.enabler.setRequestor(requestor)
        await app.skip(to: "setRequestorComplete 1")
        return app
    }

    /// The next callback; `nil` if none comes, which fails the test.
    func next(sourceLocation: SourceLocation = #_sourceLocation) async -> String? {
        await told.next(sourceLocation: sourceLocation)
    }

    /// Skips the callbacks up to one.
    func skip(to callback: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await told.skip(sourceLocation: sourceLocation) { $0 == callback }
    }

    /// The next callbacks, tracking left out.
    func next(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        var callbacks: [String] = []
        while callbacks.count < count, let callback = await next(sourceLocation: sourceLocation) {
            if !callback.hasPrefix("tracking") { callbacks.append(callback) }
        }
        return callbacks
    }

    /// Chooses an MVPD in the dialog that is open, or for the next sign-in, and returns the page that the app is to show.
    func page(of mvpd: String) async -> String? {
        enabler.setSelectedProvider(mvpd)
        return await next(1).first.flatMap { $0.hasPrefix("navigate ") ? String($0.dropFirst("navigate ".count)) : nil }
    }

    /// Signs in at an MVPD's page, from the app's dialog on.
    func signIn(with mvpd: String, as name: String, in simulator: Simulator) async throws {
        enabler.getAuthentication()
        guard await next(1).first?.hasPrefix("displayProviderDialog") == true, let page = await page(of: mvpd) else {
            throw CancellationError()
        }
        enabler.handleExternalURL(try await simulator.visit(page, as: name))
        await skip(to: "setAuthenticationStatus 1 ")
    }

    func setRequestorComplete(_ status: Int32) { told.tell("setRequestorComplete \(status)") }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        told.tell("setAuthenticationStatus \(status) \(code ?? "nil")")
    }
    func setToken(_ token: String!, forResource resource: String!) {
        tokens.withLockedValue { $0.append(token) }
        told.tell("setToken \(resource ?? "nil")")
    }
    func preauthorizedResources(_ resources: [Any]!) { told.tell("preauthorizedResources \(resources ?? [])") }
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        told.tell("tokenRequestFailed \(resource ?? "nil") \(code ?? "nil")")
    }
    func selectedProvider(_ mvpd: MVPD!) { told.tell("selectedProvider \(mvpd?.id ?? "nil")") }
    func displayProviderDialog(_ mvpds: [Any]!) { told.tell("displayProviderDialog \(mvpds.count)") }
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) { told.tell("tracking \(event)") }
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        told.tell("setMetadataStatus \(metadata.map { "\($0)" } ?? "nil") \(key)")
    }
    func navigate(toUrl url: String!) { told.tell("navigate \(url ?? "nil")") }
    func navigate(toUrl url: String!, useSVC: Bool) { navigate(toUrl: url) }
    func presentTvProviderDialog(_ viewController: UIViewController!) {
        dialog = viewController
        told.tell("present")
    }
    func dismissTvProviderDialog(_ viewController: UIViewController!) { told.tell("dismiss") }
    func status(_ statusDictionary: [AnyHashable: Any]!) {
        told.tell("status \(statusDictionary["errorId"] ?? "?")")
    }
}
