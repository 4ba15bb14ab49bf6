import Foundation
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI

/// An app's registration with a service, and its access token there.
///
/// Both are stored in the app's keychain, so that a relaunch does not register again: a new registration orphans every profile
/// of the old one. If the service does not know the client, the app registers again, once.
///
/// RFC 7591 (registration); RFC 6749, 4.4 (access tokens).
package struct AppRegistration: Sendable {
    private let app: any AppContext
    private let softwareStatement: String?
    /// The name of the credentials in the app's keychain.
    private let item: String

    /// What the app stores of its registration.
    private struct Credentials: Codable, Sendable {
        /// A digest of the software statement: another statement is another registration.
        var statement: String
        var clientID: String
        var clientSecret: String
        var accessToken: String?
        var accessTokenExpires: Date?
    }

    /// Creates the registration of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - softwareStatement: The statement to register with; `nil` if the app never registers.
    ///   - service: The address of a service of its own; `nil` for the vendor's.
    init(of app: any AppContext, softwareStatement: String?, service: String?) {
        self.app = app
        self.softwareStatement = softwareStatement
        item = service.map { "EntitlementClient \($0)" } ?? "EntitlementClient"
    }

    /// Whether a keychain item is a registration that can be read.
    package static func isReadable(_ item: String) -> Bool { decoded(item) != nil }

    /// Returns the access token; requests one if none is current, and registers before if needed.
    ///
    /// - Parameters:
    ///   - isRefused: Whether the service refuses the present access token.
    ///   - wire: The connection to the service.
    /// - Returns: The access token.
    /// - Throws: ``ClientFailure``; errors of the keychain.
    func accessToken(insteadOfRefused isRefused: Bool = false, over wire: ClientWire) async throws -> String {
        let credentials = try await credentials(over: wire)
        if !isRefused, let token = credentials.accessToken, let expires = credentials.accessTokenExpires,
            try app.clock.now() < expires
        {
            return token
        }
        do {
            return try await token(of: credentials, over: wire)
        } catch let failure as ClientFailure where failure == .unknownClient && softwareStatement != nil {
            return try await token(
                of: try await self.credentials(insteadOf: credentials.clientID, over: wire), over: wire)
        }
    }

    private func token(of credentials: Credentials, over wire: ClientWire) async throws -> String {
        let now = try app.clock.now()
        let request = TokenRequest(clientID: credentials.clientID, clientSecret: credentials.clientSecret)
        let answer = try await answer(over: wire, refusal: ClientFailure.tokenRefused) { .token(request, headers: $0) }
        var renewed = credentials
        renewed.accessToken = answer.accessToken
        renewed.accessTokenExpires = now.addingTimeInterval(Double(answer.expiresIn))
        // Another process may have registered meanwhile: its registration stays.
        try store(renewed) { stored in stored.clientID == credentials.clientID ? renewed : stored }
        return answer.accessToken
    }

    // MARK: - Credentials

    /// Returns the stored credentials, and registers if there are none, or if the service does not know the client `refused`.
    private func credentials(insteadOf refused: String? = nil, over wire: ClientWire) async throws -> Credentials {
        let statement = softwareStatement.map { Hash.sha256.digest(of: Data($0.utf8)).base64EncodedString() }
        if let stored = Self.decoded(try app.keychainItem(item)),
            statement == nil || stored.statement == statement, stored.clientID != refused
        {
            return stored
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
        // The first registration with a statement counts for all enablers and processes of the app.
        return try store(registered) { stored in
            stored.statement == statement && stored.clientID != refused ? stored : registered
        }
    }

    /// Stores credentials in one transaction.
    ///
    /// - Parameters:
    ///   - credentials: The credentials to store if nothing is stored.
    ///   - choose: Chooses what to store if something is stored.
    /// - Returns: What is stored now.
    /// - Throws: `StateError` if the keychain cannot be read or written.
    @discardableResult
    private func store(
        _ credentials: Credentials, over choose: (_ stored: Credentials) -> Credentials
    ) throws -> Credentials {
        var chosen = credentials
        try app.updateKeychainItem(named: item) { item in
            chosen = Self.decoded(item).map(choose) ?? credentials
            return try WireCoding.text(chosen)
        }
        return chosen
    }

    private static func decoded(_ item: String?) -> Credentials? {
        item.flatMap { WireCoding.value(Credentials.self, in: $0) }
    }

    /// Sends a call of the registration, which has no device header and errors of its own.
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
    /// The service does not know the client, or knows it by another secret.
    fileprivate static let unknownClient = noAccessToken(RegistrationError.Code.invalidClient.rawValue)

    /// Maps the refusal of an access token: a client whose statement was revoked counts as not registered.
    fileprivate static func tokenRefused(_ code: String) -> Self {
        code == RegistrationError.Code.unauthorizedClient.rawValue ? .notRegistered(code) : .noAccessToken(code)
    }
}
