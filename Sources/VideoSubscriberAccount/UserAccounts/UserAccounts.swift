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
            SimulationTrouble.stop(error)
        }
    }

    init(app: RunningApp) {
        self.app = app
    }

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

    func requestAutomaticSignIn() throws -> AutomaticSignIn.Authorization {
        try answer(.requestAutoSignIn) {
            try checkAutomaticSignIn()
            let (authorization, wasAsked) = try device.requestAutomaticSignIn(of: app.bundleID)
            let answer = UserAccountDecision.Cause.answered(isAllowed: authorization == .granted)
            return (authorization, Outcome(authorization.rawValue, because: wasAsked ? answer : .allowedBefore))
        }
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
    }

    /// A call that the app may not make; it becomes `rejected`, because Apple names no error.
    private struct Refusal: Error {
        let reason: String
    }

    /// Runs an operation that requires the entitlement and may meet a fault, and records the reason of its outcome.
    ///
    /// - Throws: The ``VSError`` that the app receives; any other error is a failure of the simulator.
    private func answer<Value>(
        _ operation: FaultOperation, _ body: () throws -> (Value, Outcome)
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
            try record(operation, outcome.result, outcome.cause)
            return value
        } catch let refusal as Refusal {
            try record(operation, "rejected", .refused(JournalText(refusal.reason)))
            throw VSError(answer: .rejected)
        }
    }

    private func record(
        _ operation: FaultOperation, _ result: String, _ cause: UserAccountDecision.Cause, fault: FaultStrike? = nil
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
