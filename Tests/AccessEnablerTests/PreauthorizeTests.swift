import AccessEnabler
import Foundation
import TVSimulator
import TestSupport
import Testing

/// `preauthorize`, its builder, its answers and the six ways in which the SDK itself fails.
@Suite("preauthorize")
struct PreauthorizeTests {
    /// What came back.
    enum Answer: Sendable, Equatable {
        case response(decisions: [String], status: String?)
        case failure(String, action: String, status: Int)
    }

    /// Asks, and waits for the one answer.
    static func ask(
        _ enabler: AccessEnabler, _ resources: [String], without features: Set<PreauthorizeRequest.Feature> = []
    ) async -> Answer {
        await awaiting("answer", otherwise: .failure("no answer", action: "", status: -1)) { continuation in
            let request = PreauthorizeRequest.Builder().setResources(resources: resources)
                .disableFeatures(features: features).build()
            let callback = AccessEnablerCallback<PreauthorizeResponse>(
                onResponse: { response in
                    let decisions = response.getDecisions().map { decision in
                        let error = decision.getError().map { " " + $0.getCode() } ?? ""
                        return "\(decision.getId()) \(decision.isAuthorized())\(error)"
                    }
                    continuation.resume(
                        returning: .response(decisions: decisions, status: response.getStatus()?.getCode()))
                },
                onFailure: { response in
                    let status = response.getStatus()
                    continuation.resume(
                        returning: .failure(
                            status?.getCode() ?? "", action: status?.getAction() ?? "",
                            status: status?.getStatus() ?? -1))
                })
            enabler.preauthorize(request, didCompleteWith: callback)
        }
    }

    static let signedIn = """
        schema: 1
        name: preauthorize
        device:
          apps: {com.example.stream: {access: granted}}
          account: {provider: Cablevision, subscriber: alice}
        """

