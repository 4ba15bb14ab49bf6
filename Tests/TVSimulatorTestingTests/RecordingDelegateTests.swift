import AccessEnabler
import Foundation
import TVSimulatorTesting
import Testing
import VideoSubscriberAccount

@Suite("A recording delegate", .timeLimit(.minutes(5)))
struct RecordingDelegateTests {
    /// The code that is tested: an app that plays as soon as it may.
    ///
    /// Unchecked: the SDK calls it on the main queue, and tests read it when they were told.
    final class Player: NSObject, EntitlementDelegate, EntitlementStatus, @unchecked Sendable {
        let enabler: AccessEnabler
        private(set) var told: [String] = []

        init(_ statement: String) {
            enabler = AccessEnabler(statement)
            super.init()
            enabler.delegate = self
            enabler.statusDelegate = self
        }

        func start() { enabler.setRequestor("REF30") }

        func setRequestorComplete(_ status: Int32) {
            told.append("setRequestorComplete")
            enabler.getAuthorization("REF30")
        }

        func setToken(_ token: String!, forResource resource: String!) { told.append("setToken \(token.count)") }
        func status(_ statusDictionary: [AnyHashable: Any]!) { told.append("status") }
        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { told.append("authentication") }
        func preauthorizedResources(_ resources: [Any]!) { told.append("preauthorized \(resources ?? [])") }
        func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {
            told.append("failed")
        }
        func selectedProvider(_ mvpd: MVPD!) { told.append("provider \(mvpd.id ?? "")") }
        func displayProviderDialog(_ mvpds: [Any]!) { told.append("dialog \(mvpds.count)") }
        func sendTrackingData(_ data: [Any]!, forEventType event: Int32) { told.append("tracking") }
        func setMetadataStatus(_: Any!, encrypted: Bool, forKey: Int32, andArguments: [AnyHashable: Any]!) {
            told.append("metadata \(forKey)")
        }
        func navigate(toUrl url: String!) { told.append("navigate") }
        func navigate(toUrl url: String!, useSVC: Bool) { told.append("navigate \(useSVC)") }
        func presentTvProviderDialog(_ viewController: UIViewController!) { told.append("present") }
        func dismissTvProviderDialog(_ viewController: UIViewController!) { told.append("dismiss") }
    }

    private func player() async throws -> (Simulator, Player, RecordingDelegate) {
        let simulator = try Simulator(profile: LaunchedAppTests.signedIn)
        let statement = try simulator.softwareStatement()
        let player = await simulator.run { Player(statement) }
        return (simulator, player, RecordingDelegate(of: player.enabler))
    }

    @Test("forwards the provider that the app asked for")
    func forwardsProvider() async throws {
        let (_, player, delegate) = try await player()
        player.start()
        try await delegate.next("setToken(…)")
        player.enabler.getSelectedProvider()
        #expect(try await delegate.next("selectedProvider(…)").contains("Cablevision"))
        #expect(player.told.last == "provider Cablevision")
    }

    @Test("forwards everything before the test receives it, and keeps the media token")
    func forwards() async throws {
        let (_, player, delegate) = try await player()
        player.start()
        #expect(try await delegate.next("setToken(…)") == "setToken(REF30)")
        let token = try #require(delegate.mediaToken(for: "REF30"))
        #expect(player.told.first == "setRequestorComplete")
        #expect(player.told.last == "setToken \(token.count)")
        try delegate.expect(["setRequestorComplete(1)", "setToken(REF30)"])
    }

