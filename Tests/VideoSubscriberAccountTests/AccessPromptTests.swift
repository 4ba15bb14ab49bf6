import Foundation
import TVSimCore
import TVSimDevice
import TVSimStateSQLite
import TVSimStateStorage
import TestSupport
import Testing
import VideoSubscriberAccount

/// The access prompt that stays open (`viewer.accessPrompt: none`).
///
/// Differences, A-5.
@Suite("The open access prompt") struct AccessPromptTests {
    /// A device whose user is left to the test.
    private static func device() throws -> TestDevice {
        let world = TestDevice()
        try world.setViewer { $0.accessPrompt = .none }
        return world
    }

    /// A check of the access status in progress, and what its handler was told.
    private struct Check {
        private let answers = Told<VSAccountAccessStatus>("access status")
        let heard = Calls()

        init(_ manager: VSAccountManager, prompt: Bool = true) {
            manager.checkAccessStatus(options: [.prompt: prompt]) { [heard, answers] status, error in
                heard.add("\(status) \((error as? VSError).map { "\($0.code)" } ?? "no error")")
                answers.tell(status)
            }
        }

        func answer() async -> VSAccountAccessStatus? { await answers.next() }
    }

    /// The decisions of the framework, as `event outcome`.
    private static func journal(_ world: TestDevice) throws -> [String] {
        try world.device.simulation.journal.entries().map(\.text).map { "\($0.event) \($0.outcome)" }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let end: @Sendable (TestDevice, PresentedInterface) async throws -> Void
        let stored: AccessPermission
        var told: String { stored == .granted ? "granted no error" : "\(stored) accessNotGranted" }
    }

    /// Each way in which the prompt ends.
    static let rows = [
        Row(testDescription: "the user allows", end: { _ = await $1.act(.allow) }, stored: .granted),
        Row(testDescription: "the user denies", end: { _ = await $1.act(.deny) }, stored: .denied),
        Row(
            testDescription: "the scripted user allows from now on",
            end: { world, _ in try world.setViewer { $0.accessPrompt = .allow } }, stored: .granted),
        Row(
            testDescription: "the scripted user denies from now on",
            end: { world, _ in try world.setViewer { $0.accessPrompt = .deny } }, stored: .denied),
        Row(
            testDescription: "the scripted user ignores from now on",
            end: { world, _ in try world.device.setViewer(ViewerAnswers()) }, stored: .notDetermined),
        Row(
            testDescription: "a command grants",
            end: { world, _ in try world.device.setPermission(.granted, for: world.bundleID) }, stored: .granted),
        Row(
            testDescription: "a command denies",
            end: { world, _ in try world.device.setPermission(.denied, for: world.bundleID) }, stored: .denied),
        Row(
            testDescription: "a command restricts",
            end: { world, _ in try world.device.setPermission(.restricted, for: world.bundleID) }, stored: .restricted),
        Row(
            testDescription: "a sign-in in the settings grants",
            end: { world, _ in
                try world.device.signIn(
                    provider: "Dish", subscriber: "alice", expires: nil, granting: world.bundleID)
            }, stored: .granted),
    ]