    @Test(
        "decides about each resource, with the reason of a denial",
        .proves(
            "preauthorize", "PreauthorizeRequest.Builder", "AccessEnablerCallback", "PreauthorizeResponse", "Decision",
            "Status"))
    func decisions() async throws {
        let app = try await TestApp.launched(in: try Simulator(profile: Self.signedIn))
        let answer = await Self.ask(app.enabler, ["A", "REF30"])
        #expect(
            answer == .response(decisions: ["A false preauthorization_denied_by_mvpd", "REF30 true"], status: nil))
    }

    @Test(
        "gives decisions without reasons if the requestor has no enhanced errors, but still reports failures"
    )
    func withoutEnhancedErrors() async throws {
        let simulator = try Simulator(
            profile: Self.signedIn + """

                service:
                  requestors:
                    REF30: {enhancedErrors: false, integrations: {Cablevision: {}}}
                """)
        let app = try await TestApp.launched(in: simulator)
        // Twice: the second answer is remembered.
        for _ in 1...2 {
            #expect(
                await Self.ask(app.enabler, ["A", "REF30"])
                    == .response(decisions: ["A false", "REF30 true"], status: nil))
        }
        try simulator.perform("fault: {at: service.preauthorize, error: too_many_resources}")
        #expect(await Self.ask(app.enabler, ["B"]) == .response(decisions: [], status: "too_many_resources"))
    }

    @Test(
        "answers from the local cache unless it is switched off", .proves("LOCAL_CACHE", "REMOTE_CACHE"),
        arguments: [(PreauthorizeRequest.Feature.LOCAL_CACHE, true), (.REMOTE_CACHE, false)])
    func cache(switchedOff: PreauthorizeRequest.Feature, asksAgain: Bool) async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        _ = await Self.ask(app.enabler, ["REF30"])
        try simulator.perform("fault: {at: service.preauthorize, error: too_many_resources}")
        let answer = await Self.ask(app.enabler, ["REF30"], without: [switchedOff])
        #expect(
            answer
                == (asksAgain
                    ? .response(decisions: [], status: "too_many_resources")
                    : .response(decisions: ["REF30 true"], status: nil)))
        // The journal says why the service was asked again.
        let calls = try simulator.journal().filter { $0.hasPrefix("AccessEnabler: preauthorize: called") }
        #expect(calls.count == 2)
        #expect(calls.map { $0.contains("cache") } == [false, asksAgain])
    }

    @Test("asks again about a resource that the service did not know, and remembers the provider's decision")
    func remembersDecisions() async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        try simulator.perform("fault: {at: service.preauthorize, error: network_connection_timeout, times: 1}")
        #expect(
            await Self.ask(app.enabler, ["REF30"])
                == .response(decisions: ["REF30 false network_connection_timeout"], status: nil))
        #expect(await Self.ask(app.enabler, ["REF30"]) == .response(decisions: ["REF30 true"], status: nil))
    }

    @Test("fails before a requestor is set", .proves("requestor_not_configured"))
    func noRequestor() async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        #expect(
            await Self.ask(app.enabler, ["REF30"])
                == .failure("requestor_not_configured", action: "retry", status: 0))
    }

    @Test("fails if the user is not authenticated", .proves("authentication_session_missing"))
    func nobody() async throws {
        let app = try await TestApp.launched(in: try Simulator(profile: "schema: 1\nname: nobody\n"))
        #expect(
            await Self.ask(app.enabler, ["REF30"])
                == .failure("authentication_session_missing", action: "authentication", status: 0))
    }

    @Test("fails if the authentication has expired", .proves("authentication_session_expired"))
    func expired() async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        try simulator.perform("advance: 31d")
        #expect(
            await Self.ask(app.enabler, ["REF30"])
                == .failure("authentication_session_expired", action: "authentication", status: 0))
    }

    @Test(
        "fails if the service cannot be reached or its response cannot be read",
        .proves("access_token_unavailable", "server_response_format_unknown", "network_error"),
        arguments: [
            ("{at: service.token, error: invalid_client}", "access_token_unavailable"),
            ("{at: service.preauthorize, error: malformed}", "server_response_format_unknown"),
            ("{at: service.preauthorize, error: unreachable}", "network_error"),
        ])
    func trouble(fault: String, code: String) async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        // The access token is over by then, and the person's authentication is not.
        try simulator.perform("advance: 1d")
        try simulator.perform("fault: \(fault)")
        #expect(await Self.ask(app.enabler, ["REF30"]) == .failure(code, action: "none", status: 0))
    }

    @Test("distinguishes its own errors, which have no help URL and no trace; 429 asks the app to wait")
    func whoseError() async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        var words: [[String]] = []
        for error in ["unreachable", "429", "invalid_parameter_resources"] {
            try simulator.perform("fault: {at: service.preauthorize, error: \(error), times: 1}")
            words.append(
                await awaiting("answer", otherwise: []) { continuation in
                    func tell(_ response: PreauthorizeResponse) {
                        let status = response.getStatus()
                        continuation.resume(
                            returning: [
                                status?.getCode() ?? "nil", status?.getAction() ?? "nil",
                                status?.getHelpUrl()?.isEmpty == false ? "explained" : "",
                                status?.getTrace()?.isEmpty == false ? "traced" : "",
                            ])
                    }
                    // An app's own double calls the methods that the vendor documents.
                    let inner = AccessEnablerCallback<PreauthorizeResponse>(onResponse: tell, onFailure: tell)
                    let callback = AccessEnablerCallback<PreauthorizeResponse>(
                        onResponse: { inner.onResponse(result: $0) }, onFailure: { inner.onFailure(result: $0) })
                    app.enabler.preauthorize(
                        PreauthorizeRequest.Builder().setResources(resources: ["REF30"]).build(),
                        didCompleteWith: callback)
                })
        }
        #expect(
            words == [
                ["network_error", "none", "", ""], ["http_status_429", "retry-after", "", ""],
                ["invalid_parameter_resources", "none", "explained", "traced"],
            ])
    }

    @Test("of the same requestor, set again, keep repeated denials and forget decisions without a lifetime")
    func sameRequestor() async throws {
        let simulator = try Simulator(profile: Self.signedIn)
        let app = try await TestApp.launched(in: simulator)
        app.enabler.checkPreauthorizedResources(["REF30"])
        #expect(await app.next(1) == ["preauthorizedResources [\"REF30\"]"])
        for _ in 1...9 {
            app.enabler.checkAuthorization("A")
            #expect(await app.next(2).first == "status Z100")
        }
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        app.enabler.checkAuthorization("A")
        #expect(await app.next(2).first == "status Z110")
        try simulator.perform("fault: {at: service.preauthorize, error: unreachable, times: 1}")
        app.enabler.checkPreauthorizedResources(["REF30"])
        #expect(await app.next(2).last == "preauthorizedResources []", "the service is asked again")
    }

    @Test("forgets decisions and the number of denials when another user signs in with another app")
    func anotherPerson() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator, as: "com.example.stream")
        let other = try await TestApp.launched(in: simulator, as: "com.example.news")
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.checkPreauthorizedResources(["REF30", "A"])
        #expect(await app.next(1) == ["preauthorizedResources [\"REF30\"]"])
        for _ in 1...9 {
            app.enabler.checkAuthorization("A")
            #expect(await app.next(2).first == "status Z100")
        }
        other.enabler.logout()
        #expect(await other.next(1).first?.hasPrefix("navigate ") == true)
        other.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await other.next(1) == [LogoutTests.out])
        try await other.signIn(with: "Cablevision", as: "bob", in: simulator)
        app.enabler.checkPreauthorizedResources(["REF30", "A"])
        #expect(await app.next(1) == ["preauthorizedResources []"])
        app.enabler.checkAuthorization("A")
        #expect(await app.next(2).first == "status Z100")
    }
}
