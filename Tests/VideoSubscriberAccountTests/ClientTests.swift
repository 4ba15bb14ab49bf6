import AsyncApp
import CompletionHandlerApp
import Foundation
import MockingApp
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TestSupport
import Testing
import VideoSubscriberAccount

/// Apps as they ship, unchanged: they compile in both language modes and see what the device says.
@Suite(.waitsForPrograms) struct ClientTests {
    /// Compiles a source against the built modules, and returns what the compiler says.
    private static func compile(_ text: String, mode: String) throws -> (status: Int32, error: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appendingPathComponent("App.swift")
        try text.write(to: source, atomically: true, encoding: .utf8)
        let compiled = try Tool.run(
            "swiftc",
            ["-swift-version", mode, "-parse-as-library", "-warnings-as-errors", "-c", source.path, "-o"]
                + [folder.path + "/a.o"] + (try Modules.searchPaths()))
        return (compiled.status, compiled.error)
    }

    // MARK: - Completion handlers

    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        var access = AccessPermission.granted
        var account = false
        var picker = ViewerAnswers.SystemPicker.cancel
        var reply = ProviderReply.answered(.init(scheme: .saml, status: nil, body: "<Response/>"))
        let screens: [String]
        var testDescription: String { name }
    }

    static let stories: [Story] = [
        Story(name: "denied", access: .denied, screens: ["no access (2, 0)"]),
        Story(
            name: "signed in", account: true, screens: ["signed in with Cablevision, a response, valid true"]),
        Story(
            name: "signs in in the picker", picker: .choose(provider: "Cablevision", as: "alice"),
            screens: ["presented", "dismissed", "signed in with Cablevision, a response, valid true"]),
        Story(name: "cancels the picker", screens: ["presented", "dismissed", "cancelled"]),
        Story(name: "other provider", picker: .other, screens: ["presented", "dismissed", "own picker"]),
        Story(
            name: "a listed provider", picker: .choose(provider: "Suddenlink", as: nil),
            screens: ["presented", "dismissed", "web login for Suddenlink"]),
        Story(
            name: "a provider that the app refuses", picker: .choose(provider: "Dish", as: "alice"),
            screens: ["presented", "dismissed", "web login for Dish"]),
        Story(
            name: "the provider refuses", account: true,
            reply: .rejected(.init(scheme: .saml, status: "urn:denied", body: "<No/>")),
            screens: ["refused: urn:denied"]),
        Story(name: "unreachable", account: true, reply: .unreachable, screens: ["error 3"]),
        Story(
            name: "no SAML", account: true, reply: .answered(.init(scheme: .saml, status: nil, body: nil)),
            screens: ["no response from Cablevision"]),
    ]

    @Test("an app with completion handlers and NSError shows what happened", arguments: stories)
    func completionHandlers(story: Story) async throws {
        let world = TestDevice(connection: TestProvider(reply: story.reply))
        try world.device.setPermission(story.access, for: world.bundleID)
        if story.account { try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil) }
        try world.setViewer { $0.systemPicker = story.picker }
        let coordinator = await world.run { SignOnCoordinator(rootViewController: await UIViewController()) }
        await awaiting("end of the sign-in") { done in coordinator.start { done.resume() } }
        #expect(coordinator.screens == story.screens)
    }

    @Test("an app whose user refuses the alert has no access; the alert came once")
    func prompt() async throws {
        let world = TestDevice()
        // A second alert would be allowed.
        for prompt in [ViewerAnswers.Prompt.deny, .allow] {
            try world.setViewer { $0.accessPrompt = prompt }
            let coordinator = await world.run { SignOnCoordinator() }
            await awaiting("end of the sign-in") { done in coordinator.start { done.resume() } }
            #expect(coordinator.screens == ["no access (2, 0)"])
        }
    }

    @Test("an app that withdraws its request while the picker is up")
    func stop() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let coordinator = await world.run { SignOnCoordinator() }
        await awaiting("end of the sign-in") { done in
            coordinator.start { done.resume() }
            Task { [coordinator = UncheckedBox(coordinator)] in
                _ = try await world.nextInterface()
                coordinator.value.stop()
            }
        }
        #expect(coordinator.screens == ["presented", "dismissed", "cancelled"])
    }

    // MARK: - Mocks

    @Test("a subclassed manager and subclassed metadata stand in for the framework")
    func mocks() async throws {
        let world = TestDevice()
        let (fake, failing) = await world.run {
            (MockAccountManager(answer: FakeMetadata()), MockAccountManager(error: VSError(.rejected)))
        }
        func describe(_ manager: any AccountManaging) async -> String {
            let gateway = AccountGateway(manager: manager)
            return await awaiting("description", otherwise: "none") { done in
                gateway.describe { done.resume(returning: $0) }
            }
        }
        #expect(await describe(fake) == "Fake: 200 {\"userid\":\"1\"}")
        #expect(await describe(failing) == "failed with 6")
        #expect(fake.calls == ["enqueue": 1])
        #expect(try await fake.checkAccessStatus() == .granted)
    }

    @Test("the same app over the device itself: a provider of the api scheme")
    func api() async throws {
        let known = KnownProvider(identifier: "Own", displayName: "Own", boarding: .supported, schemes: [.api])
        let provider = TestProvider(reply: .answered(.init(scheme: .api, status: "ok", body: "{\"pairingid\":\"7\"}")))
        let world = try TestDevice(connection: Listing(known: [known], connection: provider)).granted()
        try world.device.signIn(provider: "Own", subscriber: "alice", expires: nil)
        let gateway = await world.run { AccountGateway() }
        let text = await awaiting("description", otherwise: "none") { done in
            gateway.describe { done.resume(returning: $0) }
        }
        #expect(text == "Own: ok {\"pairingid\":\"7\"}")
    }

    // MARK: - Async

    @Test("an app on the main actor catches errors by their codes")
    @MainActor
    func async() async throws {
        let world = TestDevice()
        func state() async throws -> String {
            let model = await world.run { SignOnModel() }
            await world.run { await model.start() }
            #expect(!model.isPresenting)
            return model.state
        }
        #expect(try await state() == "no access")
        try world.setViewer { $0.accessPrompt = .allow }
        #expect(try await state() == "cancelled")
        try world.setViewer { $0.systemPicker = .other }
        #expect(try await state() == "own picker")
        try world.setViewer { $0.systemPicker = .choose(provider: "Suddenlink", as: nil) }
        #expect(try await state() == "web login for Suddenlink")
        try world.setViewer { $0.systemPicker = .chooseApplicationProvider("own") }
        #expect(try await state() == "signed in with own")
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        #expect(try await state() == "signed in with Dish")
        try world.device.simulation.faults.add(Fault(operation: .enqueue, error: "unsupported"))
        #expect(try await state() == "error: TV providers are not supported in this region.")
    }

    @Test("an app on the main actor registers its account and keeps a token")
    @MainActor
    func userAccount() async throws {
        let world = TestDevice()
        let model = await world.run { SignOnModel() }
        let refused = try await world.run { try await model.registerAccount(identifier: "a") }
        #expect(!refused)
        try world.setViewer { $0.automaticSignIn = .allow }
        let kept = try await world.run { try await model.registerAccount(identifier: "b") }
        #expect(kept)
        #expect(try world.device.app(world.bundleID).userAccounts.map(\.identifier) == ["a", "b"])
        #expect(try world.device.app(world.bundleID).automaticSignIn.token == "token of b")
    }
}

