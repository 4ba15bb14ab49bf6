import Crypto
package import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
package import SimulatedDevice
import SimulationCore

/// Speaks the wire in the name of one app on one device: registers it, keeps its access token, sends its calls.
///
/// Credentials and access token are kept in the app's keychain, so that a relaunch does not register again; a new
/// registration would orphan every profile. They are read from there once, and again when the service refuses them.
package final class EntitlementClient: Sendable {
    /// The name of the credentials with the vendor's service, or a simulation's.
    private static let itemName = "EntitlementClient"

    private let app: RunningApp
    private let softwareStatement: String?
    private let item: String
    private let transport: any EntitlementTransport
    private let remembered = NIOLockedValueBox(Remembered())

    /// What the client has read before.
    private struct Remembered {
        var identity: RequestHeaders?
        var credentials: Credentials?
        var options = ClientOptions()
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - softwareStatement: With what it registers; `nil`: it never does, since another app's registration is used.
    ///   - service: The address of a service of its own, where it is not the usual one: credentials are for one service.
    ///   - transport: The way to the service.
    package init(
        app: RunningApp, softwareStatement: String?, service: String? = nil, transport: any EntitlementTransport
    ) {
        self.app = app
        item = service.map { Self.itemName + " " + $0 } ?? Self.itemName
        self.softwareStatement = softwareStatement
        self.transport = transport
    }

    /// What the app set with `setOptions`.
    package var options: ClientOptions { remembered.withLockedValue { $0.options } }

    /// Has every request from now on carry what the app set with `setOptions`.
    package func use(_ options: ClientOptions) {
        remembered.withLockedValue {
            $0.options = options
            $0.identity = nil
        }
    }

    /// Returns the device identifier that the service sees: the SHA-256 of the identifier for vendor.
    package static func deviceIdentifier(of app: RunningApp) throws -> String {
        let vendor = try app.device.vendorIdentifier(for: app.bundleID)
        return Hexadecimal.sha256(of: vendor)
    }

    /// Sends a call, registered and with a valid access token.
    ///
    /// An access token that the service no longer accepts is replaced once.
    ///
    /// - Parameters:
    ///   - frameworkStatus: What the device's framework said, for the calls that report it.
    ///   - temporaryIdentity: Who uses a promotional pass, for the calls that report it.
    ///   - make: Makes the call from its headers.
    /// - Returns: The service's answer.
    /// - Throws: ``ClientFailure``; whatever the device's own storage throws.
    package func send<Answer>(
        frameworkStatus: PartnerFrameworkStatus? = nil, temporaryIdentity: TemporaryIdentity? = nil,
        _ make: (RequestHeaders) -> EntitlementCall<Answer>
    ) async throws -> Answer {
        var headers = try baseHeaders()
        headers.frameworkStatus = frameworkStatus
        headers.temporaryIdentity = temporaryIdentity
        headers.accessToken = try await accessToken(renewing: false)
        let reply = try await deliver(make(headers))
        guard case .refused(let error, _) = reply, error.is(.invalidAccessTokenClientApplication) else {
            return try Self.answer(of: reply)
        }
        remembered.withLockedValue { $0.credentials = nil }
        headers.accessToken = try await accessToken(renewing: true)
        return try Self.answer(of: try await deliver(make(headers)))
    }

    private func deliver<Answer>(_ call: EntitlementCall<Answer>) async throws -> Reply<Answer> {
        do {
            return try await call.send(over: transport)
        } catch {
            throw ClientFailure.noResponse(error)
        }
    }

    private static func answer<Answer>(of reply: Reply<Answer>) throws -> Answer {
        switch reply {
        case .success(let answer, _): return answer
        case .refused(let error, let status): throw ClientFailure.refused(error, status: status)
        case .registrationRefused(_, let status), .failed(let status): throw ClientFailure.serverError(status: status)
        case .malformed: throw ClientFailure.malformed
        }
    }

    private func baseHeaders() throws -> RequestHeaders {
        if let identity = remembered.withLockedValue({ $0.identity }) { return identity }
        var identity = RequestHeaders(
            deviceIdentifier: DeviceIdentifier(fingerprint: try Self.deviceIdentifier(of: app)),
            deviceInformation: DeviceInformation.of(try app.device.settings().platform))
        let options = remembered.withLockedValue { $0.options }
        identity.visitorIdentifier = options.visitorIdentifier
        identity.deviceInformationText = options.deviceInformation
        remembered.withLockedValue { $0.identity = identity }
        return identity
    }

    // MARK: - Registration

    /// What the app keeps of its registration.
    private struct Credentials: Codable, Sendable {
        /// A digest of the software statement: another statement is another registration.
        var statement: String
        var clientID: String
        var clientSecret: String
        var accessToken: String?
        var accessTokenExpires: Date?
    }

    private func accessToken(renewing: Bool) async throws -> String {
        let credentials = try await credentials()
        let now = try app.device.simulation.clock.now()
        if !renewing, let token = credentials.accessToken, let expires = credentials.accessTokenExpires, now < expires {
            return token
        }
        let request = TokenRequest(clientID: credentials.clientID, clientSecret: credentials.clientSecret)
        let answer = try await registration(ClientFailure.noAccessToken) { .token(request, headers: $0) }
        var renewed = credentials
        renewed.accessToken = answer.accessToken
        renewed.accessTokenExpires = now.addingTimeInterval(Double(answer.expiresIn))
        // Another registration may have taken this one's place meanwhile: its token is not to be lost.
        try keep(renewed) { kept in kept.clientID == credentials.clientID ? renewed : kept }
        return answer.accessToken
    }

    private func credentials() async throws -> Credentials {
        if let known = remembered.withLockedValue({ $0.credentials }) { return known }
        let statement = softwareStatement.map { Data(SHA256.hash(data: Data($0.utf8))).base64EncodedString() }
        if let kept = Self.decoded(try app.device.keychainItem(item, of: app.bundleID)),
            statement == nil || kept.statement == statement
        {
            remembered.withLockedValue { $0.credentials = kept }
            return kept
        }
        guard let softwareStatement, let statement else {
            throw ClientFailure.notRegistered("the app that obtained the token is not registered any more")
        }
        let request = RegistrationRequest(softwareStatement: softwareStatement)
        let answer = try await registration(ClientFailure.notRegistered) { .register(request, headers: $0) }
        let registered = Credentials(
            statement: statement, clientID: answer.clientID, clientSecret: answer.clientSecret)
        // Whoever registers first with a statement does so for all enablers and processes of the app: another registration
        // would orphan the profiles that were obtained by it.
        return try keep(registered) { kept in kept.statement == statement ? kept : registered }
    }

    /// Sends a call of the registration, which names no device and refuses in words of its own.
    private func registration<Answer>(
        _ failure: (String) -> ClientFailure, _ make: (RequestHeaders) throws -> EntitlementCall<Answer>
    ) async throws -> Answer {
        var headers = try baseHeaders()
        headers.deviceIdentifier = nil
        switch try await deliver(try make(headers)) {
        case .success(let answer, _): return answer
        case .registrationRefused(let error, _): throw failure(error.error.rawValue)
        case .refused(let error, let status):
            throw status >= 500 ? ClientFailure.refused(error, status: status) : failure(error.code)
        case .failed(let status):
            throw status >= 500 || status == 429
                ? ClientFailure.serverError(status: status) : failure("HTTP status \(status)")
        case .malformed: throw ClientFailure.malformed
        }
    }

    /// Keeps credentials, with no other change in between.
    ///
    /// - Parameters:
    ///   - credentials: What is kept where nothing was.
    ///   - choose: Says what is kept where others have kept something.
    /// - Returns: What is kept now.
    /// - Throws: `StateError` when the keychain cannot be read or written.
    @discardableResult
    private func keep(
        _ credentials: Credentials, over choose: (_ kept: Credentials) -> Credentials
    ) throws -> Credentials {
        var chosen = credentials
        try app.device.updateKeychainItem(named: item, of: app.bundleID) { item in
            chosen = Self.decoded(item).map(choose) ?? credentials
            return String(decoding: try JSONEncoder().encode(chosen), as: UTF8.self)
        }
        remembered.withLockedValue { [chosen] in $0.credentials = chosen }
        return chosen
    }

    /// Whether a keychain item is a registration that can be read.
    package static func isReadable(_ item: String) -> Bool { decoded(item) != nil }

    private static func decoded(_ item: String?) -> Credentials? {
        item.flatMap { try? JSONDecoder().decode(Credentials.self, from: Data($0.utf8)) }
    }
}

/// What an app has every request carry.
///
/// spec entitlement § 1.2, `setOptions`.
package struct ClientOptions: Sendable, Hashable {
    /// The Experience Cloud ID.
    package var visitorIdentifier: String?
    /// What the device is, in the app's own words: the Base64 of a JSON object.
    package var deviceInformation: String?

    /// Creates options that say nothing.
    package init() {}
}

extension DeviceInformation {
    /// What a simulated device says of itself.
    fileprivate static func of(_ platform: DeviceSettings.Platform) -> DeviceInformation {
        switch platform {
        case .iOS: iPhone
        case .iPadOS: iPad
        case .tvOS: appleTV
        }
    }

    // Written once in a process: the header is JSON.
    private static let iPhone = DeviceInformation(
        model: "iPhone", version: "17,1", osName: "iOS", osVersion: "26.1", primaryHardwareType: "MobilePhone")
    private static let iPad = DeviceInformation(
        model: "iPad", version: "16,3", osName: "iOS", osVersion: "26.1", primaryHardwareType: "Tablet")
    private static let appleTV = DeviceInformation(
        model: "AppleTV", version: "14,1", osName: "tvOS", osVersion: "26.1", primaryHardwareType: "SetTopBox")
}
