package import SimulatedDevice
import SimulationCore

/// Apple's framework for an app that has no code in this process, such as a client of the admin API.
///
/// Answers, queue, faults and settings are those of ``VSAccountManager``. A failure of the simulator is an error here,
/// because it must not end the process of a server.
///
/// ```swift
/// let app = RunningApp(device: device, bundleID: "com.example.stream", process: .simulated(SimulatedProcess()))
/// let (status, error) = try await RemoteFramework(app: app).accessStatus(prompt: true)
/// ```
package struct RemoteFramework: Sendable {
    private let answerer: Answerer
    private let executor: (any TaskExecutor)?

    private var app: RunningApp { answerer.app }

    /// Creates the framework of an app.
    ///
    /// - Parameters:
    ///   - app: The app; its process must be simulated, because the system may terminate it.
    ///   - executor: Runs the code that may wait for another process's lock; `nil` for the global executor.
    package init(app: RunningApp, on executor: (any TaskExecutor)? = nil) {
        answerer = Answerer(app: app)
        self.executor = executor
    }

    // MARK: - VSAccountManager

    /// Returns what `checkAccessStatus(options:completionHandler:)` hands to its completion handler.
    ///
    /// - Parameter prompt: The value of ``VSCheckAccessOption/prompt``.
    /// - Returns: The status, and an error if access is not granted.
    /// - Throws: `AppTermination` if the system has terminated the app; an error of the simulator.
    package func accessStatus(prompt: Bool) async throws -> (status: VSAccountAccessStatus, error: VSError?) {
        let answer = try await withCheckedThrowingContinuation { continuation in
            answerer.device.accessChecks.async {
                continuation.resume(with: Result { try answerer.checkedAccessStatus(prompt: prompt) })
            }
        }
        if let termination = app.process.termination { throw termination }
        return answer
    }

    /// The result of a metadata request.
    package typealias MetadataAnswer = Result<MetadataContent, VSError>

    /// Requests metadata, as `enqueue(_:completionHandler:)` does.
    ///
    /// - Parameters:
    ///   - request: The request, which is copied at once.
    ///   - hasDelegate: Whether the manager has a delegate, which shows every interface and accepts every provider.
    ///   - unanswered: Called whenever the request waits for a user whose answers are not scripted, at its own
    ///     interface or behind another request's.
    ///   - deliver: Receives the answer, once; a failure is `AppTermination` or an error of the simulator.
    /// - Returns: The request in progress.
    package func enqueue(
        _ request: VSAccountMetadataRequest, hasDelegate: Bool, unanswered: @escaping @Sendable () -> Void,
        deliver: @escaping @Sendable (Result<MetadataAnswer, any Error>) -> Void
    ) -> RemoteRequest {
        let wish = MetadataWish(request)
        let device = answerer.device
        let requests = device.requests
        let process = app.process.simulated
        let holding = process.map { process in
            Task {
                while !Task.isCancelled {
                    await requests.untilHeld(of: process)
                    if device.waitsForUser { return unanswered() }
                    // Gives the scripted user of the other request time to act.
                    await Task.yield()
                }
            }
        }
        let end: @Sendable (Result<MetadataAnswer, any Error>) -> Void = { [app] answer in
            holding?.cancel()
            requests.settle()
            deliver(app.process.termination.map { .failure($0) } ?? answer)
        }
        let pending = PendingRequest(
            deliver: { end(.success($0)) }, unanswered: unanswered, failing: { end(.failure($0)) })
        requests.enqueue(pending, of: process, mayInterrupt: wish.interruptionAllowed) { [answerer, executor] turn in
            await withTaskExecutorPreference(executor) {
                await answerer.answer(wish, pending, in: turn) {
                    hasDelegate ? InterfacePresenter(remote: answerer.app) : nil
                }
            }
        }
        return RemoteRequest(pending: pending, device: device)
    }

    // MARK: - VSUserAccountManager and VSSubscriptionRegistrationCenter

    /// Registers an account, as `update(_:)` does.
    ///
    /// - Throws: The ``VSError`` that the app receives; an error of the simulator. So do the other calls below.
    package func update(_ account: RegisteredUserAccount) throws {
        try UserAccounts(app: app).update(VSUserAccount(account))
    }

    /// Returns the accounts that `userAccounts(options:)` returns.
    package func userAccounts(ofAllDevices: Bool) throws -> [RegisteredUserAccount] {
        try UserAccounts(app: app).accounts(ofAllDevices: ofAllDevices)
    }

    /// Returns the token and the decision that `autoSignInToken` returns.
    package func autoSignInToken() throws -> AutomaticSignIn {
        try UserAccounts(app: app).automaticSignIn()
    }

    /// Asks the user, as `requestAutoSignInAuthorization()` does, and returns the decision.
    package func requestAutoSignInAuthorization() throws -> AutomaticSignIn.Authorization {
        try UserAccounts(app: app).requestAutomaticSignIn()
    }

    /// Stores a token with the decision of an update context, as `updateAutoSignInToken(_:updateContext:)` does.
    package func updateAutoSignInToken(_ token: String, authorization: AutomaticSignIn.Authorization) throws {
        try UserAccounts(app: app).updateAutoSignInToken(token, authorization)
    }

    /// Deletes the token, as `deleteAutoSignInToken()` does.
    package func deleteAutoSignInToken() throws {
        try UserAccounts(app: app).deleteAutoSignInToken()
    }

    /// Registers the subscription, as `setCurrentSubscription(_:)` does.
    ///
    /// - Parameter subscription: The subscription; `nil` after the user has signed out.
    /// - Throws: `AppTermination` if the system has terminated the app; an error of the simulator.
    package func setCurrentSubscription(_ subscription: VSSubscription?) throws {
        try SubscriptionRegistrar(app: app).register(subscription)
        if let termination = app.process.termination { throw termination }
    }
}

/// A metadata request of an app that has no code in this process.
package struct RemoteRequest: Sendable {
    fileprivate let pending: PendingRequest
    fileprivate let device: Device

    /// Asks to cancel the request, as ``VSAccountManagerResult/cancel()`` does.
    ///
    /// - Throws: An error of the simulator.
    package func cancel() throws {
        if try device.settings().behaviour.cancellation == .obeyed { pending.withdraw() }
    }

    /// Withdraws the request whatever the device's settings say, as when the app's process ends.
    package func withdraw() { pending.withdraw() }
}

extension Device {
    /// Whether the presented interface waits for a user whose answers are not scripted.
    fileprivate var waitsForUser: Bool {
        guard let page = screen.presented?.page else { return false }
        guard let answers = try? viewer() else { return true }
        return ScriptedPerson.action(on: page, answers: answers) == nil
    }
}
