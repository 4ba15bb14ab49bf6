import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimStateStorage
import TestSupport
import Testing
import VideoSubscriberAccount

/// A device in memory, with one app on it.
struct TestDevice {
    let device: Device
    let bundleID = "com.example.stream"

    init(
        connection: any ProviderConnection = TestProvider(), store: any StateStore = MemoryStateStore(),
        isAttended: Bool = false
    ) {
        device = Device(
            simulation: Simulation(store: store), providerConnection: connection,
            session: DeviceSession(isAttended: isAttended))
    }

    var app: RunningApp { RunningApp(device: device, bundleID: bundleID) }

    func manager() -> VSAccountManager {
        RunningApp.$current.withValue(app) { VSAccountManager() }
    }

    /// Lets code run as the app.
    nonisolated(nonsending) func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await RunningApp.$current.withValue(app, operation: body)
    }

    func setViewer(_ change: (inout ViewerAnswers) -> Void) throws {
        try device.updateViewer { change(&$0) }
    }

    func setBehaviour(_ change: (inout FrameworkBehaviour) -> Void) throws {
        try device.updateSettings { change(&$0.behaviour) }
    }

    /// Grants access and signs nobody in.
    func granted() throws -> TestDevice {
        try device.setPermission(.granted, for: bundleID)
        return self
    }

    /// A device on which alice is signed in with Cablevision, and nobody answers the system's interface.
    static func withViewerAway(
        expires: Date? = nil, connection: any ProviderConnection = TestProvider()
    ) throws -> (TestDevice, VSAccountManager, RecordingDelegate) {
        let world = try TestDevice(connection: connection).granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: expires)
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        return (world, manager, delegate)
    }

    /// Waits for the next interface that the device presents.
    func nextInterface(sourceLocation: SourceLocation = #_sourceLocation) async throws -> PresentedInterface {
        let screen = device.screen
        let shown = await awaiting("interface of the system", otherwise: nil, sourceLocation: sourceLocation) {
            (shown: Awaited<PresentedInterface?>) in
            Task { shown.resume(returning: try? await screen.next()) }
        }
        return try #require(shown, sourceLocation: sourceLocation)
    }

    /// The outcomes that the journal tells of the system's interface.
    func interfaceOutcomes() throws -> [String] {
        try device.simulation.journal.entries().map(\.text).filter { $0.event == "interface" }.map(\.outcome)
    }
}

/// Providers that know `alice` with the password `secret`, and answer every query the same way.
struct TestProvider: ProviderConnection {
    var reply = ProviderReply.answered(.init(scheme: .saml, status: "urn:success", body: "<Response/>"))
    var signInReply: SignInReply?

    func answer(_ query: ProviderQuery) async -> ProviderReply { reply }

    func signIn(_ attempt: SignInAttempt) async -> SignInReply {
        if let signInReply { return signInReply }
        guard attempt.subscriber == "alice", attempt.password.map({ $0 == "secret" }) ?? true else {
            return .wrongCredentials
        }
        return .accepted(until: Date(timeIntervalSince1970: 4_000_000_000))
    }
}

/// A connection to providers that the system knows instead of the usual ones.
struct Listing: ProviderConnection {
    let known: [KnownProvider]
    let connection: any ProviderConnection

    func providers(in state: any StateReading) -> [KnownProvider] { known }
    func answer(_ query: ProviderQuery) async throws -> ProviderReply { try await connection.answer(query) }
    func signIn(_ attempt: SignInAttempt) async throws -> SignInReply { try await connection.signIn(attempt) }
}

/// What an app was told.
struct Answer: Sendable {
    var provider: String?
    var expires: Date?
    var samlResponse: String?
    var scheme: VSAccountProviderAuthenticationScheme?
    var status: String?
    var body: String?
    var verificationData: Data?
    var error: VSError?
    /// Whether there was metadata at all.
    var hasMetadata = false

    init(_ metadata: VSAccountMetadata?, _ error: (any Error)?) {
        provider = metadata?.accountProviderIdentifier
        expires = metadata?.authenticationExpirationDate
        samlResponse = metadata?.samlAttributeQueryResponse
        scheme = metadata?.accountProviderResponse?.authenticationScheme
        status = metadata?.accountProviderResponse?.status
        body = metadata?.accountProviderResponse?.body
        verificationData = metadata?.verificationData
        hasMetadata = metadata != nil
        self.error = error as? VSError
    }

    var unsupportedProvider: String? {
        error?.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String
    }
}

extension VSAccountManager {
    /// Enqueues a request that asks for everything, and waits for the answer.
    func answer(to change: (VSAccountMetadataRequest) -> Void = { _ in }) async -> Answer {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        change(request)
        return await awaiting("answer to a request for metadata", otherwise: Answer(nil, nil)) { continuation in
            enqueue(request) { metadata, error in continuation.resume(returning: Answer(metadata, error)) }
        }
    }
}

/// A request that stands in the line, and what its handler is told.
struct EnqueuedRequest {
    let result: VSAccountManagerResult
    private let answers = Told<Answer>("answer to a waiting request")
    private let heard = Calls()

    init(_ manager: VSAccountManager, _ change: (VSAccountMetadataRequest) -> Void = { _ in }) {
        let request = VSAccountMetadataRequest()
        change(request)
        result = manager.enqueue(request) { [heard, answers] metadata, error in
            heard.add("answer")
            answers.tell(Answer(metadata, error))
        }
    }

    /// How often its handler was called.
    var count: Int { heard.all.count }

    /// Waits for the first answer.
    func answer() async -> Answer? { await answers.next() }
}

/// A delegate that writes down what it is asked, on which actor, and what it answers.
final class RecordingDelegate: NSObject, VSAccountManagerDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [String] = []
    private let allows: Bool
    private let whenPresented: @Sendable (SystemInterfaceViewController) -> Void
    private let whenAsked: @Sendable () -> Void

    init(
        allows: Bool = true, whenPresented: @escaping @Sendable (SystemInterfaceViewController) -> Void = { _ in },
        whenAsked: @escaping @Sendable () -> Void = {}
    ) {
        self.allows = allows
        self.whenPresented = whenPresented
        self.whenAsked = whenAsked
    }

    var calls: [String] { lock.withLock { recorded } }

    private func record(_ call: String) {
        dispatchPrecondition(condition: .onQueue(.main))
        lock.withLock { recorded.append(call) }
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        record("present")
        if let controller = viewController as? SystemInterfaceViewController { whenPresented(controller) }
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        record("dismiss")
    }

    func accountManager(
        _ accountManager: VSAccountManager, shouldAuthenticateAccountProviderWithIdentifier identifier: String
    ) -> Bool {
        record("should authenticate \(identifier)")
        whenAsked()
        return allows
    }
}

/// A delegate without the optional method.
final class SilentDelegate: NSObject, VSAccountManagerDelegate {
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
}

/// Holds work back until it is opened.
actor RequestAuthorizer {
    private var isOpen = false
    private var waiting: [Awaited<Void>] = []

    func pass() async {
        if isOpen { return }
        await awaiting("opening of the gate") { waiting.append($0) }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
    }
}

/// A request that nobody takes back.
struct StandingRequest: QueuedRequest {
    let isWithdrawn = false

    func withdraw() {}
}
