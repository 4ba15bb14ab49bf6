import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

extension Device {
    static let appPrefix = "device/app/"

    static func appKey(_ bundleID: String) -> StateKey<AppRecord> {
        StateKey(appPrefix + bundleID, AppRecord.fields.format(startingFrom: AppRecord(bundleID: bundleID)))
    }

    /// Returns the device's record of an app.
    package func app(_ bundleID: String) throws -> AppRecord {
        try simulation.store.read { try Self.app(bundleID, in: $0) }
    }

    static func app(_ bundleID: String, in state: any StateReading) throws -> AppRecord {
        try state.value(for: appKey(bundleID)) ?? AppRecord(bundleID: bundleID)
    }

    /// Returns the records of all apps with stored data, sorted by bundle identifier.
    package func apps() throws -> [AppRecord] {
        try simulation.store.read { state in
            try state.names(withPrefix: Self.appPrefix).map { name in
                try Self.app(String(name.dropFirst(Self.appPrefix.count)), in: state)
            }
        }
    }

    /// Returns a hint for an app without settings on a device that has settings for other apps.
    ///
    /// A misspelled bundle identifier looks like an app about which the user has not decided.
    ///
    /// - Parameter bundleID: The app.
    /// - Returns: One sentence that names the known apps, at most five; `nil` for a known app.
    /// - Throws: `StateError` if the device cannot be read.
    package func unknownAppHint(_ bundleID: String) throws -> String? {
        let known = try simulation.store.read { state in
            try state.names(withPrefix: Self.appPrefix).map { String($0.dropFirst(Self.appPrefix.count)) }
        }
        guard !known.isEmpty, !known.contains(bundleID), try settings().defaultBundleID != bundleID else { return nil }
        let more = known.count > 5 ? ", …" : ""
        return "the device has no settings for the app \(bundleID), only for \(known.prefix(5).joined(separator: ", "))"
            + more
    }

    /// Changes the record of an app in one transaction.
    @discardableResult
    package func updateApp<Result>(
        _ bundleID: String, _ body: (inout AppRecord) throws -> Result
    ) throws -> Result {
        let result = try simulation.store.write { try Self.updateApp(bundleID, in: $0, body) }
        // An open access prompt ends when the permission is decided elsewhere.
        screen.presented?.look()
        return result
    }

    @discardableResult
    static func updateApp<Result>(
        _ bundleID: String, in state: any StateWriting, _ body: (inout AppRecord) throws -> Result
    ) throws -> Result {
        var record = try app(bundleID, in: state)
        let result = try body(&record)
        try state.setValue(record == AppRecord(bundleID: bundleID) ? nil : record, for: appKey(bundleID))
        return result
    }

    // MARK: - Permission

    /// Returns the permission of every app with a decision, by bundle identifier.
    package func permissions() throws -> [String: AccessPermission] {
        let decided = try apps().filter { $0.access != .notDetermined }
        return Dictionary(decided.map { ($0.bundleID, $0.access) }) { $1 }
    }

    /// Returns the permission of an app.
    package func permission(for bundleID: String) throws -> AccessPermission {
        try app(bundleID).access
    }

    /// Sets the permission of an app, as the user does in Settings.
    package func setPermission(_ permission: AccessPermission, for bundleID: String) throws {
        try updateApp(bundleID) { $0.access = permission }
    }

    /// Resets the permission of every app to undetermined.
    package func resetPermissions() throws {
        try simulation.store.write { state in
            for name in try state.names(withPrefix: Self.appPrefix) {
                try Self.updateApp(String(name.dropFirst(Self.appPrefix.count)), in: state) {
                    $0.access = .notDetermined
                }
            }
        }
    }

    /// Returns the answer to an app's request for access, and stores the user's decision.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - prompt: Whether the system may ask the user.
    ///   - given: The answer that the user gave in the open prompt; `nil` for the scripted answer.
    /// - Returns: The answer; `nil` if the prompt stays open until the user answers.
    /// - Throws: `StateError` if the device cannot be read or written.
    package func requestAccess(
        for bundleID: String, prompt: Bool, given: ViewerAnswers.Prompt? = nil
    ) throws -> AccessPromptAnswer? {
        let answer = try simulation.store.read { try decideAccess(for: bundleID, prompt: prompt, given, in: $0) }
        guard answer?.changed == true else { return answer }
        return try simulation.store.write { state in
            // The decision is repeated inside the transaction, because another process may have stored one in the
            // meantime.
            let answer = try decideAccess(for: bundleID, prompt: prompt, given, in: state)
            if let answer, answer.changed {
                try Self.updateApp(bundleID, in: state) { $0.access = answer.permission }
            }
            return answer
        }
    }

    private func decideAccess(
        for bundleID: String, prompt: Bool, _ given: ViewerAnswers.Prompt?, in state: any StateReading
    ) throws -> AccessPromptAnswer? {
        AccessPromptAnswer(
            stored: try Self.app(bundleID, in: state).access, prompt: prompt,
            person: try given ?? viewer(in: state).accessPrompt)
    }

    // MARK: - Registrations of apps

    /// Registers an account of an app on this device, or replaces the one with the same identifier.
    ///
    /// At most one account has no identifier. Accounts of other devices are not changed.
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

    /// Returns the subscription that an app registered; `nil` if it registered none or it has ended.
    package func currentSubscription(of bundleID: String) throws -> RegisteredSubscription? {
        let now = try simulation.clock.now()
        return try app(bundleID).subscription.flatMap { subscription in
            subscription.expires.map { $0 <= now } ?? false ? nil : subscription
        }
    }

    // MARK: - Automatic Sign-In

    /// Returns the answer to an app's request for Automatic Sign-In, and stores the user's decision.
    ///
    /// Each request of the app asks once more after a sheet that was refused or dismissed (Differences, A-35).
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - given: The answer that the user gave in the open sheet; `nil` for the scripted answer.
    /// - Returns: The answer; `nil` if the sheet stays open until the user answers.
    /// - Throws: `StateError` if the device cannot be read or written.
    package func requestAutomaticSignIn(
        of bundleID: String, given: ViewerAnswers.Prompt? = nil
    ) throws -> AutomaticSignIn.Answer? {
        try simulation.store.write { state in
            let stored = try Self.app(bundleID, in: state).automaticSignIn.authorization
            let answer = AutomaticSignIn.Answer(
                stored: stored, person: try given ?? viewer(in: state).automaticSignIn)
            if let answer, answer.authorization != stored {
                try Self.updateApp(bundleID, in: state) { $0.automaticSignIn.authorization = answer.authorization }
            }
            return answer
        }
    }
}
