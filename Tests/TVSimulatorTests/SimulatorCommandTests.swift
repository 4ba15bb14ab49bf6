import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing

@Suite("A simulator in a test")
struct SimulatorCommandTests {
    private static func simulator() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: an appliance
                clock: 2026-05-01T00:00:00Z
                app: {bundleID: com.example.own, requestor: REF30}
                device: {platform: tvOS, apps: {com.example.own: {access: granted}}}
                """)
    }

    @Test("performs the commands that a flow cannot contain, and resets to its own profile")
    func commands() throws {
        let simulator = try Self.simulator()
        let device = simulator.world.device
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
        try simulator.perform("expireAccount")
        #expect(try device.account()?.isExpired(at: simulator.now()) == true)
        try simulator.perform("setPermission: {bundleID: com.example.other, access: denied}")
        #expect(try device.permission(for: "com.example.other") == .denied)
        try simulator.perform("settings: {platform: iOS}")
        try simulator.perform("resetSettings")
        #expect(try device.settings().platform == .tvOS)
        try simulator.perform("permission: denied")
        try simulator.perform("resetApp")
        #expect(try device.permission(for: "com.example.own") == .granted)
        try simulator.perform("setClock: 2030-01-01T00:00:00Z")
        try simulator.perform("reset")
        #expect(try simulator.now() == Date(timeIntervalSince1970: 1_777_593_600))
        #expect(try device.account() == nil)
        #expect(try device.permission(for: "com.example.other") == .notDetermined)
        #expect(try device.settings().platform == .tvOS)
    }

    @Test("keeps the typed arguments of a command: equal in any notation, and offsets count from the change")
    func typedArguments() throws {
        let simulator = try Self.simulator()
        let (world, device) = (simulator.world, simulator.world.device)
        let description = try world.origin().description
        func command(_ text: String) throws -> SimulatorCommand { try ProfileDecoder.command(text, in: description) }
        let signIn = try command("signIn: {provider: Cablevision, as: alice, expires: +1d}")
        #expect(try command(#"{"signIn": {"expires": "+1d", "as": "alice", "provider": "Cablevision"}}"#) == signIn)
        #expect(
            Set([signIn, .signIn(provider: "Cablevision", subscriber: "alice", expires: .offset(86_400))]) == [signIn])
        for other in ["signIn: {provider: Cablevision, as: alice, expires: +2d}", "permission: denied", "signOut"] {
            #expect(try command(other) != signIn)
        }
        #expect(try JSONText.line(signIn.arguments) == #"{"as":"alice","expires":"+1d","provider":"Cablevision"}"#)
        #expect(SimulatorCommand.signOut.arguments == .null)
        try world.perform(.advanceClock(seconds: 3_600))
        try world.perform(signIn)
        #expect(try device.account()?.expires == simulator.now().addingTimeInterval(86_400))
        let blank = #expect(throws: CommandError.self) {
            try world.perform(.signIn(provider: " ", subscriber: "alice", expires: .never))
        }
        #expect(blank?.reason == "expected one line of text that is not empty")
        #expect(throws: CommandError.self) {
            try world.perform(.signIn(provider: "Dish", subscriber: "carol", expires: .never, grant: "a..b"))
        }
    }

    @Test("return a world whose profile says so to the clock of the machine")
    func followingClock() throws {
        let simulator = try Simulator(profile: "schema: 1\nname: today\nclock: follow\n")
        func isNow() throws -> Bool { try abs(simulator.world.simulation.clock.now().timeIntervalSinceNow) < 60 }
        #expect(try isNow())
        try simulator.perform("{setClock: 2026-01-01T00:00:00Z}")
        try simulator.perform("freezeClock")
        #expect(try !isNow())
        try simulator.perform("reset")
        #expect(try isNow())
        #expect(try simulator.world.simulation.clock.mode() == .following(offset: 0))
    }

    @Test("checks an event against the current world, with the changes of earlier events")
    func presentWorld() throws {
        let simulator = try Self.simulator()
        try simulator.perform("provider: {id: Cablevision, set: {subscribers: {zoe: {password: p}, bob: null}}}")
        try simulator.perform("signIn: {provider: Cablevision, as: zoe}")
        #expect(try simulator.world.device.account()?.subscriber == "zoe")
        try simulator.perform("viewer: {signIn: {as: zoe}, systemPicker: {choose: Cablevision, as: zoe}}")
        try simulator.perform("provider: {id: Mediacom, set: {boarding: supported}}")
        try simulator.perform("signIn: {provider: Mediacom, as: erin}")
        let error = #expect(throws: SimulatorError.self) {
            try simulator.perform("signIn: {provider: Cablevision, as: bob}")
        }
        #expect(error?.reason.contains("unknown subscriber 'bob' of Cablevision") == true)
    }

    @Test(
        "reports the event, the position in it, and the location in the test",
        arguments: [
            (
                "viewer: {appPicker: {choose: Mediacon}}",
                "'viewer: {appPicker: {choose: Mediacon}}', at 1:30: unknown MVPD 'Mediacon'; did you mean 'Mediacom'?",
                .notFound
            ),
            ("", "'', at 1:1: expected one event, found 0", .malformed),
            (
                "advance: 5s\n---\nsignOut",
                #"'advance: 5s\u{A}---\u{A}signOut', at 1:1: expected one event, found 2"#, .malformed
            ),
            (
                "permission: granted\nadvance: 5s",
                #"'permission: granted\u{A}advance: 5s', at 2:1: expected one action, "#
                    + "found 'permission' and 'advance'",
                .malformed
            ),
            ("expireAccount", "'expireAccount': cannot expire the account: no user is signed in", .notFound),
            ("logout", "'logout': 'logout' is a call of the app, not a command", .impossible),
            (
                "relaunch", "'relaunch': 'relaunch' is for the flow of a profile: launch the app again instead",
                .impossible
            ),
        ] as [(String, String, SimulatorError.Code)])
    func places(_ event: String, _ sentence: String, _ code: SimulatorError.Code) throws {
        let simulator = try Self.simulator()
        let error = try #require(throws: SimulatorError.self) {
            try simulator.perform(event, fileID: "MyTests/SignIn.swift", line: 12)
        }
        #expect(error.description == "MyTests/SignIn.swift:12: \(sentence)")
        #expect(error.place == "MyTests/SignIn.swift:12")
        #expect(error.code == code)
        #expect(error.localizedDescription == error.description)
        #expect((error as NSError).domain == "TVSimulator.SimulatorError")
        #expect((error as NSError).code == code.number)
    }

    @Test("rejects an app with an invalid bundle identifier", arguments: ["", "not a bundle!", "a..b"])
    func badBundleID(_ bundleID: String) async throws {
        let simulator = try Self.simulator()
        let error = await #expect(throws: SimulatorError.self) { try await simulator.run(as: bundleID) {} }
        #expect(error?.code == .impossible)
        #expect(error?.reason.hasPrefix("invalid bundle identifier '\(bundleID)': ") == true)
        #expect(throws: SimulatorError.self) { try simulator.softwareStatement(as: bundleID) }
    }

    @Test("returns the software statement of each app")
    func softwareStatements() throws {
        let simulator = try Self.simulator()
        let own = try simulator.softwareStatement()
        #expect(try simulator.softwareStatement(as: "com.example.own") == own)
        #expect(try simulator.softwareStatement(as: "com.example.other") != own)
    }

    @Test(
        "rejects a visit to a page that the world does not have",
        arguments: [
            ("https://www.example.com/", "'https://www.example.com/' is not a URL of this world"),
            ("", "'' is not a URL of this world"),
            ("garbage", "'garbage' is not a URL of this world"),
            ("https://api.auth.adobe.com/nowhere", "page not found: 'https://api.auth.adobe.com/nowhere'"),
        ])
    func noPage(_ url: String, _ sentence: String) async throws {
        let simulator = try Self.simulator()
        let error = await #expect(throws: SimulatorError.self) { try await simulator.visit(url, as: "erin") }
        #expect(error?.reason == sentence)
        #expect(error?.code == .notFound)
    }

    @Test("reports that a page cannot be loaded if the service does not respond")
    func unreachablePage() async throws {
        let simulator = try Self.simulator()
        try simulator.perform("fault: {at: service.authenticate, error: unreachable}")
        let error = await #expect(throws: SimulatorError.self) {
            try await simulator.visit("https://api.auth.adobe.com/activate")
        }
        #expect(error?.code == .unreachable)
        await #expect(throws: SimulatorError.self) { try await simulator.activate("ABCDEF", as: "erin") }
    }

    @Test(
        "rejects an invalid command with one line",
        arguments: [
            ("expireAccont", "unknown command 'expireAccont'; did you mean 'expireAccount'?"),
            ("checkAuthentication", "'checkAuthentication' is a call of the app, not a command"),
            ("expireAccount", "cannot expire the account: no user is signed in"),
            ("setClock: noon", "invalid instant 'noon': expected ISO 8601 in UTC, such as 2026-01-01T00:00:00Z"),
            ("setPermission: {bundleID: com.example.other}", "setPermission needs the key 'access'"),
            ("resetApp: a..b", "invalid bundle identifier 'a..b'"),
            (
                "setPermission: {bundleID: 'not a bundle!', access: granted}",
                "invalid bundle identifier 'not a bundle!'"
            ),
        ])
    func refusals(_ command: String, _ reason: String) throws {
        let simulator = try Self.simulator()
        let error = #expect(throws: (any Error).self) { try simulator.perform(command) }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(
        "an unusable device ends a program with the exit status of its error",
        arguments: [
            (StateError.Code.missing, 66), (.notADevice, 65), (.futureVersion, 65), (.malformedDocument, 65),
            (.unreadable, 74), (.unwritable, 74),
        ] as [(StateError.Code, Int32)])
    func statuses(code: StateError.Code, status: Int32) {
        let trouble = ProgramError(StateError(code, "what is wrong"))
        #expect(trouble?.kind.exitStatus == status && trouble?.sentence == "what is wrong")
    }

    @Test("a long quotation is shortened in the middle, and never gets longer")
    func shortened() {
        for (text, isCut) in [
            (String(repeating: "か", count: 1400), false), (String(repeating: "か", count: 4097), true),
        ] {
            #expect((text.shortened != text) == isCut && text.shortened.count <= text.count)
        }
    }

    @Test("a fault can occur in every operation of the service")
    func faultsOfTheService() throws {
        let listed = FaultCatalog.operations.filter { $0.name.hasPrefix("service.") }
        #expect(
            listed.map(\.name).sorted() == [
                "service.authenticate", "service.authorize", "service.configuration", "service.logout",
                "service.preauthorize", "service.profiles", "service.profilesSSO", "service.register",
                "service.resetTempPass", "service.sessions", "service.sessionsSSO", "service.singleSignOn",
                "service.token",
            ])
        for operation in listed {
            let target = try #require(FaultTarget.all.first { $0.name == operation.name })
            for none in ["200", "nonsense"] {
                #expect(ServiceFault(none, of: target) == nil)
            }
            for error in operation.errorNames where error != "400…599" {
                #expect(ServiceFault(error, of: target) != nil, "\(error)")
            }
        }
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        #expect(throws: (any Error).self) {
            try simulator.perform("fault: {at: service.resetTempPass, error: malformed}")
        }
        try simulator.perform("fault: {at: service.resetTempPass, error: timeout}")
    }
}
