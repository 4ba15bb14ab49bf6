import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing
import VideoSubscriberAccount

@testable import TVSimSSOBridge

/// The bridge by itself, without an `AccessEnabler`: which conditions it finds, and where it ends.
@Suite("The bridge alone")
struct BridgeConditionTests {
    /// How an exchange was tried, and where it ended.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var access = "granted"
        /// Who is signed in.
        var account = "{provider: Cablevision, subscriber: alice, expires: +30d}"
        var providers = "Cablevision: {subscribers: {alice: {}}}"
        var integration = "{}"
        var viewer = "{}"
        var fault: String?
        /// The platform mapping ids that the app's picker is limited to; `nil`: nobody may be asked.
        var picker: [String]?
        /// How many of the conditions hold, in their order.
        let holding: Int
        /// The first that does not; `nil`: none was found not to hold.
        let failing: ExchangeCondition?
        /// What the app is told about it.
        let stop: ExchangeStop?
    }

    /// One second before the simulation begins.
    static let ended = Date(timeIntervalSince1970: 1_767_225_599)
    static let picks = "{systemPicker: {choose: Suddenlink}}"

    static let rows = [
        Row(testDescription: "all hold", holding: 7, failing: nil, stop: nil),
        Row(
            testDescription: "access is denied", access: "denied", holding: 0, failing: .permissionGranted,
            stop: .framework(.accessNotGranted(.denied))),
        Row(
            testDescription: "no user is signed in", account: "null", holding: 1, failing: .signedIn,
            stop: .framework(.signedOut)),
        Row(
            testDescription: "the authentication has ended",
            account: "{provider: Cablevision, subscriber: alice, expires: -1s}",
            holding: 1, failing: .signedIn, stop: .framework(.expired(provider: "Cablevision", end: Self.ended))),
        Row(
            testDescription: "the framework fails, and a user is signed in",
            fault: "{at: accountManager.enqueue, error: serviceTemporarilyUnavailable}", holding: 2,
            failing: .providerIdentified, stop: .framework(.failed(VSError(.serviceTemporarilyUnavailable)))),
        Row(
            testDescription: "the framework fails, and no user is signed in", account: "null",
            fault: "{at: accountManager.enqueue, error: serviceTemporarilyUnavailable}", holding: 1, failing: .signedIn,
            stop: .framework(.failed(VSError(.serviceTemporarilyUnavailable)))),
        Row(
            testDescription: "the framework names no provider",
            fault: "{at: accountManager.enqueue, error: noProviderIdentifier}",
            holding: 2, failing: .providerIdentified, stop: .framework(.providerNotNamed)),
        Row(
            testDescription: "the provider does not speak SAML",
            providers: "Cablevision: {subscribers: {alice: {}}, schemes: [api]}", holding: 4,
            failing: .singleSignOnEnabled, stop: .framework(.failed(VSError(.unsupportedProvider)))),
        Row(
            testDescription: "the provider does not speak SAML, and the authentication has ended",
            account: "{provider: Cablevision, subscriber: alice, expires: -1s}",
            providers: "Cablevision: {subscribers: {alice: {}}, schemes: [api]}", holding: 1, failing: .signedIn,
            stop: .framework(.failed(VSError(.unsupportedProvider)))),
        Row(
            testDescription: "access is withdrawn between the two questions",
            fault: "{at: accountManager.enqueue, error: accessNotGranted}", holding: 0, failing: .permissionGranted,
            stop: .framework(.accessNotGranted(.denied))),
        Row(
            testDescription: "the framework refuses the signed-in user",
            fault: "{at: accountManager.enqueue, error: providerRejected}", holding: 2, failing: .providerIdentified,
            stop: .framework(.signedOut)),
        Row(
            testDescription: "the provider does not support SAML, and the user may be asked",
            providers: "Cablevision: {subscribers: {alice: {}}, schemes: [api]}", picker: ["Cablevision"], holding: 4,
            failing: .singleSignOnEnabled, stop: .notOffered(mvpd: "Cablevision")),
        Row(
            testDescription: "the app's filter leaves out the signed-in provider: none of the conditions",
            providers: "{Cablevision: {subscribers: {alice: {}}}, Dish: {subscribers: {bob: {}}}}", picker: ["Dish"],
            holding: 5, failing: nil, stop: .notOffered(mvpd: "Cablevision")),
        Row(
            testDescription: "the user cancels the picker", account: "null", viewer: "{systemPicker: cancel}",
            picker: ["Cablevision"], holding: 1, failing: .signedIn, stop: .framework(.pickerCancelled)),
        Row(
            testDescription: "the user chooses a provider that is only listed, and no user is signed in",
            account: "null",
            providers: "{Cablevision: {subscribers: {alice: {}}}, Suddenlink: {boarding: pickerOnly}}", viewer: picks,
            picker: ["Cablevision", "Suddenlink"], holding: 1, failing: .signedIn,
            stop: .signsInAtItsPage(mvpd: "Suddenlink")),
        Row(
            testDescription: "the integration is switched off", integration: "{enabled: false}", holding: 3,
            failing: .integrationEnabled, stop: .integrationDisabled(provider: "Cablevision")),
        Row(
            testDescription: "single sign-on is switched off", integration: "{singleSignOn: false}", holding: 4,
            failing: .singleSignOnEnabled, stop: .singleSignOnDisabled(mvpd: "Cablevision")),
        Row(
            testDescription: "the MVPD is degraded", integration: "{degradation: AuthNAll}", holding: 5,
            failing: .notDegraded, stop: .degraded(mvpd: "Cablevision")),
        Row(
            testDescription: "the provider answers without a response",
            providers: "Cablevision: {subscribers: {alice: {}}, defect: noResponse}", holding: 6,
            failing: .samlResponseReceived, stop: .noSAMLResponse),
    ]

    @Test("finds the conditions as the device knows them, and ends where the first does not hold", arguments: rows)
    func conditions(_ row: Row) async throws {
        let braced = row.providers.hasPrefix("{") ? row.providers : "{\(row.providers)}"
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: bridge
                device:
                  apps: {com.example.stream: {access: \(row.access)}}
                  account: \(row.account)
                providers: \(braced)
                viewer: \(row.viewer)
                service: {requestors: {REF30: {integrations: {Cablevision: \(row.integration), Dish: {}, Suddenlink: {}}}}}
                """)
        if let fault = row.fault { try simulator.perform("fault: \(fault)") }
        let world = simulator.world
        let app = RunningApp(device: world.device, bundleID: "com.example.stream")
        let client = EntitlementClient(
            app: app, softwareStatement: try world.softwareStatement(for: "com.example.stream"),
            transport: WorldTransport(world))
        let configuration = try await client.send { .configuration(of: "REF30", headers: $0) }
        let bridge = SSOBridge(app: app) { _ in client }
        let mode =
            row.picker.map { SSOBridge.Mode.interactive(providers: $0.map { ProviderID($0) }, featured: []) } ?? .silent

        var stop: ExchangeStop?
        let answer = try await bridge.readSystem(mode, configuration: configuration)
        if case .signedIn(let system) = answer {
            let outcome = try await bridge.exchange(
                system, of: "REF30", configuration: configuration, abandoned: [])
            switch outcome {
            case .stopped(let reason): stop = reason
            case .exchanged(let exchanged): #expect(exchanged.profile.type == .appleSSO)
            }
        } else {
            stop = answer.stop(configuration)
        }
        let conditions = bridge.report().conditions
        #expect(conditions.filter(\.holds).map(\.condition) == Array(ExchangeCondition.allCases.prefix(row.holding)))
        #expect(conditions.first { !$0.holds }?.condition == row.failing)
        #expect(Set(conditions.map(\.condition)).count == conditions.count, "none is told twice")
        #expect(stop.map(Self.text) == row.stop.map(Self.text))
    }

    /// The text of a stop, with the code of an error and without its user info.
    private static func text(_ stop: ExchangeStop) -> String {
        if case .framework(.failed(let error)) = stop { "failed(\(error.code.rawValue))" } else { "\(stop)" }
    }
}
