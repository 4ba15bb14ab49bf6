import Foundation
import HTTPTypes
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing
import VideoSubscriberAccount

/// The delegate of the reference client, which presents the system's interface unless it has a flaw.
private final class AppleDelegate: NSObject, VSAccountManagerDelegate, @unchecked Sendable {
    // Unchecked: the framework calls a delegate on the main actor only, where the controllers are made too.
    private let root: UIViewController
    private let presents: Bool

    init(presenting presents: Bool) async {
        root = await UIViewController()
        self.presents = presents
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        MainActor.assumeIsolated { if presents { root.present(viewController, animated: false) } }
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        MainActor.assumeIsolated { root.dismiss(animated: false) }
    }
}

/// What the framework answered.
private struct Reading: Sendable {
    var provider: String?
    var expires: Date?
    var saml: String?
}

/// The journey of the reference client with Apple's framework: it exercises the rules about the framework.
extension ReferenceClient {
    /// The profile of the journey's world.
    static let appleProfile =
        profile + """

            device:
              apps: {com.example.stream: {access: granted, subscriptionEntitlement: true}}
            """

    /// Walks the journey as an app of the world's device.
    func walkWithFramework() async throws {
        let app = RunningApp(
            device: world.device, bundleID: "com.example.stream", process: .simulated(SimulatedProcess()))
        try await RunningApp.$current.withValue(app) {
            information = [
                "model": "iPhone15,2", "version": "15,2",
                "osName": .string(has("device-info-true") ? "Android" : "iOS"),
                "osVersion": "18", "connectionType": "WiFi",
            ]
            try perform("mark: launch")
            try await register()
            try await renewToken()
            let providers = try await providers()
            if has("auto-sign-in") { try await askForAutomaticSignIn() }
            if !has("vsa-access-first") { _ = try? await VSAccountManager().checkAccessStatus() }
            _ = await ask { request in
                if has("vsa-status-only") { request.attributeNames = ["zip"] }
                request.isInterruptionAllowed = has("vsa-silent")
                request.supportedAccountProviderIdentifiers = providers
            }
            _ = try await call(.get, "/profiles")
            try await signInElsewhere(providers)
            if let reading = try await pick(providers) { try await exchange(reading, providers) }
        }
    }

    /// The user picks a provider that the framework does not know, and signs in with the app's own pages.
    private func signInElsewhere(_ providers: [String]) async throws {
        try perform("viewer: {systemPicker: other}")
        try perform("mark: requestedSignIn")
        _ = await ask {
            $0.isInterruptionAllowed = true; $0.supportedAccountProviderIdentifiers = providers
        }
        if !has("vsa-fallback") { _ = try await beginSession() }
    }

    private func pick(_ providers: [String]) async throws -> Reading? {
        try perform("viewer: {systemPicker: {choose: Cablevision, as: alice}}")
        try perform("mark: requestedSignIn")
        guard !has("vsa-interrupts") else {
            _ = try await beginSession()
            return nil
        }
        let reading = await ask(hasDelegate: !has("vsa-delegate")) { request in
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = providers + (has("vsa-supported") ? ["Unknown"] : [])
        }
        guard reading.provider != nil else {
            _ = try await beginSession()
            return nil
        }
        return reading
    }

    private func exchange(_ reading: Reading, _ providers: [String]) async throws {
        let session = try await call(
            .post, "/sessions/sso/Apple",
            form: [("domainName", "example.com"), ("redirectUrl", "https://app.example/done")],
            headers: status(reading))
        guard case .object(let request)? = session["authenticationRequest"],
            case .array(let names)? = request["attributesNames"]
        else { return }
        let answer = await ask {
            $0.channelIdentifier = "https://saml.sp.auth.adobe.com"
            $0.verificationToken = request["request"]?.string
            $0.attributeNames = has("vsa-attributes") ? ["zip"] : names.compactMap(\.string)
        }
        let saml = has("saml-encoded") ? answer.saml ?? "" : Data((answer.saml ?? "").utf8).base64EncodedString()
        for _ in 0..<(has("saml-once") ? 2 : 1) {
            _ = try await call(
                .post, "/profiles/sso/Apple", form: [("SAMLResponse", saml)], headers: status(reading))
        }
        try await watch(reading)
        if !has("auto-sign-in") { try await askForAutomaticSignIn() }
        if !has("vsa-force") { try perform("mark: requestedByUser") }
        _ = await ask { request in
            request.forceAuthentication = true
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = providers
        }
    }

    private func watch(_ reading: Reading) async throws {
        var sent = status(reading, access: has("status-true") ? "denied" : "granted")
        if has("status-form") { sent = status(Reading(provider: reading.provider)) }
        if has("status-sent") { sent = [:] }
        try perform("mark: foreground")
        if !has("status-fresh") {
            _ = try? await VSAccountManager().checkAccessStatus()
            _ = await ask { _ in }
        }
        _ = try await call(
            .post, "/decisions/authorize/Cablevision", json: ["resources": ["news"]], headers: sent)
    }

    private func status(_ reading: Reading, access: String = "granted") -> HTTPFields {
        var provider: Members = ["id": .string(reading.provider ?? "")]
        if let end = reading.expires {
            provider["expirationDate"] = .string("\(Int64(end.timeIntervalSince1970 * 1000))")
        }
        let status: JSONValue = [
            "frameworkPermissionInfo": ["accessStatus": .string(access)], "frameworkProviderInfo": .object(provider),
        ]
        return [.frameworkStatus: Data((try? JSONText.line(status))?.utf8 ?? "".utf8).base64EncodedString()]
    }

    private func providers() async throws -> [String] {
        guard case .object(let requestor)? = try await call(.get, "/configuration")["requestor"],
            case .array(let mvpds)? = requestor["mvpds"]
        else { return [] }
        return mvpds.compactMap { mvpd in
            if case .object(let members) = mvpd { members["platformMappingId"]?.string } else { nil }
        }
    }

    private func askForAutomaticSignIn() async throws {
        _ = try? await VSUserAccountManager.shared.requestAutoSignInAuthorization()
    }

    /// Asks the framework as an app does.
    private func ask(
        hasDelegate: Bool = true, _ fill: (VSAccountMetadataRequest) -> Void
    ) async -> Reading {
        let manager = VSAccountManager()
        let delegate = await AppleDelegate(presenting: !has("vsa-present"))
        if hasDelegate { manager.delegate = delegate }
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        fill(request)
        let reading = await awaiting("answer", otherwise: Reading()) { continuation in
            manager.enqueue(request) { metadata, _ in
                continuation.resume(
                    returning: Reading(
                        provider: metadata?.accountProviderIdentifier, expires: metadata?.authenticationExpirationDate,
                        saml: metadata?.samlAttributeQueryResponse))
            }
        }
        return withExtendedLifetime(delegate) { reading }
    }
}
