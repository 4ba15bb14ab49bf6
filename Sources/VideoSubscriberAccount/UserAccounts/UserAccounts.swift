import SimulatedDevice
import SimulationCore

/// Performs the calls of a user account manager for one app on one device.
struct UserAccounts {
    private let app: RunningApp
    private var device: Device { app.device }

    /// Performs a call of the current app, and stops the process if the device is unusable.
    ///
    /// - Throws: The ``VSError`` that the app receives.
    static func performing<Value>(_ call: (UserAccounts) throws -> Value) throws -> Value {
        do {
            return try call(UserAccounts(app: try RunningApp.resolve()))
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
            return ((), account.isSignedOut ? "registered as signed out" : "registered")
        }
    }

    func accounts(ofAllDevices: Bool) throws -> [RegisteredUserAccount] {
        try answer(.userAccounts) {
            let accounts = try device.app(app.bundleID).userAccounts.filter { ofAllDevices || $0.isFromCurrentDevice }
            return (accounts, "\(accounts.count) accounts")
        }
    }

    func automaticSignIn() throws -> AutomaticSignIn {
        try answer(.autoSignInToken) {
            let kept = try device.app(app.bundleID).automaticSignIn
            return (kept, "\(kept.authorization.rawValue), \(kept.token == nil ? "no token" : "a token")")
        }
    }

    func deleteAutoSignInToken() throws {
        try answer(.deleteAutoSignIn) {
            try device.updateApp(app.bundleID) { $0.automaticSignIn = AutomaticSignIn() }
            return ((), "deleted")
        }
    }

    func requestAutomaticSignIn() throws -> AutomaticSignIn.Authorization {
        try answer(.requestAutoSignIn) {
            let authorization = try device.requestAutomaticSignIn(of: app.bundleID)
            return (authorization, authorization.rawValue)
        }
    }

    func updateAutoSignInToken(_ token: String, _ authorization: AutomaticSignIn.Authorization) throws {
        try answer(.updateAutoSignIn) {
            let isAllowed = try device.updateApp(app.bundleID) { record in
                guard authorization == .granted, record.automaticSignIn.authorization == .granted else {
                    return false
                }
                record.automaticSignIn.token = token
                return true
            }
            guard isAllowed else { throw Refusal(reason: "the user has not allowed it") }
            return ((), "stored")
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
        _ operation: FaultOperation, _ body: () throws -> (Value, outcome: String)
    ) throws -> Value {
        // The system has terminated the app; Differences, A-25.
        if app.process.termination != nil { throw VSError(answer: .accessNotGranted) }
        if let fault = try device.simulation.faults.take(operation), let code = VSError.Code(faultName: fault.error) {
            try record(operation, "\(code)", .fault, fault: fault)
            throw VSError(answer: code)
        }
        do {
            guard try device.app(app.bundleID).subscriptionEntitlement else {
                throw Refusal(reason: "the app has no entitlement for subscriptions")
            }
            let (value, outcome) = try body()
            try record(operation, outcome, .entitled)
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