    @Test("forwards each kind of callback once, as the SDK does")
    func everyKind() throws {
        let player = Player("")
        let delegate = RecordingDelegate(forwardingTo: player)
        delegate.status(["errorId": "N000"])
        delegate.setAuthenticationStatus(0, errorCode: "x")
        delegate.preauthorizedResources(["A"])
        delegate.tokenRequestFailed("A", errorCode: "x", errorDescription: "y")
        delegate.displayProviderDialog([])
        delegate.sendTrackingData([], forEventType: 0)
        delegate.setMetadataStatus(nil, encrypted: false, forKey: METADATA_DEVICE_ID, andArguments: [:])
        delegate.navigate(toUrl: "a")
        delegate.navigate(toUrl: "b", useSVC: true)
        delegate.presentTvProviderDialog(nil)
        delegate.dismissTvProviderDialog(nil)
        #expect(
            player.told == [
                "status", "authentication", "preauthorized [\"A\"]", "failed", "dialog 0", "tracking",
                "metadata \(METADATA_DEVICE_ID)", "navigate", "navigate true", "present", "dismiss",
            ])
        try delegate.expect([
            "status(N000)", "setAuthenticationStatus(0, \"x\")", "preauthorizedResources(A)",
            "tokenRequestFailed(A, \"x\", \"y\")", "displayProviderDialog()", "sendTrackingData(…)",
            "setMetadataStatus(deviceID, nil)", "navigateToUrl(a)", "navigateToUrl(b, useSVC: true)",
            "presentTvProviderDialog", "dismissTvProviderDialog",
        ])
    }

    @Test("waits for a callback that has not arrived, skips others, and finds one that has")
    func next() async throws {
        let delegate = RecordingDelegate()
        async let awaited = delegate.next("selectedProvider(…)")
        delegate.setRequestorComplete(1)
        delegate.selectedProvider(nil)
        #expect(try await awaited == "selectedProvider(nil)")
        delegate.sendTrackingData(["x"], forEventType: TRACKING_AUTHENTICATION)
        delegate.setRequestorComplete(0)
        #expect(try await delegate.next("…") == "setRequestorComplete(0)")
        #expect(delegate.callbacks.count == 4)
    }

    @Test("finds each callback once, whether it arrived before the wait or ended it")
    func once() async throws {
        let delegate = RecordingDelegate()
        for resources in [["A", "B"], ["C", "D"]] {
            let waiting = Task { try await delegate.next("setToken(…)") }
            // The callback arrives during the wait if the task has begun by now; the result is the same if not.
            for _ in 0..<100 { await Task.yield() }
            delegate.setToken("t", forResource: resources[0])
            #expect(try await waiting.value == "setToken(\(resources[0]))")
            delegate.setToken("t", forResource: resources[1])
            #expect(try await delegate.next("setToken(…)") == "setToken(\(resources[1]))")
        }
    }

    @Test("compares what was waited for, then the rest")
    func expect() async throws {
        let delegate = RecordingDelegate()
        for status: Int32 in [1, 0, 1] { delegate.setRequestorComplete(status) }
        try await delegate.next("setRequestorComplete(0)")
        try delegate.expect(["setRequestorComplete(1)", "setRequestorComplete(0)"])
        try delegate.expect(["setRequestorComplete(1)"])
        try delegate.expect([])
        // What was compared does not end a later wait.
        let error = await #expect(throws: SimulatorError.self) {
            try await delegate.next("setRequestorComplete(…)", within: .zero)
        }
        #expect(error?.code == .timedOut && error?.description.hasSuffix("received: none") == true)
        delegate.setRequestorComplete(0)
        #expect(try await delegate.next("setRequestorComplete(…)") == "setRequestorComplete(0)")
        try delegate.expect(["setRequestorComplete(0)"])
    }

    @Test("compares the callbacks with those that the documents allow in a situation")
    func situation() async throws {
        let situation = try Situation("access=denied")
        try await withSimulator(in: situation) { simulator in
            let enabler = AccessEnabler(try simulator.softwareStatement())
            let delegate = RecordingDelegate(of: enabler)
            enabler.setRequestor("REF30")
            try await delegate.next("setRequestorComplete(…)")
            try delegate.expect(.setRequestor, in: situation)
            enabler.checkAuthentication()
            try await delegate.next("setAuthenticationStatus(…, …)")
            let granted = try Situation("baseline")
            let error = #expect(throws: CallbackMismatch.self) {
                try delegate.expect(.checkAuthentication, in: granted, fileID: "Mine.swift", line: 3)
            }
            #expect(error?.description.hasPrefix("Mine.swift:3: ") == true)
            #expect(error?.description.contains("setAuthenticationStatus(0") == true)
        }
    }

    @Test("stops waiting when the test is cancelled, before or during the wait", arguments: [true, false])
    func cancellation(before: Bool) async throws {
        let delegate = RecordingDelegate()
        let waiting = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            return try await delegate.next("setToken(…)")
        }
        if !before {
            await Task.yield()
            waiting.cancel()
        }
        let error = await #expect(throws: SimulatorError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        // Nobody waits any more: whoever asks next gets it.
        delegate.setToken("t", forResource: "A")
        #expect(try await delegate.next("setToken(…)") == "setToken(A)")
    }

    @Test("reports after a timeout what it waited for, what it received, and what the SDK waits for")
    func limited() async throws {
        let (_, player, delegate) = try await player()
        player.enabler.checkAuthentication()
        delegate.setRequestorComplete(0)
        let error = try await #require(throws: SimulatorError.self) {
            try await delegate.next(
                "setAuthenticationStatus(1, …)", within: .zero, fileID: "MyTests/SignIn.swift", line: 12)
        }
        #expect(error.code == .timedOut)
        #expect(
            error.description == """
                MyTests/SignIn.swift:12: timed out after 0.0 seconds while waiting for setAuthenticationStatus(1, …)
                received:
                    setRequestorComplete(0)
                note: the calls wait for setRequestor
                """)
        player.start()
        // Long enough wherever other tests hold all threads.
        #expect(try await delegate.next("setToken(…)", within: .seconds(600)) == "setToken(REF30)")
    }

    @Test(
        "waits for unusual lines that a callback can match",
        arguments: [
            "setAuthenticationStatus(0, null)", "tokenRequestFailed(News, live, \"Z100\", …)",
            "tokenRequestFailed(…, …, …)",
            "sendTrackingData(authorization, \"true\", …)", "setMetadataStatus(zip, [\"1\", \"2\"])",
            "displayProviderDialog()", "navigateToUrl(https://a.example/?a=1,2)",
        ])
    func possible(line: String) async throws {
        let error = await #expect(throws: SimulatorError.self) {
            try await RecordingDelegate().next(line, within: .zero)
        }
        #expect(error?.code == .timedOut)
    }

    @Test("returns the last page and code that the app was asked to show")
    func shown() throws {
        let delegate = RecordingDelegate()
        #expect(delegate.page == nil && delegate.code == nil)
        delegate.navigate(toUrl: "https://a.example/1")
        delegate.status(["errorId": "REGCODE", "message": "ABCDEF"])
        delegate.navigate(toUrl: "https://a.example/2")
        delegate.status(["errorId": "N000", "message": "nobody is signed in"])
        #expect(delegate.page == "https://a.example/2")
        #expect(delegate.code == "ABCDEF")
    }

    @Test(
        "rejects immediately a line that no callback matches",
        arguments: [
            ("setAuthenticationStatus(…)", "setAuthenticationStatus has 2 arguments, found 1"),
            ("sendTrackingData", "sendTrackingData has at least 1 argument, found 0"),
            ("setToken", "setToken has 1 argument, found 0"),
            (
                "setRequestorComplete(true)",
                "no callback matches 'setRequestorComplete(true)': expected 0 or 1, found 'true'"
            ),
            (
                "setAuthenticationStatus(2, …)",
                "no callback matches 'setAuthenticationStatus(2, …)': expected 0 or 1, found '2'"
            ),
            (
                "setAuthenticationStatus(0, User Not Authenticated Error)",
                "expected a quoted string, found 'User Not Authenticated Error'; "
                    + "did you mean '\"User Not Authenticated Error\"'?"
            ),
            (
                "tokenRequestFailed(News, live, Z100, …)",
                "expected a quoted string, found 'Z100'; did you mean '\"Z100\"'?"
            ),
            (
                "sendTrackingData(login, …)",
                "expected one of authentication, authorization, mvpdSelection, found 'login'"
            ),
            (
                "setAuthenticationStatus(0, ...)",
                "invalid placeholder '...' in 'setAuthenticationStatus(0, ...)'; did you mean '…'?"
            ),
            ("status(...)", "did you mean '…'?"),
            ("displayProviderDialog(...)", "did you mean '…'?"),
            ("setTokn(…)", "unknown callback 'setTokn'; did you mean 'setToken'?"),
            ("setToken(", "invalid callback 'setToken(': expected 'name(argument, …)' or '…'"),
        ])
    func impossible(line: String, complaint: String) async throws {
        let error = await #expect(throws: (any Error).self) { try await RecordingDelegate().next(line) }
        #expect(try "\(#require(error))".hasSuffix(complaint))
    }
}
