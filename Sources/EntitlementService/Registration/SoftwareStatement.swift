package import Foundation
import JWTKit
import NIOConcurrencyHelpers
package import SimulationCore
import StateStorage

/// The dashboard's statements about apps: signed JWTs with which apps register (RFC 7591 § 2.3).
package enum SoftwareStatements {
    /// What a statement says.
    struct Claims: JWTPayload, Hashable {
        /// The dashboard.
        var iss: String
        /// The app.
        var sub: String
        /// Identifies the statement.
        var jti: String
        /// When it was issued.
        var iat: Int64
        /// Until when it may be used; `nil`: for good.
        var exp: Int64?
        /// The service providers that the app may ask; `nil`: all.
        var serviceProviders: [String]?

        // Times are judged by the simulated clock, where the statement is used.
        func verify(using algorithm: some JWTAlgorithm) {}

        private enum CodingKeys: String, CodingKey {
            case iss, sub, jti, iat, exp
            case serviceProviders = "service_providers"
        }
    }

    /// The statements of this process: an app has one for good, and signing is the dearest thing that happens here.
    private static let alreadyIssued = NIOLockedValueBox<[Claims: String]>([:])

    /// Who signs the statements.
    static let issuer = "https://console.auth.adobe.com"

    /// Issues the statement of an app.
    ///
    /// A statement is revoked by its identifier, which is made of the app and the service providers when none is given, so
    /// that the same app gets the same statement in every run.
    ///
    /// - Parameters:
    ///   - app: The app, such as its bundle identifier.
    ///   - serviceProviders: The requestors that the app may ask; `nil`: all.
    ///   - id: Identifies the statement.
    ///   - issued: When it is issued.
    ///   - expires: Until when it may be used; `nil`: for good.
    /// - Returns: The statement, a JWT.
    /// - Throws: When the key in the source is damaged.
    package static func issue(
        app: String, serviceProviders: [String]? = nil, id: String? = nil, issued: Date = SimulatedClock.defaultStart,
        expires: Date? = nil
    ) throws -> String {
        let made = "statement-" + ServiceDocument.digest(([app] + (serviceProviders ?? [])).joined(separator: "\n"))
        let claims = Claims(
            iss: issuer, sub: app, jti: id ?? made, iat: Int64(issued.timeIntervalSince1970),
            exp: expires.map { Int64($0.timeIntervalSince1970) }, serviceProviders: serviceProviders)
        if let issued = alreadyIssued.withLockedValue({ $0[claims] }) { return issued }
        let statement = try ServiceKeys.softwareStatements.sign(claims)
        alreadyIssued.withLockedValue { $0[claims] = statement }
        return statement
    }

    /// Revokes a statement: nobody can register with it, and the clients that did are refused from now on.
    ///
    /// - Returns: Whether the text is a statement of the dashboard; what is none cannot be revoked.
    /// - Throws: `StateError` when the state cannot be written.
    @discardableResult
    package static func revoke(_ statement: String, in simulation: Simulation) async throws -> Bool {
        guard let claims = try await ServiceKeys.softwareStatements.verified(statement) else {
            return false
        }
        try simulation.store.write { try $0.setValue(true, for: ServiceDocument.revocation(claims.jti)) }
        return true
    }
}