    @Test("answers a check only after it has ended, and stores the user's decision", arguments: rows)
    func check(row: Row) async throws {
        let world = try Self.device()
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let check = Check(manager)
        let interface = try await world.nextInterface()
        #expect(interface.page == .prompt(PromptPage(.access, of: world.bundleID)))
        #expect(try world.device.permission(for: world.bundleID) == .notDetermined)
        // A check without a prompt is answered meanwhile.
        #expect(await Check(manager, prompt: false).answer() == .notDetermined)
        #expect(check.heard.all.isEmpty)
        try await row.end(world, interface)
        #expect(await check.answer().map { "\($0)" } == row.stored.rawValue)
        #expect(check.heard.all == [row.told])
        #expect(try world.device.permission(for: world.bundleID) == row.stored)
        #expect(interface.page == nil && world.device.screen.presented == nil)
        #expect(delegate.calls.isEmpty)
        #expect(
            try Self.journal(world).suffix(2) == [
                "interface access \(row.stored.rawValue)", "checkAccessStatus \(row.stored.rawValue)",
            ])
    }

    @Test("answers a metadata request only after it has ended", arguments: rows)
    func metadata(row: Row) async throws {
        let world = try Self.device()
        try world.setBehaviour { $0.undeterminedAccess = .prompt }
        let manager = world.manager()
        let request = EnqueuedRequest(manager) { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        #expect(request.count == 0)
        try await row.end(world, interface)
        let answer = try #require(await request.answer())
        if row.stored == .granted {
            #expect(answer.error?.code != .accessNotGranted)
        } else {
            #expect(answer.error?.code == .accessNotGranted)
        }
        #expect(try world.device.permission(for: world.bundleID) == row.stored)
    }

    @Test("ends when another process decides the permission or the scripted answer", arguments: [true, false])
    func otherProcess(decides: Bool) async throws {
        let path = NSTemporaryDirectory() + "prompt-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let world = TestDevice(store: try SQLiteStateStore(path: path, creating: true))
        try world.setViewer { $0.accessPrompt = .none }
        let check = Check(world.manager())
        _ = try await world.nextInterface()
        let other = TestDevice(store: try SQLiteStateStore(path: path, creating: false))
        if decides {
            try other.device.setPermission(.granted, for: other.bundleID)
        } else {
            try other.setViewer { $0.accessPrompt = .allow }
        }
        #expect(await check.answer() == .granted)
    }

    @Test("throws from the asynchronous form after the user has denied, and returns after the user has allowed")
    func asynchronousForm() async throws {
        for allows in [false, true] {
            let world = try Self.device()
            let manager = world.manager()
            async let acted = world.nextInterface().act(allows ? .allow : .deny)
            if allows {
                #expect(try await manager.checkAccessStatus(options: [.prompt: true]) == .granted)
            } else {
                await #expect(throws: VSError(.accessNotGranted)) {
                    try await manager.checkAccessStatus(options: [.prompt: true])
                }
            }
            #expect(try await acted == .ended)
        }
    }

    @Test("closes when the app cancels the metadata request, and decides nothing")
    func cancelled() async throws {
        let world = try Self.device()
        try world.setBehaviour { $0.undeterminedAccess = .prompt }
        let request = EnqueuedRequest(world.manager()) { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        request.result.cancel()
        #expect(await request.answer()?.error?.code == .userCancelled)
        #expect(interface.page == nil)
        #expect(try world.device.permission(for: world.bundleID) == .notDetermined)
        #expect(try world.interfaceOutcomes() == ["withdrawn by the app"])
    }

    @Test("closes when the app's process ends, and answers the check")
    func processEnds() async throws {
        let world = try Self.device()
        let process = SimulatedProcess()
        let app = RunningApp(device: world.device, bundleID: world.bundleID, process: .simulated(process))
        let check = Check(RunningApp.$current.withValue(app) { VSAccountManager() })
        let interface = try await world.nextInterface()
        await world.device.requests.untilHeld(of: process)
        await world.device.requests.withdraw(of: process)
        #expect(await check.answer() == .notDetermined)
        #expect(interface.page == nil && world.device.requests.isIdle)
    }

    @Test("waits behind the picker of another request, and the picker waits behind it")
    func oneInterface() async throws {
        let world = try Self.device()
        try world.setViewer { $0.systemPicker = .none }
        try world.device.setPermission(.granted, for: "com.example.other")
        let other = RunningApp.$current.withValue(RunningApp(device: world.device, bundleID: "com.example.other")) {
            VSAccountManager()
        }
        let delegate = RecordingDelegate()
        other.delegate = delegate
        let first = EnqueuedRequest(other) { $0.isInterruptionAllowed = true }
        let picker = try await world.nextInterface()
        let check = Check(world.manager())
        await world.device.decideRequests()
        let second = EnqueuedRequest(other) { $0.isInterruptionAllowed = true }
        await world.device.decideRequests()
        #expect(world.device.screen.presented === picker)
        _ = await picker.act(.cancel)
        #expect(await first.answer()?.error?.code == .userCancelled)
        var prompt = try await world.nextInterface()
        while prompt === picker { prompt = try await world.nextInterface() }
        #expect(prompt.page == .prompt(PromptPage(.access, of: world.bundleID)))
        #expect(delegate.calls == ["present", "dismiss"])
        _ = await prompt.act(.allow)
        #expect(await check.answer() == .granted)
        var again = try await world.nextInterface()
        while again === prompt { again = try await world.nextInterface() }
        _ = await again.act(.cancel)
        #expect(await second.answer()?.error?.code == .userCancelled)
    }

    @Test("asks once if an app checks twice")
    func twoChecks() async throws {
        let world = try Self.device()
        let manager = world.manager()
        let checks = [Check(manager), Check(manager)]
        let interface = try await world.nextInterface()
        _ = await interface.act(.deny)
        for check in checks { #expect(await check.answer() == .denied) }
        #expect(try world.interfaceOutcomes() == ["access denied"])
    }

    @Test("has no row and no cancel button, and takes no fault of the picker")
    func otherActions() async throws {
        let world = try Self.device()
        try world.device.simulation.faults.add(Fault(operation: .interface, error: "unsupported"))
        let check = Check(world.manager())
        let interface = try await world.nextInterface()
        for action in [PersonAction.cancel, .other, .choose("Dish"), .loseNetwork] {
            guard case .impossible = await interface.act(action) else {
                Issue.record("the prompt takes \(action)")
                continue
            }
        }
        _ = await interface.act(.allow)
        #expect(await check.answer() == .granted)
    }

    @Test("does not appear without a usage description, or after the user has decided")
    func notAsked() async throws {
        let world = try Self.device()
        try world.setBehaviour { $0.missingUsageDescription = .error }
        try world.device.updateApp(world.bundleID) { $0.usageDescription = false }
        #expect(await Check(world.manager()).answer() == .notDetermined)
        try world.device.updateApp(world.bundleID) { $0.usageDescription = true }
        try world.device.setPermission(.denied, for: world.bundleID)
        #expect(await Check(world.manager()).answer() == .denied)
        #expect(try world.interfaceOutcomes().isEmpty)
    }
}
