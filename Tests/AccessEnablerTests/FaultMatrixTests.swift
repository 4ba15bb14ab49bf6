import AccessEnabler
import TVSimEntitlementAPI
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimWorld
import TestSupport
import Testing

/// Every fault of the service in every way to sign in: whatever fails, the app gets the answers that it waits for.
@Suite("The SDK under every fault of the service")
struct FaultMatrixTests {
    static let classic = "service: {requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false%}}}}}"
    /// The ways to sign in, each with the person who goes that way.
    static let ways: [(name: String, world: String)] = [
        (
            "silently",
            "device: {apps: {com.example.stream: {access: granted}}, account: {provider: Cablevision, subscriber: alice}}"
        ),
        (
            "in Apple's picker",
            """
            device: {apps: {com.example.stream: {access: granted}}}
            viewer: {systemPicker: {choose: Cablevision, as: alice}, appPicker: cancel}
            """
        ),
        (
            "at the MVPD's page",
            "viewer: {appPicker: {choose: Cablevision}, signIn: {as: alice}}\n"
                + classic.replacing("%", with: "")
        ),
        (
            "in a Safari view controller",
            "viewer: {appPicker: {choose: Cablevision}, signIn: {as: alice}}\n"
                + classic.replacing("%", with: ", safariViewController: true")
        ),
        (
            "on a second screen",
            "device: {platform: tvOS}\n"
                + "viewer: {appPicker: {choose: Cablevision}, secondScreen: {as: alice, after: 12s}}\n"
                + classic.replacing("%", with: "")
        ),
        (
            "with a pass",
            """
            viewer: {appPicker: {choose: Pass}}
            service: {requestors: {REF30: {integrations: {Pass: {provider: null, tempPass: {duration: 10m}}}}}}
            """
        ),
        (
            "under a degradation",
            "viewer: {appPicker: {choose: Cablevision}}\n" + classic.replacing("%", with: ", degradation: AuthNAll")
        ),
    ]

    /// What the SDK may ask of the service.
    static let operations = FaultCatalog.operations.map(\.name).filter {
        $0.hasPrefix("service.") && !["service.resetTempPass", "service.singleSignOn"].contains($0)
    }
    static let errors = [
        "unreachable", "connectionClosed", "untrusted", "malformed", "503", "429", "internal_server_error",
        "authenticated_profile_missing", "authenticated_profile_invalidated",
        "invalid_access_token_client_application", "network_received_error",
    ]

    @Test("answers each call once, with the reason of a refusal", arguments: operations, [true, false])
    func answers(operation: String, isLasting: Bool) async throws {
        for (number, error) in Self.errors.enumerated() {
            for way in Self.ways[each: Thoroughness.part(6, ci: 3), from: number] {
                let fault = "{at: \(operation), error: \(error)\(isLasting ? "" : ", times: 1")}"
                let text = """
                    schema: 1
                    name: "\(way.name), \(fault)"
                    \(way.world)
                    faults: [\(fault)]
                    flow:
                      - setRequestor: REF30
                      - getAuthentication
                      - getAuthorization: REF30
                      - checkPreauthorizedResources: [REF30, B]
                      - getMetadata: userID
                      - checkAuthentication
                      - logout
                      - checkAuthentication
                    """
                let profile = try #require(try ProfileDecoder.decode(text: text, source: "fault").first)
                let report = try await ProfileRunner().run(profile)
                for (number, step) in report.steps.enumerated() {
                    #expect(
                        Self.complaint(about: step, after: report.steps[..<number].map(\.callbacks)) == nil,
                        "\(profile.name), step \(number + 1): \(step.callbacks.map(\.text))")
                }
            }
        }
    }

    /// What is wrong with the answers to one call; `nil`: nothing.
    static func complaint(about step: StepRecord, after earlier: [[ReceivedCallback]]) -> String? {
        func count(_ names: ReceivedCallback.Name...) -> Int { step.callbacks.count { names.contains($0.name) } }
        let waits = step.callbacks.last.map { [.displayProviderDialog, .navigateToUrl].contains($0.name) } ?? false
        let answers: Int
        switch step.action.call {
        case "setRequestor": answers = count(.setRequestorComplete)
        case "getAuthentication": answers = count(.setAuthenticationStatus)
        case "getAuthorization": answers = count(.setToken, .tokenRequestFailed)
        case "checkPreauthorizedResources": answers = count(.preauthorizedResources)
        case "getMetadata": answers = count(.setMetadataStatus)
        default: answers = count(.setAuthenticationStatus)
        }
        guard answers == 1 || (answers == 0 && waits) else { return "\(answers) answers" }
        let refusals = step.callbacks.filter { $0.text.hasPrefix("setAuthenticationStatus(0") }
        if !refusals.isEmpty, step.action != .call(.logout), count(.status) == 0 { return "no reason" }
        let statuses = step.callbacks.filter { $0.name == .status }.map(\.text)
        return Set(statuses).count == statuses.count ? nil : "a status twice"
    }
}
