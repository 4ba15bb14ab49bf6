import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import Testing

/// What the service says of a failure reaches the app, whatever the HTTP status that comes with it.
@Suite("The service's messages")
struct ServiceWordsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let operation: String
        let code: String
        let call: String
        let errorID: String
        /// The key of the status under which the words stand.
        let key: String
        var testDescription: String { "\(operation) \(code)" }
    }

    static let rows = [
        Row(
            operation: "profilesSSO", code: "invalid_configuration_platform_services", call: "getAuthentication",
            errorID: "AAPL", key: "details"),
        Row(
            operation: "sessionsSSO", code: "invalid_configuration_platform", call: "getAuthentication",
            errorID: "AAPL", key: "details"),
        Row(
            operation: "preauthorize", code: "internal_server_error", call: "checkPreauthorizedResources",
            errorID: "P100", key: "message"),
        Row(
            operation: "authorize", code: "internal_server_error", call: "getAuthorization", errorID: "Z500",
            key: "message"),
        Row(
            operation: "configuration", code: "internal_server_error", call: "setRequestor", errorID: "CFG500",
            key: "message"),
    ]

    @Test("appear in the status that the app gets", arguments: rows)
    func wordsOfErrors(_ row: Row) async throws {
        let text = """
            schema: 1
            name: words
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            viewer: {appPicker: cancel}
            faults: [{at: service.\(row.operation), error: \(row.code)}]
            flow:
              - setRequestor: REF30
              - getAuthentication
              - getAuthorization: REF30
              - checkPreauthorizedResources: [REF30]
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "words").first)
        let report = try await ProfileRunner().run(profile)
        let step = try #require(report.steps.first { $0.action.call == row.call })
        let words = step.callbacks.compactMap { callback -> String? in
            guard callback.text.hasPrefix("status(\(row.errorID))"),
                case .object(let status)? = callback.arguments.first
            else { return nil }
            return status[row.key]?.string
        }
        #expect(words.count == 1 && words.first?.hasPrefix(row.code) == true, "\(step.callbacks.map(\.text)) \(words)")
    }

    @Test("a failing service does not remove the token of a degradation")
    func keepsToken() async throws {
        let text = """
            schema: 1
            name: degraded
            viewer: {appPicker: {choose: Cablevision}}
            service:
              requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false, degradation: AuthNAll}}}}
            flow:
              - setRequestor: REF30
              - {getAuthentication: , expect: [..., 'setAuthenticationStatus(1, ...)']}
              - fault: {at: service.profiles, error: internal_server_error}
              - setRequestor: REF30
              - {checkAuthentication: , expect: [..., 'setAuthenticationStatus(1, ...)']}
            """.replacing("...", with: "…")
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "degraded").first)
        let report = try await ProfileRunner().run(profile)
        #expect(report.steps.last?.callbacks.last?.text.hasPrefix("setAuthenticationStatus(1") == true)
    }

    @Test(
        "about a failed exchange are not reported as a refusal of the provider's response",
        arguments: [
            ("internal_server_error", "The request for the exchange failed."),
            ("invalid_parameter_saml_response", "The service did not accept the TV provider's response."),
        ])
    func failedExchange(error: String, message: String) async throws {
        let text = """
            schema: 1
            name: exchange
            device: {apps: {com.example.stream: {access: granted}}, account: {provider: Cablevision, subscriber: alice}}
            viewer: {appPicker: cancel}
            faults: [{at: service.profilesSSO, error: \(error)}]
            flow: [setRequestor: REF30, getAuthentication]
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "exchange").first)
        let report = try await ProfileRunner().run(profile)
        let messages = report.steps.last?.callbacks.compactMap { callback -> String? in
            guard callback.text.hasPrefix("status(AAPL)"), case .object(let status)? = callback.arguments.first else {
                return nil
            }
            return status["message"]?.string
        }
        #expect(messages == [message])
    }

    @Test(
        "about a denial reach the user if they are the programmer's, and otherwise only the status",
        arguments: [
            ("degradation: AuthZNone, degradationMessage: Back at nine.", "Back at nine.", "Back at nine."),
            ("degradation: AuthZNone", EnhancedErrorCode.authorizationDeniedByDegradationRule.message, ""),
            ("", EnhancedErrorCode.authorizationDeniedByMVPD.message, ""),
        ])
    func denial(integration: String, message: String, description: String) async throws {
        let text = """
            schema: 1
            name: denial
            device: {apps: {com.example.stream: {access: granted}}, account: {provider: Cablevision, subscriber: alice}}
            service: {requestors: {REF30: {integrations: {Cablevision: {\(integration)}}}}}
            flow: [setRequestor: REF30, checkAuthorization: A]
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "denial").first)
        let callbacks = try #require(try await ProfileRunner().run(profile).steps.last).callbacks
        let status = callbacks.lazy.compactMap { callback -> String? in
            guard case .object(let status)? = callback.arguments.first else { return nil }
            return status["message"]?.string
        }.first
        #expect(status == message)
        #expect(
            callbacks.last?.arguments == [.string("A"), .string("User not Authorized Error"), .string(description)])
    }
}
