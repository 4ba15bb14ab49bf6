import Foundation
import TVSimCore
import TVSimDevice
import TestSupport
import Testing
import VideoSubscriberAccount

/// The sheet of Automatic Sign-In that stays open (`viewer.automaticSignIn: none`).
///
/// Differences, A-35.
@Suite("The open sheet of Automatic Sign-In") struct AutomaticSignInSheetTests {
    private static func device() throws -> TestDevice {
        let world = TestDevice()
        try world.setViewer { $0.automaticSignIn = .none }
        return world
    }

    /// Requests authorization as the app, and returns the user's decision.
    private static func request(_ world: TestDevice) async throws -> AutomaticSignIn.Authorization {
        let context = try await world.run { try await VSUserAccountManager.shared.requestAutoSignInAuthorization() }
        return switch context.authorization {
        case .notDetermined: .notDetermined
        case .granted: .granted
        case .denied: .denied
        }
    }

    private static func stored(_ world: TestDevice) throws -> AutomaticSignIn.Authorization {
        try world.device.app(world.bundleID).automaticSignIn.authorization
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let end: @Sendable (TestDevice, PresentedInterface) async throws -> Void
        let decision: AutomaticSignIn.Authorization
    }

    /// Each way in which the sheet ends.
    static let rows = [
        Row(testDescription: "the user allows", end: { _ = await $1.act(.allow) }, decision: .granted),
        Row(testDescription: "the user denies", end: { _ = await $1.act(.deny) }, decision: .denied),
        Row(testDescription: "the user closes it", end: { _ = await $1.act(.cancel) }, decision: .notDetermined),
        Row(
            testDescription: "the scripted user allows from now on",
            end: { world, _ in try world.setViewer { $0.automaticSignIn = .allow } }, decision: .granted),
        Row(
            testDescription: "the scripted user denies from now on",
            end: { world, _ in try world.setViewer { $0.automaticSignIn = .deny } }, decision: .denied),
        Row(
            testDescription: "the scripted user closes it from now on",
            end: { world, _ in try world.device.setViewer(ViewerAnswers()) }, decision: .notDetermined),
        Row(
            testDescription: "a command grants",
            end: { world, _ in
                try world.device.updateApp(world.bundleID) { $0.automaticSignIn.authorization = .granted }
            }, decision: .granted),
    ]

    @Test("answers the app only after it has ended, and stores the user's decision", arguments: rows)
    func answers(row: Row) async throws {
        let world = try Self.device()
        let delegate = RecordingDelegate()
        let manager = world.manager()
        manager.delegate = delegate
        async let decision = Self.request(world)
        let sheet = try await world.nextInterface()
        #expect(sheet.page == .prompt(PromptPage(.automaticSignIn, of: world.bundleID)))
        #expect(try Self.stored(world) == .notDetermined)
        try await row.end(world, sheet)
        #expect(try await decision == row.decision)
        #expect(try Self.stored(world) == row.decision)
        #expect(sheet.page == nil && world.device.screen.presented == nil && delegate.calls.isEmpty)
        let entries = try world.device.simulation.journal.entries().map(\.text)
        #expect(
            entries.suffix(2).map { "\($0.event) \($0.outcome)" } == [
                "interface Automatic Sign-In \(row.decision.rawValue)",
                "userAccountManager.requestAutoSignInAuthorization \(row.decision.rawValue)",
            ])
        await until("no request is left") { world.device.requests.isIdle }
    }

    @Test("does not open for a user who has allowed it, on a platform without it, or for a fault")
    func notAsked() async throws {
        let world = try Self.device()
        try world.device.simulation.faults.add(Fault(operation: .requestAutoSignIn, error: "unsupported", times: 1))
        await #expect(throws: VSError(.unsupported)) { try await Self.request(world) }
        try world.device.updateApp(world.bundleID) { $0.automaticSignIn.authorization = .granted }
        #expect(try await Self.request(world) == .granted)
        try world.device.updateApp(world.bundleID) { $0.automaticSignIn.authorization = .notDetermined }
        try world.device.updateSettings { $0.platform = .macOS }
        await #expect(throws: VSError(.rejected)) { try await Self.request(world) }
        #expect(try world.interfaceOutcomes().isEmpty)
    }

    @Test("has no rows and no sign-in, takes no fault of the picker, and stays open after an impossible action")
    func otherActions() async throws {
        let world = try Self.device()
        try world.device.simulation.faults.add(Fault(operation: .interface, error: "unsupported"))
        async let decision = Self.request(world)
        let sheet = try await world.nextInterface()
        for action in [PersonAction.other, .choose("Dish"), .signIn(as: "alice", password: nil), .loseNetwork] {
            #expect(
                await sheet.act(action) == .impossible("the sheet of Automatic Sign-In is open: allow or deny"),
                "\(action)")
        }
        _ = await sheet.act(.allow)
        #expect(try await decision == .granted)
    }

    @Test("is open alone: a second request waits behind it, and is not asked after the user has allowed it")
    func oneInterface() async throws {
        let world = try Self.device()
        async let first = Self.request(world)
        let sheet = try await world.nextInterface()
        async let second = Self.request(world)
        await world.device.decideRequests()
        #expect(world.device.screen.presented === sheet)
        _ = await sheet.act(.allow)
        #expect(try await first == .granted)
        #expect(try await second == .granted)
        #expect(try world.interfaceOutcomes() == ["Automatic Sign-In granted"])
    }

    @Test("waits behind the access prompt, and keeps its own answers")
    func behindPrompt() async throws {
        let world = try Self.device()
        try world.setViewer { $0.accessPrompt = .none }
        let manager = world.manager()
        async let status = manager.checkAccessStatus(options: [.prompt: true])
        let prompt = try await world.nextInterface()
        async let decision = Self.request(world)
        await world.device.decideRequests()
        #expect(prompt.page == .prompt(PromptPage(.access, of: world.bundleID)))
        _ = await prompt.act(.allow)
        #expect(try await status == .granted)
        var sheet = try await world.nextInterface()
        while sheet === prompt { sheet = try await world.nextInterface() }
        _ = await sheet.act(.deny)
        #expect(try await decision == .denied)
        #expect(try world.device.permission(for: world.bundleID) == .granted)
    }

    @Test("closes when the app's process ends, decides nothing, and answers the app")
    func processEnds() async throws {
        let world = try Self.device()
        let process = SimulatedProcess()
        let app = RunningApp(device: world.device, bundleID: world.bundleID, process: .simulated(process))
        async let answer = RunningApp.$current.withValue(app) {
            try await VSUserAccountManager.shared.requestAutoSignInAuthorization()
        }
        let sheet = try await world.nextInterface()
        await world.device.requests.untilHeld(of: process)
        await world.device.requests.withdraw(of: process)
        do {
            _ = try await answer
            Issue.record("the call has returned")
        } catch {
            #expect(error as? VSError == VSError(.accessNotGranted))
        }
        #expect(try Self.stored(world) == .notDetermined)
        #expect(sheet.page == nil && world.device.requests.isIdle)
    }

    @Test("stays open without a script at a device at which a person can act")
    func attended() async throws {
        let world = TestDevice(isAttended: true)
        async let decision = Self.request(world)
        _ = await (try world.nextInterface()).act(.allow)
        #expect(try await decision == .granted)
        #expect(try await Self.request(TestDevice()) == .notDetermined)
    }
}