/// A value that a test hands to another task by hand.
private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension ClientTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test(
            "compiles in Swift 5 and in Swift 6",
            arguments: [
                "CompletionHandlerApp/SignOnCoordinator.swift", "MockingApp/AccountGateway.swift",
                "AsyncApp/SignOnModel.swift", "StatusClient/main.swift",
            ], ["5", "6"])
        func compiles(file: String, mode: String) throws {
            let source = Repository.root.appendingPathComponent("Tests/Clients/\(file)").path
            let object = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".o")
            defer { try? FileManager.default.removeItem(at: object) }
            // An object is made, since the checks for data races come after those for types.
            let compiled = try Tool.run(
                "swiftc",
                ["-swift-version", mode, "-c", source, "-o", object.path] + (try Modules.searchPaths())
                    + (file.hasSuffix("main.swift") ? [] : ["-parse-as-library"]))
            #expect(compiled.status == 0, "\(compiled.error)")
        }

        @Test(
            "the texts of a preauthorization's status are taken as they are, and asked for nil", arguments: ["5", "6"])
        func textsOfAStatus(mode: String) throws {
            let compiled = try compile(
                """
                import AccessEnabler

                func describe(_ status: Status) -> String {
                    var told: [String] = []
                    if let message = status.getMessage() { told.append(message) }
                    if let details = status.getDetails(), !details.isEmpty { told.append(details) }
                    guard let code = status.getCode(), status.getTrace() != nil else { return "" }
                    return code + told.joined()
                }

                func report(_ status: Status) -> [String] {
                    let action: String = status.getAction()
                    switch action {
                    case "retry": return [status.getCode().uppercased(), status.getHelpUrl()]
                    default: return [status.getMessage(), status.getDetails(), status.getTrace() + action]
                    }
                }
                """, mode: mode)
            #expect(compiled.status == 0, "\(compiled.error)")
        }

        @Test(
            "a source that imports the framework or the SDK alone has what their headers bring", arguments: ["5", "6"])
        func importsAlone(mode: String) throws {
            let framework = try compile(
                """
                import VideoSubscriberAccount

                final class Coordinator: NSObject {
                    func ask(_ done: @escaping @Sendable (Bool) -> Void) {
                        VSAccountManager().checkAccessStatus(options: [:]) { status, _ in
                            DispatchQueue.main.async { done(status == .granted) }
                        }
                    }
                }
                """, mode: mode)
            #expect(framework.status == 0, "\(framework.error)")
            let sdk = try compile(
                """
                import AccessEnabler

                class MockEnabler: AccessEnabler {
                    override init(_ softwareStatement: String) { super.init(softwareStatement) }
                }

                struct Row {
                    let id, name: String
                    let logo: URL?
                    init?(_ mvpd: MVPD) {
                        guard let id = mvpd.id else { return nil }
                        self.id = id
                        name = mvpd.displayName ?? ""
                        logo = mvpd.logoURL.flatMap(URL.init(string:))
                    }
                }

                func show(_ viewController: UIViewController, at date: Date) {}
                """, mode: mode)
            #expect(sdk.status == 0, "\(sdk.error)")
        }

        @Test("sources that import UIKit compile with the optional product", arguments: ["5", "6"])
        func importsUIKit(mode: String) throws {
            let compiled = try compile(
                """
                import UIKit
                import VideoSubscriberAccount

                class RootViewController: UIViewController, VSAccountManagerDelegate {
                    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
                        present(viewController, animated: true, completion: nil)
                    }
                    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
                        viewController.dismiss(animated: true, completion: nil)
                    }
                }
                """, mode: mode)
            let alone = try compile(
                """
                import UIKit

                final class Screen: UIViewController {
                    override func viewDidLoad() { modalPresentationStyle = .fullScreen }

                    var topmost: UIViewController? {
                        var top = UIApplication.shared.windows.filter { $0.isKeyWindow }.first?.rootViewController
                        while let next = top?.presentedViewController { top = next }
                        return top
                    }
                }
                """, mode: mode)
            #expect(alone.status == 0, "\(alone.error)")
            // In Swift 6 a delegate must say how it comes to the main actor, as on Apple's platforms.
            #expect((compiled.status == 0) == (mode == "5"), "\(compiled.error)")
        }
    }
}
