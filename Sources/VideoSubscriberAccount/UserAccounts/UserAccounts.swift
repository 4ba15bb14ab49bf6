import SimulatedDevice
import SimulationCore

/// Performs the calls of a user account manager for one app on one device.
struct UserAccounts {
    private let app: RunningApp
    private var device: Device { app.device }

    /// Returns the calling app's accounts, and stops the process if the device cannot be opened.
    static func resolve() -> UserAccounts {
        do {
            return UserAccounts(app: try RunningApp.resolve())
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    private init(app: RunningApp) {
        self.app = app
    }

    func update(_ account: VSUserAccount) throws {
        try answer(.updateUserAccount) {
            let platform = try device.settings().platform
            try device.register(RegisteredUserAccount(account, on: platform), of: app.bundleID)
            return ((), account.isSignedOut ? "registered as signed out" : "registered")
        }
    }

    func accounts(ofAllDevices: Bool) throws -> [VSUserAccount] {
        try answer(.userAccounts) {
            let accounts = try device.app(app.bundleID).userAccounts.filter { ofAllDevices || $0.isFromCurrentDevice }
            return (accounts.map(VSUserAccount.init), "\(accounts.count) accounts")
        }
    }

    func autoSignInToken() throws -> VSUserAccountManager.AutoSignInToken {
        try answer(.autoSignInToken) {
            let kept = try device.app(app.bundleID).automaticSignIn
            let token = VSUserAccountManager.AutoSignInToken(
                authorization: .init(kept.authorization), value: kept.token)
            return (token, "\(kept.authorization.rawValue), \(kept.token == nil ? "no token" : "a token")")
        }
    }

    func deleteAutoSignInToken() throws {
        try answer(.deleteAutoSignIn) {
            try device.updateApp(app.bundleID) { $0.automaticSignIn = AutomaticSignIn() }
            return ((), "deleted")
        }
    }

    func requestAutoSignInAuthorization() throws -> VSUserAccountManager.AutoSignInTokenUpdateContext {
        try answer(.requestAutoSignIn) {
            let authorization = try device.requestAutomaticSignIn(of: app.bundleID)
            return (.init(authorization: .init(authorization)), authorization.rawValue)
        }
    }

    func updateAutoSignInToken(_ token: String, _ context: VSUserAccountManager.AutoSignInTokenUpdateContext) throws {
        try answer(.updateAutoSignIn) {
            let isAllowed = try device.updateApp(app.bundleID) { record in
                guard context.authorization == .granted, record.automaticSignIn.authorization == .granted else {
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
    private func answer<Value>(
        _ operation: FaultOperation, _ body: () throws -> (Value, outcome: String)
    ) throws -> Value {
        // The system has terminated the app; Differences, A-25.
        if app.process.termination != nil { throw VSError(answer: .accessNotGranted) }
        let failed: VSError
        do {
            if let fault = try device.simulation.faults.take(operation), let code = VSError.Code(faultName: fault.error)
            {
                try record(operation, "\(code)", "a fault was set for this operation", fault: fault)
                failed = VSError(answer: code)
            } else {
                guard try device.app(app.bundleID).subscriptionEntitlement else {
                    throw Refusal(reason: "the app has no entitlement for subscriptions")
                }
                let (value, outcome) = try body()
                try record(operation, outcome, "the app has the entitlement for subscriptions")
                return value
            }
        } catch let refusal as Refusal {
            recordRefusal(operation, refusal.reason)
            failed = VSError(answer: .rejected)
        } catch {
            SimulationTrouble.stop(error)
        }
        throw failed
    }

    private func recordRefusal(_ operation: FaultOperation, _ reason: String) {
        do {
            try record(operation, "rejected", reason)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    private func record(
        _ operation: FaultOperation, _ outcome: String, _ reason: String, fault: FaultStrike? = nil
    ) throws {
        try device.simulation.journal.record(
            room: "VideoSubscriberAccount", event: operation.rawValue, outcome: outcome, reason: reason,
            details: ["app": app.bundleID], fault: fault)
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
}
