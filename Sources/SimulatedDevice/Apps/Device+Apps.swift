import Foundation
import SimulationCore
import StateStorage

extension Device {
    static let appPrefix = "device/app/"

    static func appKey(_ bundleID: String) -> StateKey<AppRecord> {
        StateKey(appPrefix + bundleID)
    }

    /// Returns what the device knows of an app.
    package func app(_ bundleID: String) throws -> AppRecord {
        try simulation.store.read { try $0.value(for: Self.appKey(bundleID)) } ?? AppRecord()
    }

    /// Returns the apps of which the device knows more than a permission.
    package func knownApps() throws -> [String] {
        try simulation.store.read { state in
            try state.names(withPrefix: Self.appPrefix).map { String($0.dropFirst(Self.appPrefix.count)) }
        }
    }

    /// Changes what the device knows of an app, with no other change in between.
    @discardableResult
    package func updateApp<Result>(
        _ bundleID: String, _ body: (inout AppRecord) throws -> Result
    ) throws -> Result {
        try simulation.store.write { state in
            var record = try state.value(for: Self.appKey(bundleID)) ?? AppRecord()
            let result = try body(&record)
            try state.setValue(record == AppRecord() ? nil : record, for: Self.appKey(bundleID))
            return result
        }
    }

    // MARK: - What apps register

    /// Registers or replaces an account of an app on this device.
    ///
    /// Accounts are told apart by their identifier; an app has at most one without. Accounts from other devices are
    /// never touched.
    package func register(_ account: RegisteredUserAccount, of bundleID: String) throws {
        var account = account
        account.subscriptionBillingCycleEndDate = account.subscriptionBillingCycleEndDate?.asKept
        try updateApp(bundleID) { record in
            let place = record.userAccounts.firstIndex {
                $0.isFromCurrentDevice && $0.identifier == account.identifier
            }
            if let place {
                record.userAccounts[place] = account
            } else {
                record.userAccounts.append(account)
            }
        }
    }

    /// Returns the subscription that an app registered, unless it has ended.
    package func currentSubscription(of bundleID: String) throws -> RegisteredSubscription? {
        let now = try simulation.clock.now()
        return try app(bundleID).subscription.flatMap { subscription in
            subscription.expires.map { $0 <= now } ?? false ? nil : subscription
        }
    }

    // MARK: - Automatic Sign-In

    /// Asks the person whether an app may keep what signs them in elsewhere, where they have not decided yet.
    package func requestAutomaticSignIn(of bundleID: String) throws -> AutomaticSignIn.Authorization {
        let answer = try viewer().automaticSignIn
        return try updateApp(bundleID) { record in
            guard record.automaticSignIn.authorization == .notDetermined else {
                return record.automaticSignIn.authorization
            }
            switch answer {
            case .allow: record.automaticSignIn.authorization = .granted
            case .deny: record.automaticSignIn.authorization = .denied
            case .ignore: break
            }
            return record.automaticSignIn.authorization
        }
    }
}
