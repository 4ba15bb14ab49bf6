import AccessEnabler
import Foundation
import TVSimEntitlementService
import TVSimStructuredText
import TVSimulatorTesting
import Testing

@Suite("A launched app", .timeLimit(.minutes(5)))
struct LaunchedAppTests {
    static let signedIn = """
        schema: 1
        name: signed in at system level
        device:
          account: {provider: Cablevision, subscriber: alice}
          apps: {com.example.stream: {access: granted}, com.example.other: {access: denied}}
        """

    /// An MVPD that Apple does not know: the app's own picker, and the MVPD's page or a second screen.
    static func classic(_ viewer: String, platform: String = "iOS") -> String {
        """
        schema: 1
        name: classic sign-in
        device: {platform: \(platform), apps: {com.example.stream: {access: granted}}}
        viewer: \(viewer)
        service: {requestors: {REF30: {integrations: {Mediacom: {provider: Mediacom}}}}}
        providers:
          Mediacom: {boarding: none, subscribers: {erin: {entitlements: [REF30]}}}
        """
    }

    @Test(
        "is signed in silently if the user is signed in at system level, and receives a media token",
        .simulator(signedIn))
    func silentExchange() async throws {
        let app = try Simulator.current.launch()
        #expect(await app.mediaToken(for: "REF30") == nil)
        try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await app.expect(["setAuthenticationStatus(1, \"\")"]) { $0.checkAuthentication() }
        try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
        // Clear text, as the vendor's verifier takes it; only REST API V2 wraps it in Base64.
        let token = try #require(await app.mediaToken(for: "REF30"))
        #expect(token.hasPrefix("<signatureInfo>") && token.contains("<resourceID>REF30</resourceID>"))
        let judgement = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
            .judge(Data(token.utf8), resource: "REF30", requestor: "REF30", at: try Simulator.current.now())
        #expect(judgement.verdict == .valid, "\(judgement.reason)")
    }

