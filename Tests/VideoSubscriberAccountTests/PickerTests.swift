import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import Testing
import VideoSubscriberAccount

/// Every choice in the picker and on the sign-in page.
///
/// Differences, A-17 to A-20.
@Suite struct PickerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let actions: [PersonAction]
        var supported: [String] = []
        var pickerRows = FrameworkBehaviour.PickerRows.supported
        var allows = true
        var signInReply: SignInReply?
        var fault: Fault?
        var error: VSError.Code?
        var unsupported: String?
        var provider: String?
        var isSignedIn = false
        var asked: String?

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "picks an onboarded, supported provider",
            actions: [.choose("Cablevision"), .signIn(as: "alice", password: "secret")],
            provider: "Cablevision", isSignedIn: true, asked: "Cablevision"),
        Row(
            name: "same, gate returns false", actions: [.choose("Cablevision")], allows: false,
            error: .unsupportedProvider, unsupported: "Cablevision", asked: "Cablevision"),
        Row(
            name: "picks a provider that is listed but not onboarded", actions: [.choose("Suddenlink")],
            error: .unsupportedProvider, unsupported: "Suddenlink"),
        Row(
            name: "picks one this app has no integration for", actions: [.choose("Dish")], supported: ["Cablevision"],
            pickerRows: .all, error: .unsupportedProvider, unsupported: "Dish"),
        Row(name: "picks Other TV Provider", actions: [.other], error: .unsupportedProvider),
        Row(name: "cancels the picker", actions: [.cancel], error: .userCancelled),
        Row(
            name: "cancels the sign-in page", actions: [.choose("Dish"), .cancel], error: .userCancelled, asked: "Dish"),
        Row(name: "picks an application provider", actions: [.choose("own")], provider: "own"),
        Row(
            name: "wrong password, then the right one",
            actions: [
                .choose("Dish"), .signIn(as: "alice", password: "wrong"), .signIn(as: "bob", password: nil),
                .signIn(as: "alice", password: nil),
            ], provider: "Dish", isSignedIn: true, asked: "Dish"),
        Row(
            name: "wrong password, then cancel",
            actions: [.choose("Dish"), .signIn(as: "alice", password: "wrong"), .cancel], error: .userCancelled,
            asked: "Dish"),
        Row(
            name: "network failure during sign-in", actions: [.choose("Dish"), .loseNetwork],
            error: .serviceTemporarilyUnavailable, asked: "Dish"),
        Row(
            name: "provider times out during sign-in", actions: [.choose("Dish"), .signIn(as: "alice", password: nil)],
            signInReply: .timeout, error: .serviceTemporarilyUnavailable, asked: "Dish"),
        Row(
            name: "provider rejects the user for good",
            actions: [.choose("Dish"), .signIn(as: "alice", password: nil)], signInReply: .rejected,
            error: .providerRejected, asked: "Dish"),
        Row(
            name: "provider does not accept the request",
            actions: [.choose("Dish"), .signIn(as: "alice", password: nil)], signInReply: .invalidVerificationToken,
            error: .invalidVerificationToken, asked: "Dish"),
    ]

    @Test("answers as the row says; every present is followed by a dismiss", arguments: rows)
    func byHand(row: Row) async throws {
        let world = try TestDevice(connection: TestProvider(signInReply: row.signInReply)).granted()
        try world.setViewer { $0.systemPicker = .none }
        try world.setBehaviour { $0.pickerRows = row.pickerRows }
        let delegate = RecordingDelegate(allows: row.allows)
        let manager = world.manager()
        manager.delegate = delegate

        async let answered = Self.answer(row, from: manager)
        let interface = try await world.nextInterface()
        for action in row.actions {
            let settlement = await interface.act(action)
            if action == row.actions.last { #expect(settlement == .ended) }
        }
        let answer = await answered

        #expect(answer.error?.code == row.error)
        #expect(answer.unsupportedProvider == row.unsupported)
        #expect(answer.provider == row.provider)
        #expect(try (world.device.account() != nil) == row.isSignedIn)
        var calls = ["present"]
        if let asked = row.asked { calls.append("should authenticate \(asked)") }
        calls.append("dismiss")
        #expect(delegate.calls == calls)
        #expect(world.device.screen.presented == nil)
        #expect(interface.page == nil)
    }

    @Test(
        "without a delegate nothing is presented and no user is signed in, whatever the user would do", arguments: rows
    )
    func withoutDelegate(row: Row) async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        try world.setBehaviour { $0.pickerRows = row.pickerRows }
        let answer = await Self.answer(row, from: world.manager())
        #expect(answer.error?.code == .providerRejected)
        #expect(world.device.screen.presented == nil)
        #expect(try world.device.account() == nil)
    }

    /// From where else than signed out the picker might come up.
    static let otherStarts: [(String, AccessPermission, Date??, VSError.Code?)] = [
        ("undetermined", .notDetermined, nil, .accessNotGranted), ("denied", .denied, nil, .accessNotGranted),
        ("restricted", .restricted, nil, .accessNotGranted), ("signed in", .granted, .some(.distantFuture), nil),
        ("signed in without end", .granted, .some(nil), nil), ("expired", .granted, .some(.distantPast), nil),
    ]

    @Test("only an app with access, on a device that is signed out, sees the picker", arguments: otherStarts)
    func otherStart(name: String, access: AccessPermission, expires: Date??, error: VSError.Code?) async throws {
        let world = TestDevice()
        try world.device.setPermission(access, for: world.bundleID)
        if let expires { try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: expires) }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer { $0.isInterruptionAllowed = true }
        #expect(answer.error?.code == error)
        #expect(delegate.calls.isEmpty)
    }

    @Test("an unimplemented gate allows every supported provider")
    func withoutGate() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = SilentDelegate()
        manager.delegate = delegate
        let answer = await manager.answer { $0.isInterruptionAllowed = true }
        #expect(answer.provider == "Dish")
        #expect(try world.device.account()?.subscriber == "alice")
    }

    private static func answer(_ row: Row, from manager: VSAccountManager) async -> Answer {
        await manager.answer { request in
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = row.supported
            request.applicationAccountProviders = [
                VSAccountApplicationProvider(localizedDisplayName: "Our own", identifier: "own")
            ]
        }
    }

    // MARK: - Scripted

    struct Script: Sendable, CustomTestStringConvertible {
        let name: String
        var picker: ViewerAnswers.SystemPicker = .cancel
        var signIn: ViewerAnswers.SignIn = .none
        var supported: [String] = []
        var error: VSError.Code?
        var provider: String?
        var testDescription: String { name }
    }

    static let scripts: [Script] = [
        Script(name: "cancel", error: .userCancelled),
        Script(name: "other", picker: .other, error: .unsupportedProvider),
        Script(name: "choose and sign in", picker: .choose(provider: "Dish", as: "alice"), provider: "Dish"),
        Script(
            name: "choose, and sign in as the sign-in page's answer says", picker: .choose(provider: "Dish", as: nil),
            signIn: .credentials(.init(name: "alice")), provider: "Dish"),
        Script(
            name: "choose, and type a wrong password: gives up", picker: .choose(provider: "Dish", as: nil),
            signIn: .credentials(.init(name: "alice", password: "wrong")), error: .userCancelled),
        Script(
            name: "choose, and close the sign-in page", picker: .choose(provider: "Dish", as: nil), signIn: .cancel,
            error: .userCancelled),
        Script(
            name: "choose without an answer for the page: closes it", picker: .choose(provider: "Dish", as: nil),
            error: .userCancelled),
        Script(name: "choose the app's own row", picker: .chooseApplicationProvider("own"), provider: "own"),
        Script(
            name: "choose a row that the app does not add: other", picker: .chooseApplicationProvider("another"),
            error: .unsupportedProvider),
        Script(
            name: "choose what the picker does not show: other", picker: .choose(provider: "Dish", as: "alice"),
            supported: ["Cablevision"], error: .unsupportedProvider),
    ]

    @Test("the scripted user answers without a test's help", arguments: scripts)
    func scripted(script: Script) async throws {
        let world = try TestDevice().granted()
        try world.setViewer {
            $0.systemPicker = script.picker
            $0.signIn = script.signIn
        }
        let delegate = RecordingDelegate()
        let manager = world.manager()
        manager.delegate = delegate
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.supportedAccountProviderIdentifiers = script.supported
            $0.applicationAccountProviders = [
                VSAccountApplicationProvider(localizedDisplayName: "Our own", identifier: "own")
            ]
        }
        #expect(answer.error?.code == script.error)
        #expect(answer.provider == script.provider)
        #expect(delegate.calls.first == "present")
        #expect(delegate.calls.last == "dismiss")
    }
}
