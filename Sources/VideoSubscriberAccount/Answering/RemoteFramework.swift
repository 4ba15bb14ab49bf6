import TVSimCore
package import TVSimDevice

/// Apple's framework for an app that has no code in this process, such as a client of the admin API.
///
/// Answers, queue, faults and settings are those of ``VSAccountManager``. A failure of the simulator is an error here,
/// because it must not end the process of a server.
///
/// ```swift
/// let app = RunningApp(device: device, bundleID: "com.example.stream", process: .simulated(SimulatedProcess()))
/// RemoteFramework(app: app).checkAccessStatus(prompt: true, unanswered: {}) { answer in print(answer) }
/// ```
package struct RemoteFramework: Sendable {
    private let answerer: FrameworkResponder
    private let executor: (any TaskExecutor)?

    private var app: RunningApp { answerer.app }

    /// Creates the framework of an app.
    ///
    /// - Parameters:
    ///   - app: The app; its process must be simulated, because the system may terminate it.
    ///   - executor: Runs the code that may wait for another process's lock; `nil` for the global executor.
    package init(app: RunningApp, on executor: (any TaskExecutor)? = nil) {
        answerer = FrameworkResponder(app: app)
        self.executor = executor
    }

    // MARK: - VSAccountManager

    /// The access status, and an error if access is not granted.
    package typealias StatusAnswer = (status: VSAccountAccessStatus, error: VSError?)

    /// Checks the access status, as `checkAccessStatus(options:completionHandler:)` does.
    ///
    /// - Parameters:
    ///   - prompt: The value of ``VSCheckAccessOption/prompt``.
    ///   - unanswered: Called whenever the check waits for a user whose answers are not scripted, at its own prompt or
    ///     behind another request's interface.
    ///   - deliver: Receives the answer, once; a failure is `AppTermination` or an error of the simulator.
    /// - Returns: The check in progress, which an app cannot cancel.
    package func checkAccessStatus(
        prompt: Bool, unanswered: @escaping @Sendable () -> Void,
        deliver: @escaping @Sendable (Result<StatusAnswer, any Error>) -> Void
    ) -> RemoteRequest {
        let end: @Sendable (Result<StatusAnswer, any Error>) -> Void = ending(
            whenHeld: prompt ? unanswered : nil, deliver)
        let pending = FrameworkResponder.PendingCheck(
            withdrawn: FrameworkResponder.withdrawn, deliver: { end(.success($0)) }, unanswered: unanswered,
            failing: { end(.failure($0)) })
        answerer.checkAccess(prompt: prompt, pending, on: executor)
        return RemoteRequest(pending: pending, device: answerer.device, isCancellable: false)
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
        let end: @Sendable (Result<MetadataAnswer, any Error>) -> Void = ending(whenHeld: unanswered) { answer in
            requests.settle()
            deliver(answer)
        }
        let pending = PendingRequest(
            deliver: { end(.success($0)) }, unanswered: unanswered, failing: { end(.failure($0)) })
        requests.enqueue(pending, of: app.process.simulated, mayInterrupt: wish.interruptionAllowed) {
            [answerer, executor] turn in
            await withTaskExecutorPreference(executor) {
                await answerer.answer(wish, pending, in: turn) {
                    hasDelegate ? InterfacePresenter(remote: answerer.app) : nil
                }
            }
        }
        return RemoteRequest(pending: pending, device: device, isCancellable: true)
    }

    /// Returns a function that delivers an answer, or the termination of the app instead.
    ///
    /// Until then, `unanswered` is called once when the request waits for an interface that no scripted user answers.
    private func ending<Answer>(
        whenHeld unanswered: (@Sendable () -> Void)?,
        _ deliver: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) -> @Sendable (Result<Answer, any Error>) -> Void {
        let device = answerer.device
        var holding: Task<Void, Never>?
        if let process = app.process.simulated, let unanswered {
            holding = Task {
                while !Task.isCancelled {
                    await device.requests.untilHeld(of: process)
                    // An answer ends the wait too, and must not be reported as a wait for the user.
                    if Task.isCancelled { return }
                    if device.waitsForUser { return unanswered() }
                    // Gives the scripted user of the other request time to act.
                    await Task.yield()
                }
            }
        }
        return { [app, holding] answer in
            holding?.cancel()
            deliver(app.process.termination.map { .failure($0) } ?? answer)
        }
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

    /// The user's decision about Automatic Sign-In, or the error that the app receives.
    package typealias AuthorizationAnswer = Result<AutomaticSignIn.Authorization, VSError>

    /// Asks the user, as `requestAutoSignInAuthorization()` does.
    ///
    /// - Parameters:
    ///   - unanswered: Called whenever the request waits for a user whose answers are not scripted, at its own sheet or
    ///     behind another request's interface.
    ///   - deliver: Receives the answer, once; a failure is `AppTermination` or an error of the simulator.
    /// - Returns: The request in progress, which an app cannot cancel.
    package func requestAutoSignInAuthorization(
        unanswered: @escaping @Sendable () -> Void,
        deliver: @escaping @Sendable (Result<AuthorizationAnswer, any Error>) -> Void
    ) -> RemoteRequest {
        let end: @Sendable (Result<AuthorizationAnswer, any Error>) -> Void = ending(whenHeld: unanswered, deliver)
        let pending = PendingRequest(
            withdrawn: UserAccounts.withdrawn, deliver: { end(.success($0)) }, unanswered: unanswered,
            failing: { end(.failure($0)) })
        UserAccounts(app: app).requestAutomaticSignIn(pending, on: executor)
        return RemoteRequest(pending: pending, device: answerer.device, isCancellable: false)
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

/// A request of an app that has no code in this process.
package struct RemoteRequest: Sendable {
    fileprivate let pending: any QueuedRequest
    fileprivate let device: Device
    /// Whether an app can cancel the request: only a metadata request.
    package let isCancellable: Bool

    /// Asks to cancel a metadata request, as ``VSAccountManagerResult/cancel()`` does.
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
        return ScriptedUser.action(on: page, answers: answers) == nil
    }
}
