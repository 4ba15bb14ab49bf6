import AccessEnabler
import Foundation
import Synchronization
import TVSimulator
import VideoSubscriberAccount

/// An app's delegate that a test awaits, callback by callback.
///
/// Unchecked: the SDK calls it on the main queue, and the stream takes what it is told from any thread.
final class TestApp: NSObject, EntitlementDelegate, EntitlementStatus, @unchecked Sendable {
    let enabler: AccessEnabler
    private let told: AsyncStream<String>
    private let tell: AsyncStream<String>.Continuation
    private var iterator: AsyncStream<String>.Iterator
    /// The media tokens that came, in their order.
    let tokens = Mutex<[String?]>([])
    /// What the app was handed last to present; told before the stream is.
    private(set) var dialog: UIViewController?

    init(_ enabler: AccessEnabler) {
        self.enabler = enabler
        (told, tell) = AsyncStream.makeStream(of: String.self)
        iterator = told.makeAsyncIterator()
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
        while await app.next() != "setRequestorComplete 1" {}
        return app
    }

    /// The next callback.
    func next() async -> String? { await iterator.next() }

    /// The next callbacks, tracking left out.
    func next(_ count: Int) async -> [String] {
        var callbacks: [String] = []
        while callbacks.count < count, let callback = await next() {
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
        while await next() != "setAuthenticationStatus 1 " {}
    }

    func setRequestorComplete(_ status: Int32) { tell.yield("setRequestorComplete \(status)") }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        tell.yield("setAuthenticationStatus \(status) \(code ?? "nil")")
    }
    func setToken(_ token: String!, forResource resource: String!) {
        tokens.withLock { $0.append(token) }
        tell.yield("setToken \(resource ?? "nil")")
    }
    func preauthorizedResources(_ resources: [Any]!) { tell.yield("preauthorizedResources \(resources ?? [])") }
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        tell.yield("tokenRequestFailed \(resource ?? "nil") \(code ?? "nil")")
    }
    func selectedProvider(_ mvpd: MVPD!) { tell.yield("selectedProvider \(mvpd?.id ?? "nil")") }
    func displayProviderDialog(_ mvpds: [Any]!) { tell.yield("displayProviderDialog \(mvpds.count)") }
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) { tell.yield("tracking \(event)") }
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        tell.yield("setMetadataStatus \(metadata.map { "\($0)" } ?? "nil") \(key)")
    }
    func navigate(toUrl url: String!) { tell.yield("navigate \(url ?? "nil")") }
    func navigate(toUrl url: String!, useSVC: Bool) { navigate(toUrl: url) }
    func presentTvProviderDialog(_ viewController: UIViewController!) {
        dialog = viewController
        tell.yield("present")
    }
    func dismissTvProviderDialog(_ viewController: UIViewController!) { tell.yield("dismiss") }
    func status(_ statusDictionary: [AnyHashable: Any]!) {
        tell.yield("status \(statusDictionary["errorId"] ?? "?")")
    }
}
