import Foundation
import TVSimCore
import TVSimDevice
import TVSimStateSQLite
import TVSimStateStorage
import TVSimStructuredText
import Testing
import VideoSubscriberAccount

/// Accounts that apps register, and Automatic Sign-In.
///
/// Differences, A-32 to A-35.
@Suite struct UserAccountTests {
    @Test("a new account belongs to this device and has no other values")
    func fresh() async throws {
        for (platform, category) in [
            (DeviceSettings.Platform.iOS, VSUserAccount.OriginatingDeviceCategory.mobile), (.iPadOS, .mobile),
            (.tvOS, .other),
        ] {
            let world = TestDevice()
            try world.device.updateSettings { $0.platform = platform }
            let account = await world.run { VSUserAccount(updateURL: nil) }
            #expect(account.accountType == .free)
            #expect(account.isFromCurrentDevice)
            #expect(!account.isSignedOut)
            #expect(!account.requiresSystemTrust)
            #expect(account.deviceCategory == category)
            #expect(account.identifier == nil && account.tierIdentifiers == nil && account.appleSubscription == nil)
        }
    }

    @Test("an account comes back as it was registered")
    func roundTrip() async throws {
        let world = TestDevice()
        try await world.run {
            var account = VSUserAccount(accountType: .paid, updateURL: URL(string: "https://example.com/update"))
            account.identifier = "alice"
            account.accountProviderIdentifier = "Cablevision"
            account.requiresSystemTrust = true
            account.isSignedOut = true
            account.subscriptionBillingCycleEndDate = Date(timeIntervalSince1970: 1_800_000_000)
            account.tierIdentifiers = ["gold"]
            account.billingIdentifier = "bill"
            account.authenticationData = "opaque"
            account.appleSubscription = VSAppleSubscription(customerID: "1", productCodes: ["a", "b"])
            try await VSUserAccountManager.shared.update(account)
            #expect(try await VSUserAccountManager.shared.userAccounts() == [account])
        }
    }

