import TVSimCore
import TVSimDevice

/// Performs the calls of a user account manager for one app on one device.
struct UserAccounts {
    private let app: RunningApp
    private var device: Device { app.device }

    /// Performs a call of the current app, and stops the process if the device is unusable.
    ///
    /// - Throws: The ``VSError`` that the app receives.
    static func performing<Value>(
        of function: String = #function, _ call: (UserAccounts) throws -> Value
    ) throws -> Value {
        guard let app = RunningApp.found(for: "VSUserAccountManager.\(function)") else {
            throw VSError(answer: .accessNotGranted)
        }
        do {
            return try call(UserAccounts(app: app))
        } catch let error as VSError {
            throw error
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    init(app: RunningApp) {
        self.app = app
    }

    /// The user's decision about Automatic Sign-In, or the error that the app receives.
    typealias Authorized = Result<AutomaticSignIn.Authorization, VSError>

    /// Asks the user about Automatic Sign-In for the current app, and returns the decision.
    ///
    /// - Throws: The ``VSError`` that the app receives.
    nonisolated(nonsending) static func requestAutomaticSignIn(
        of function: String = #function
    ) async throws -> AutomaticSignIn.Authorization {
        guard let app = RunningApp.found(for: "VSUserAccountManager.\(function)") else {
            throw VSError(answer: .accessNotGranted)
        }
        return try await withCheckedThrowingContinuation { continuation in
            UserAccounts(app: app).requestAutomaticSignIn(
                PendingRequest(withdrawn: withdrawn, deliver: { continuation.resume(with: $0) }))
        }
    }

    /// The answer to a request for Automatic Sign-In that ends with its process.
    static let withdrawn = Authorized.failure(VSError(answer: .accessNotGranted))

    func update(_ account: VSUserAccount) throws {
        try answer(.updateUserAccount) {
            let platform = try device.settings().platform
            try device.register(RegisteredUserAccount(account, on: platform), of: app.bundleID)
            return ((), Outcome(account.isSignedOut ? "registered as signed out" : "registered"))
        }
    }

    func accounts(ofAllDevices: Bool) throws -> [RegisteredUserAccount] {
        try answer(.userAccounts) {
            let accounts = try device.app(app.bundleID).userAccounts.filter { ofAllDevices || $0.isFromCurrentDevice }
            return (accounts, Outcome("\(accounts.count) accounts"))
        }
    }

    func automaticSignIn() throws -> AutomaticSignIn {
        try answer(.autoSignInToken) {
            let kept = try device.app(app.bundleID).automaticSignIn
            return (kept, Outcome("\(kept.authorization.rawValue), \(kept.token == nil ? "no token" : "a token")"))
        }
    }

    func deleteAutoSignInToken() throws {
        try answer(.deleteAutoSignIn) {
            try device.updateApp(app.bundleID) { $0.automaticSignIn = AutomaticSignIn() }
            return ((), Outcome("deleted"))
        }
    }

    /// Answers a request for Automatic Sign-In: at once, or after the user has answered the open sheet.
    ///
    /// - Parameters:
    ///   - pending: The request's state, which also delivers the answer.
    ///   - executor: Runs the code that may wait for another process's lock; `nil` for the global executor.
    func requestAutomaticSignIn(_ pending: PendingRequest<Authorized>, on executor: (any TaskExecutor)? = nil) {
        device.accessChecks.async { [self] in
            do {
                let known = try answer(.requestAutoSignIn) {
                    try checkAutomaticSignIn()
                    let answer = try device.requestAutomaticSignIn(of: app.bundleID)
                    return (answer?.authorization, answer.map(Outcome.init))
                }
                if let known { return pending.answer(.success(known)) }
                FrameworkResponder(app: app).takeTurn(pending, on: executor) { try await asked(pending, $0) }
            } catch let error as VSError {
                pending.answer(.failure(error))
            } catch {
                pending.fail(error)
            }
        }
    }

    /// Asks the user by the sheet, which waits for a person.
    private func asked(_ pending: PendingRequest<Authorized>, _ turn: RequestQueue.Turn) async throws -> Authorized {
        if app.process.termination != nil { return Self.withdrawn }
        // The user may have answered the sheet of another request meanwhile.
        var given = try device.requestAutomaticSignIn(of: app.bundleID)
        if given == nil {
            let sheet = InterfacePage.prompt(PromptPage(.automaticSignIn, of: app.bundleID))
            let outcome = try await FrameworkResponder(app: app).interrupt(with: sheet, nil, pending, turn)
            if case .automaticSignIn(let answer) = outcome { given = answer }
        }
        guard let answer = given else {
            try record(
                .requestAutoSignIn, "accessNotGranted", .refused("the app's process ended before the user answered"))
            return Self.withdrawn
        }
        let outcome = Outcome(answer)
        try record(.requestAutoSignIn, outcome.result, outcome.cause)
        return .success(answer.authorization)
    }

    func updateAutoSignInToken(_ token: String, _ authorization: AutomaticSignIn.Authorization) throws {
        try answer(.updateAutoSignIn) {
            try checkAutomaticSignIn()
            let isAllowed = try device.updateApp(app.bundleID) { record in
                guard authorization == .granted, record.automaticSignIn.authorization == .granted else {
                    return false
                }
                record.automaticSignIn.token = token
                return true
            }
            guard isAllowed else { throw Refusal(reason: "the user has not allowed it") }
            return ((), Outcome("stored"))
        }
    }

    /// Checks that the platform has the call, as Apple's availability says.
    private func checkAutomaticSignIn() throws {
        let platform = try device.settings().platform
        guard platform.asksForAutomaticSignIn else {
            throw Refusal(reason: "the call is not available on \(platform.rawValue)")
        }
    }

    /// What a call did, and why.
    private struct Outcome {
        let result: String
        let cause: UserAccountDecision.Cause

        init(_ result: String, because cause: UserAccountDecision.Cause = .entitled) {
            self.result = result
            self.cause = cause
        }

        init(_ answer: AutomaticSignIn.Answer) {
            let authorization = answer.authorization
            self.init(
                authorization.rawValue,
                because: answer.prompted ? .answered(isAllowed: authorization == .granted) : .allowedBefore)
        }
    }

    /// A call that the app may not make; it becomes `rejected`, because Apple names no error.
    private struct Refusal: Error {
        let reason: String
    }

    /// Runs an operation that requires the entitlement and may meet a fault, and records the reason of its outcome.
    ///
    /// An operation without an outcome yet is recorded later.
    ///
    /// - Throws: The ``VSError`` that the app receives; any other error is a failure of the simulator.
    private func answer<Value>(
        _ operation: FaultOperation, _ body: () throws -> (Value, Outcome?)
    ) throws -> Value {
        // The system has terminated the app; Differences, A-25.
        if app.process.termination != nil { throw VSError(answer: .accessNotGranted) }
        let fault = try device.simulation.faults.take(operation, about: FaultFacts(app: app.bundleID))
        if let fault, let code = VSError.Code(faultName: fault.error) {
            try record(operation, "\(code)", .fault, fault: fault)
            throw VSError(answer: code)
        }
        do {
            guard try device.app(app.bundleID).subscriptionEntitlement else {
                throw Refusal(reason: "the app has no entitlement for subscriptions")
            }
            let (value, outcome) = try body()
            if let outcome { try record(operation, outcome.result, outcome.cause) }
            return value
        } catch let refusal as Refusal {
            try record(operation, "rejected", .refused(JournalText(refusal.reason)))
            throw VSError(answer: .rejected)
        }
    }

    private func record(
        _ operation: FaultOperation, _ result: String, _ cause: UserAccountDecision.Cause, fault: InjectedFault? = nil
    ) throws {
        try device.simulation.journal.record(
            UserAccountDecision(app: app.bundleID, operation: operation, result: JournalText(result), cause: cause),
            fault: fault)
    }
}

extension VSUserAccountManager.AutoSignInAuthorization {
    /// Creates the decision in the form that apps see.
    init(_ authorization: AutomaticSignIn.Authorization) {
        switch authorization {
        case .notDetermined: self = .notDetermined
        case .granted: self = .granted
        case .denied: self = .denied
        }
    }

    /// The decision in the form of the device.
    var stored: AutomaticSignIn.Authorization {
        switch self {
        case .notDetermined: .notDetermined
        case .granted: .granted
        case .denied: .denied
        }
    }
}
