import Crypto
import EntitlementAPI
import Foundation
import NIOConcurrencyHelpers
import SimulatedDevice
import SimulationCore

/// An app's registration with a service, and its access token there.
///
/// Both are kept in the app's keychain, so that a relaunch does not register again: a new registration orphans every profile
/// of the one before. They are read from there once, and again when the service refuses them. Where the service does not
/// know the client, the app registers anew, once.
///
/// spec entitlement § 1.15; RFC 7591, RFC 6749 § 4.4.
package final class AppRegistration: Sendable {
    private let app: RunningApp
    private let softwareStatement: String?
    /// The name of the credentials in the app's keychain.
    private let item: String
    private let known = NIOLockedValueBox<Credentials?>(nil)

    /// What the app keeps of its registration.
    private struct Credentials: Codable, Sendable {
        /// A digest of the software statement: another statement is another registration.
        var statement: String
        var clientID: String
        var clientSecret: String
        var accessToken: String?
        var accessTokenExpires: Date?
    }

    /// Finds an app's registration.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - softwareStatement: With what it registers; `nil`: it never does.
    ///   - service: The address of a service of its own; `nil`: the vendor's, or a simulation's.
    init(of app: RunningApp, softwareStatement: String?, service: String?) {
        self.app = app
        self.softwareStatement = softwareStatement
        item = service.map { "EntitlementClient \($0)" } ?? "EntitlementClient"
    }

    /// Whether a keychain item is a registration that can be read.
    package static func isReadable(_ item: String) -> Bool { decoded(item) != nil }

    /// Returns the access token; fetches one, and registers before, where there is none that holds.
    ///
    /// - Throws: ``ClientFailure``; what the keychain throws.
    func accessToken(over wire: ClientWire) async throws -> String {
        let credentials = try await credentials(over: wire)
        guard let token = credentials.accessToken, let expires = credentials.accessTokenExpires,
            try app.device.simulation.clock.now() < expires
        else { return try await issued(to: credentials, over: wire) }
        return token
    }

    /// Returns a new access token in place of one that the service refuses.
    ///
    /// - Throws: ``ClientFailure``; what the keychain throws.
    func renewedAccessToken(over wire: ClientWire) async throws -> String {
        known.withLockedValue { $0 = nil }
        return try await issued(to: try await credentials(over: wire), over: wire)
    }

    // MARK: - Access token

    private func issued(to credentials: Credentials, over wire: ClientWire) async throws -> String {
        do {
            return try await token(of: credentials, over: wire)
        } catch let failure as ClientFailure where failure == .unknownClient && softwareStatement != nil {
            return try await token(
                of: try await self.credentials(insteadOf: credentials.clientID, over: wire), over: wire)
        }
    }

    private func token(of credentials: Credentials, over wire: ClientWire) async throws -> String {
        let now = try app.device.simulation.clock.now()
        let request = TokenRequest(clientID: credentials.clientID, clientSecret: credentials.clientSecret)
        let answer = try await answer(over: wire, refusal: ClientFailure.tokenRefused) { .token(request, headers: $0) }
        var renewed = credentials
        renewed.accessToken = answer.accessToken
        renewed.accessTokenExpires = now.addingTimeInterval(Double(answer.expiresIn))
        // Another registration may have taken this one's place meanwhile: its token is not to be lost.
        try keep(renewed) { kept in kept.clientID == credentials.clientID ? renewed : kept }
        return answer.accessToken
    }

    // MARK: - Credentials

    /// Finds the credentials, and registers where there are none; those of a client that the service does not know (`refused`)
    /// count as none.
    private func credentials(insteadOf refused: String? = nil, over wire: ClientWire) async throws -> Credentials {
        if let known = known.withLockedValue({ $0 }), known.clientID != refused { return known }
        let statement = softwareStatement.map { Data(SHA256.hash(data: Data($0.utf8))).base64EncodedString() }
        if let kept = Self.decoded(try app.device.keychainItem(item, of: app.bundleID)),
            statement == nil || kept.statement == statement, kept.clientID != refused
        {
            known.withLockedValue { $0 = kept }
            return kept
        }
        guard let softwareStatement, let statement else {
            throw ClientFailure.notRegistered("the app that obtained the token is not registered any more")
        }
        let request = RegistrationRequest(softwareStatement: softwareStatement)
        let answer = try await answer(over: wire, refusal: ClientFailure.notRegistered) {
            .register(request, headers: $0)
        }
        let registered = Credentials(
            statement: statement, clientID: answer.clientID, clientSecret: answer.clientSecret)
        // Whoever registers first with a statement does so for all enablers and processes of the app: another registration
        // would orphan the profiles that were obtained by it.
        return try keep(registered) { kept in
            kept.statement == statement && kept.clientID != refused ? kept : registered
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
            // Sorted keys, so that equal runs leave equal bytes.
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(chosen), as: UTF8.self)
        }
        known.withLockedValue { [chosen] in $0 = chosen }
        return chosen
    }

    private static func decoded(_ item: String?) -> Credentials? {
        item.flatMap { try? JSONDecoder().decode(Credentials.self, from: Data($0.utf8)) }
    }

    // MARK: - The wire

    /// Sends a call of the registration, which names no device and refuses in words of its own.
    private func answer<Answer>(
        over wire: ClientWire, refusal failure: (String) -> ClientFailure,
        _ make: (RequestHeaders) throws -> EntitlementCall<Answer>
    ) async throws -> Answer {
        var headers = wire.identity
        headers.deviceIdentifier = nil
        switch try await wire.deliver(try make(headers)) {
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
}

extension ClientFailure {
    /// The service does not know the client that asks for an access token, or knows it by another secret.
    fileprivate static let unknownClient = noAccessToken(RegistrationError.Code.invalidClient.rawValue)

    /// What it is that the service gives no access token: a client whose statement was revoked is one that is not registered.
    fileprivate static func tokenRefused(_ code: String) -> Self {
        code == RegistrationError.Code.unauthorizedClient.rawValue ? .notRegistered(code) : .noAccessToken(code)
    }
}