    /// Seconds since 1970: what is no number has no description as a date.
    @Test(
        "the end of the billing cycle is the same after every store has kept it",
        arguments: [
            (1.23456, 1.235), (64_092_211_200, 64_092_211_200), (.nan, nil), (.infinity, 0x1p53 / 1000),
            (-1e300, -0x1p53 / 1000),
        ] as [(TimeInterval, TimeInterval?)])
    func billingCycleEnd(named: TimeInterval, kept: TimeInterval?) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for store in [MemoryStateStore(), try SQLiteStateStore(path: folder.path + "/d.sqlite", creating: true)]
            as [any StateStore]
        {
            let world = TestDevice(store: store)
            try await world.run {
                var account = VSUserAccount(updateURL: nil)
                account.subscriptionBillingCycleEndDate = Date(timeIntervalSince1970: named)
                try await VSUserAccountManager.shared.update(account)
                let accounts = try await VSUserAccountManager.shared.userAccounts()
                let end = try #require(accounts.first).subscriptionBillingCycleEndDate
                #expect(
                    end?.millisecondsSince1970 == kept.map { Date(timeIntervalSince1970: $0).millisecondsSince1970 })
            }
        }
    }

    @Test("nothing is stored for an app that the system has terminated (A-25)")
    func terminated() async throws {
        let world = TestDevice()
        try world.device.updateApp(world.bundleID) { $0.usageDescription = false }
        let process = AppProcess.simulated(SimulatedProcess())
        await RunningApp.$current.withValue(
            RunningApp(device: world.device, bundleID: world.bundleID, process: process)
        ) {
            _ = try? await VSAccountManager().checkAccessStatus(options: [.prompt: true])
            #expect(process.termination != nil)
            await #expect(throws: VSError(.accessNotGranted)) {
                try await VSUserAccountManager.shared.update(VSUserAccount(updateURL: nil))
            }
            let subscription = VSSubscription()
            subscription.accessLevel = .paid
            VSSubscriptionRegistrationCenter.default().setCurrentSubscription(subscription)
        }
        let record = try world.device.app(world.bundleID)
        #expect(record.userAccounts.isEmpty && record.subscription == nil)
    }

    @Test("accounts are distinguished by app and identifier; one may have none; signed-out ones stay (A9)")
    func identity() async throws {
        let world = TestDevice()
        try await world.run {
            let manager = VSUserAccountManager.shared
            for (identifier, type) in [
                (nil, VSUserAccount.AccountType.free), ("a", .free), (nil, .paid), ("a", .paid), ("b", .free),
            ] as [(String?, VSUserAccount.AccountType)] {
                var account = VSUserAccount(accountType: type, updateURL: nil)
                account.identifier = identifier
                account.isSignedOut = identifier == "b"
                try await manager.update(account)
            }
            let accounts = try await manager.userAccounts()
            #expect(accounts.map(\.identifier) == [nil, "a", "b"])
            #expect(accounts.map(\.accountType) == [.paid, .paid, .free])
            #expect(accounts.last?.isSignedOut == true)
        }
        let other = RunningApp(device: world.device, bundleID: "com.example.other")
        let others = try await RunningApp.$current.withValue(other) {
            try await VSUserAccountManager.shared.userAccounts(options: .allDevices)
        }
        #expect(others.isEmpty)
    }

    @Test("the user's other devices are shown only if all devices are requested, and never overwritten")
    func otherDevices() async throws {
        let world = TestDevice()
        var registered = RegisteredUserAccount()
        registered.identifier = "alice"
        registered.isFromCurrentDevice = false
        registered.deviceCategory = .other
        registered.authenticationData = "from the television"
        try world.device.updateApp(world.bundleID) { $0.userAccounts = [registered] }
        try await world.run {
            let manager = VSUserAccountManager.shared
            #expect(try await manager.userAccounts().isEmpty)
            let all = try await manager.userAccounts(options: [.allDevices])
            #expect(all.map(\.isFromCurrentDevice) == [false])
            #expect(all.first?.deviceCategory == .other)
            #expect(all.first?.authenticationData == "from the television")
            var own = try #require(all.first)
            own.authenticationData = "here"
            try await manager.update(own)
            #expect(try await manager.userAccounts(options: .allDevices).map(\.isFromCurrentDevice) == [false, true])
            #expect(try await manager.userAccounts().first?.authenticationData == "here")
        }
    }

    // MARK: - Automatic Sign-In

    // Unchecked: Apple's graph shows no Sendable for the authorization, which is an enumeration without values.
    struct Row: @unchecked Sendable, CustomTestStringConvertible {
        let name: String
        let answer: ViewerAnswers.Prompt
        let authorization: VSUserAccountManager.AutoSignInAuthorization
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "approves", answer: .allow, authorization: .granted),
        Row(name: "refuses", answer: .deny, authorization: .denied),
        Row(name: "dismisses the sheet", answer: .ignore, authorization: .notDetermined),
    ]

    @Test("asks the user, and lets the app store a token only if the user approves", arguments: rows)
    func automaticSignIn(row: Row) async throws {
        let world = TestDevice()
        try world.setViewer { $0.automaticSignIn = row.answer }
        try await world.run {
            let manager = VSUserAccountManager.shared
            #expect(try await manager.autoSignInToken.authorization == .notDetermined)
            let context = try await manager.requestAutoSignInAuthorization()
            #expect(context.authorization == row.authorization)
            if row.authorization == .granted {
                try await manager.updateAutoSignInToken("token", updateContext: context)
                #expect(try await manager.autoSignInToken.value == "token")
            } else {
                await #expect(throws: VSError(.rejected)) {
                    try await manager.updateAutoSignInToken("token", updateContext: context)
                }
                #expect(try await manager.autoSignInToken.value == nil)
            }
            #expect(try await manager.autoSignInToken.authorization == row.authorization)
        }
    }

    @Test("asks again after a denial or a dismissal, at each request of the app, until the user allows it")
    func asksAgain() async throws {
        let world = TestDevice()
        let answers: [(ViewerAnswers.Prompt, VSUserAccountManager.AutoSignInAuthorization, String)] = [
            (.deny, .denied, "the user was asked"), (.ignore, .notDetermined, "the user was asked"),
            (.deny, .denied, "the user was asked"), (.allow, .granted, "the user was asked"),
            (.deny, .granted, "the user has allowed it before, and was not asked"),
        ]
        for (answer, authorization, reason) in answers {
            try world.setViewer { $0.automaticSignIn = answer }
            let context = try await world.run { try await VSUserAccountManager.shared.requestAutoSignInAuthorization() }
            #expect(context.authorization == authorization)
            #expect(try world.device.simulation.journal.entries().map(\.text).last?.reason == reason)
        }
    }

    @Test("a user who has allowed it is not asked again; deleting removes the token and the decision")
    func decidedOnce() async throws {
        let world = TestDevice()
        try world.setViewer { $0.automaticSignIn = .allow }
        try await world.run {
            let manager = VSUserAccountManager.shared
            let context = try await manager.requestAutoSignInAuthorization()
            try await manager.updateAutoSignInToken("token", updateContext: context)
            try world.setViewer { $0.automaticSignIn = .deny }
            #expect(try await manager.requestAutoSignInAuthorization().authorization == .granted)
            try await manager.deleteAutoSignInToken()
            let token = try await manager.autoSignInToken
            #expect(token.value == nil)
            #expect(token.authorization == .notDetermined)
            // A context from before the deletion is worth nothing.
            await #expect(throws: VSError(.rejected)) {
                try await manager.updateAutoSignInToken("again", updateContext: context)
            }
        }
    }

    @Test(
        "what a platform lacks is unavailable there, as Apple's availability says",
        arguments: DeviceSettings.Platform.allCases)
    func platforms(platform: DeviceSettings.Platform) async throws {
        let world = TestDevice()
        try world.device.updateSettings { $0.platform = platform }
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.setViewer { $0.automaticSignIn = .allow }
        try await world.run {
            let manager = VSAccountManager()
            if platform == .macOS {
                await #expect(throws: VSError(.unsupported)) { try await manager.checkAccessStatus() }
            } else {
                #expect(try await manager.checkAccessStatus() == .granted)
            }
            try await VSUserAccountManager.shared.update(VSUserAccount(updateURL: nil))
            #expect(try await VSUserAccountManager.shared.userAccounts().count == 1)
            #expect(try await VSUserAccountManager.shared.autoSignInToken.value == nil)
            if platform == .macOS || platform == .visionOS {
                await #expect(throws: VSError(.rejected)) {
                    try await VSUserAccountManager.shared.requestAutoSignInAuthorization()
                }
            } else {
                let context = try await VSUserAccountManager.shared.requestAutoSignInAuthorization()
                #expect(context.authorization == .granted)
            }
        }
    }

    // MARK: - Trouble

    static let operations: [FaultOperation] = [
        .updateUserAccount, .userAccounts, .autoSignInToken, .requestAutoSignIn, .updateAutoSignIn, .deleteAutoSignIn,
    ]

    @Test(
        "each operation can fail with each code, once or until the fault is cleared, and nothing is changed",
        arguments: operations, [1, nil])
    func faults(operation: FaultOperation, times: Int?) async throws {
        for name in VSError.Code.faultNames {
            let world = TestDevice()
            try world.setViewer { $0.automaticSignIn = .allow }
            let context = try await world.run {
                try await VSUserAccountManager.shared.requestAutoSignInAuthorization()
            }
            let before = try world.device.app(world.bundleID)
            try world.device.simulation.faults.add(Fault(operation: operation, error: name, times: times))
            func call() async throws {
                try await world.run {
                    let manager = VSUserAccountManager.shared
                    switch operation {
                    case .updateUserAccount: try await manager.update(VSUserAccount(updateURL: nil))
                    case .userAccounts: _ = try await manager.userAccounts()
                    case .autoSignInToken: _ = try await manager.autoSignInToken
                    case .requestAutoSignIn: _ = try await manager.requestAutoSignInAuthorization()
                    case .updateAutoSignIn: try await manager.updateAutoSignInToken("t", updateContext: context)
                    default: try await manager.deleteAutoSignInToken()
                    }
                }
            }
            for _ in 0..<(times ?? 3) {
                do {
                    try await call()
                    Issue.record("\(operation.rawValue) must fail with \(name)")
                } catch let error as VSError {
                    #expect("\(error.code)" == name)
                }
            }
            #expect(try world.device.app(world.bundleID) == before)
            if times == nil { try world.device.simulation.faults.clear() }
            try await call()
        }
    }

    @Test("an app without the entitlement is rejected")
    func entitlement() async throws {
        let world = TestDevice()
        try world.device.updateApp(world.bundleID) { $0.subscriptionEntitlement = false }
        await #expect(throws: VSError(.rejected)) {
            try await world.run { try await VSUserAccountManager.shared.update(VSUserAccount(updateURL: nil)) }
        }
        #expect(try world.device.app(world.bundleID).userAccounts.isEmpty)
    }
}