    @Test(
        "uses its own device if the test runs on another",
        .simulator("schema: 1\nname: nobody\ndevice: {apps: {com.example.stream: {access: denied}}}\n"))
    func ownDevice() async throws {
        let other = try Simulator(profile: Self.signedIn)
        let (mine, its) = (try Simulator.current.launch(), other.launch())
        try await its.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await its.expect(["setAuthenticationStatus(1, \"\")"]) { $0.checkAuthentication() }
        try await mine.expect(["…", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await mine.expect(["…", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
    }

    @Test("reports every callback of several calls once and in order, including tracking", .simulator(signedIn))
    func severalCalls() async throws {
        let app = try Simulator.current.launch()
        let callbacks = try await app.callbacks {
            $0.checkAuthentication()
            $0.setRequestor("REF30")
        }
        #expect(callbacks.first == "setRequestorComplete(1)")
        #expect(callbacks.dropLast().last == "setAuthenticationStatus(1, \"\")")
        #expect(callbacks.last?.hasPrefix("sendTrackingData(authentication, \"true\", \"Cablevision\"") == true)
        #expect(try await app.callbacks() == [])
    }

    @Test(
        "has a scripted user who chooses in its picker and signs in on the page",
        .simulator(
            classic(
                """
                {appPicker: {choose: Mediacom}, signIn: {as: erin}}
                """)))
    func page() async throws {
        let app = try Simulator.current.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.expect([
            "…", "displayProviderDialog(Mediacom)", "navigateToUrl(…)", "setAuthenticationStatus(1, \"\")",
        ]) {
            $0.setOptions(["handleSVC": true])
            $0.getAuthentication()
        }
    }

    @Test(
        "has a scripted user who enters the code on a second screen while time passes",
        .simulator(classic("{appPicker: {choose: Mediacom}, secondScreen: {as: erin, after: 12s}}", platform: "tvOS")))
    func secondScreen() async throws {
        let simulator = try Simulator.current
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        let before = try simulator.now()
        try await app.expect(["…", "status(REGCODE)", "setAuthenticationStatus(1, \"\")"]) { $0.getAuthentication() }
        #expect(try simulator.now().timeIntervalSince(before) == 15)
    }

    @Test(
        "notices at its next call that time has passed",
        .simulator(classic("{appPicker: {choose: Mediacom}}", platform: "tvOS")))
    func time() async throws {
        let simulator = try Simulator.current
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.expect(["…", "status(REGCODE)"]) { $0.getAuthentication() }
        try simulator.perform("advance: 29m")
        try await app.expect([])
        try simulator.perform("advance: 2m")
        try await app.expect([
            "status(N130)", "setAuthenticationStatus(0, \"Generic Authentication Error\")",
            "selectedProvider(Mediacom)",
        ]) { $0.getSelectedProvider() }
    }

    @Test("finds the token of an earlier launch until it expires, after a relaunch or a new launch")
    func tokens() async throws {
        let viewer = "{appPicker: {choose: Mediacom}, signIn: {as: erin}}"
        try await withSimulator(profile: Self.classic(viewer)) { simulator in
            let app = simulator.launch()
            try await app.callbacks {
                $0.setRequestor("REF30")
                $0.getAuthentication()
            }
            try await app.relaunch()
            // A new process calls nothing of its own accord, and so it is with a new object.
            try await app.expect([])
            for launch in [app, simulator.launch()] {
                try await launch.callbacks { $0.setRequestor("REF30") }
                try await launch.expect(["setAuthenticationStatus(1, \"\")"]) { $0.checkAuthentication() }
            }
            try simulator.perform("advance: 31d")
            try await app.expect(["…", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
        }
    }

    @Test("reports no callbacks of calls before a relaunch", .simulator(signedIn))
    func relaunch() async throws {
        let app = try Simulator.current.launch()
        try await app.expect([]) { $0.checkAuthentication() }
        try await app.relaunch()
        // What waited for the requestor went with the process.
        try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    }

    @Test("is the app that the test names", .simulator(signedIn))
    func otherApp() async throws {
        let other = try Simulator.current.launch(as: "com.example.other")
        try await other.expect(["status(VSA403)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    }

    @Test("without a usage description fails its calls after a request for access until it is relaunched")
    func terminated() async throws {
        let profile = "schema: 1\nname: mute\ndevice: {apps: {com.example.stream: {usageDescription: false}}}\n"
        try await withSimulator(profile: profile) { simulator in
            let app = simulator.launch()
            try await app.expect(["status(VSA404)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
            for _ in 1...2 {
                let error = await #expect(throws: SimulatorError.self) {
                    try await app.callbacks { $0.getAuthentication() }
                }
                #expect(error?.code == .appTerminated)
                #expect("\(try #require(error))".contains("was terminated: it asked for access"))
            }
            try await app.relaunch()
            try simulator.perform(#"{"app": {"usageDescription": true}}"#)
            try await app.expect(["…", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        }
    }

    @Test("returns the page that it shows, on which the test acts as the user", .simulator(classic("{}")))
    func shownPage() async throws {
        let simulator = try Simulator.current
        let app = simulator.launch()
        #expect(await app.page() == nil)
        try await app.callbacks {
            $0.setRequestor("REF30")
            $0.setOptions(["handleSVC": true])
            $0.getAuthentication()
        }
        try await app.expect(["navigateToUrl(…)"]) { $0.setSelectedProvider("Mediacom") }
        let page = try #require(await app.page())
        let redirect = try #require(try await simulator.visit(page, as: "erin"))
        try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.handleExternalURL(redirect) }
        try await app.relaunch()
        #expect(await app.page() == nil)
    }

    /// An app that shows a code on a television, for which nobody has signed in yet.
    private func television() async throws -> (LaunchedApp, String) {
        let app = try Simulator.current.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.expect(["…", "status(REGCODE)"]) { $0.getAuthentication() }
        return (app, try #require(await app.code()))
    }

    static let secondScreenProfile: String = classic("{appPicker: {choose: Mediacom}}", platform: "tvOS")

    @Test(
        "reports an unknown code, and a failed sign-in",
        .simulator(secondScreenProfile))
    func wrongCode() async throws {
        let simulator = try Simulator.current
        let (app, code) = try await television()
        func refusal(_ code: String, as name: String, password: String? = nil) async throws -> SimulatorError {
            try await #require(throws: SimulatorError.self) {
                try await simulator.activate(code, as: name, password: password, fileID: "MyTests/TV.swift", line: 12)
            }
        }
        let unknown = "This code is unknown or has expired. Check the code on your TV."
        #expect(
            try await refusal("NOPE123", as: "erin").description
                == "MyTests/TV.swift:12: the code 'NOPE123' was not accepted: \(unknown)")
        #expect(try await refusal("", as: "erin").code == .notFound)
        let wrong = "The name or the password is wrong. Try again."
        #expect(
            try await refusal(code, as: "nobody").description
                == "MyTests/TV.swift:12: the sign-in as 'nobody' failed: \(wrong)")
        let error = await #expect(throws: SimulatorError.self) {
            try await simulator.activate(code, as: "erin", password: "wrong")
        }
        #expect(error?.code == .notSignedIn)
        try await simulator.activate(code, as: "erin")
        #expect(
            try await refusal(code, as: "erin").reason
                == "the code '\(code)' was not accepted: This code has already been used to sign in.")
        try simulator.perform("advance: 5s")
        try await app.expect(["setAuthenticationStatus(1, …)"])
    }

    @Test(
        "reports at the next call what it received before the test's own calls threw, unless it was relaunched",
        .simulator(secondScreenProfile), arguments: [false, true])
    func throwingCalls(isRelaunched: Bool) async throws {
        struct Oops: Error {}
        let simulator = try Simulator.current
        let (app, code) = try await television()
        try await simulator.activate(code, as: "erin")
        try simulator.perform("advance: 5s")
        await #expect(throws: Oops.self) { try await app.callbacks { _ in throw Oops() } }
        if isRelaunched {
            try await app.relaunch()
            return try await app.expect([])
        }
        try await app.expect(["setAuthenticationStatus(1, …)", "selectedProvider(Mediacom)"]) {
            $0.getSelectedProvider()
        }
        try await app.expect([])
    }

    @Test("reports what a cancelled call received, and what it waited for", .simulator(signedIn))
    func cancelledCall() async throws {
        let app = try Simulator.current.launch()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await app.expect(["setAuthenticationStatus(1, …)"], fileID: "MyTests/TV.swift", line: 12) {
                $0.checkAuthentication()
            }
        }
        let error = try await #require(throws: SimulatorError.self) { try await call.value }
        #expect(error.code == .cancelled)
        #expect(
            error.description.hasPrefix(
                """
                MyTests/TV.swift:12: the wait for the SDK to become idle was cancelled
                expected:
                    setAuthenticationStatus(1, …)
                received: none
                """))
    }

    @Test("has the media tokens of its own process only: a relaunch has none", .simulator(signedIn))
    func mediaTokens() async throws {
        let app = try Simulator.current.launch()
        try await app.callbacks {
            $0.setRequestor("REF30")
            $0.getAuthorization("REF30")
        }
        #expect(await app.mediaToken(for: "REF30") != nil)
        try await app.relaunch()
        #expect(await app.mediaToken(for: "REF30") == nil)
    }

    @Test("cannot be launched with an invalid bundle identifier", arguments: ["", "not a bundle!"])
    func badBundleID(_ bundleID: String) throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let error = try #require(throws: SimulatorError.self) {
            try simulator.launch(as: bundleID, fileID: "MyTests/TV.swift", line: 12)
        }
        #expect(error.description.hasPrefix("MyTests/TV.swift:12: invalid bundle identifier '\(bundleID)': "))
    }

    @Test(
        "returns the code that it shows, which the test enters on a second screen",
        .simulator(classic("{appPicker: {choose: Mediacom}}", platform: "tvOS")))
    func shownCode() async throws {
        let simulator = try Simulator.current
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        #expect(await app.code() == nil)
        try await app.expect(["…", "status(REGCODE)"]) { $0.getAuthentication() }
        let code = try #require(await app.code())
        try await simulator.activate(code, as: "erin")
        try simulator.perform("advance: 5s")
        try await app.expect(["setAuthenticationStatus(1, …)"])
    }

    @Test("reports that a call waits for setRequestor", .simulator(signedIn))
    func waits() async throws {
        let app = try Simulator.current.launch()
        let mismatch = await #expect(throws: CallbackMismatch.self) {
            try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }
        }
        #expect(try #require(mismatch).description.hasSuffix("note: the calls wait for setRequestor"))
    }

    @Test("makes one call at a time, in order, from any task", .simulator(signedIn))
    func turns() async throws {
        let app = try Simulator.current.launch()
        async let first = app.callbacks { $0.setRequestor("REF30") }
        async let second = app.callbacks { $0.getSelectedProvider() }
        let told = try await [first, second].flatMap { $0 }
        #expect(Set(told) == ["setRequestorComplete(1)", "selectedProvider(Cablevision)"])
        #expect(try await app.callbacks() == [])
    }
}
