package import Foundation
import TVSimCore
import TVSimStructuredText

/// The dashboard's software statements: signed JWTs with which apps register (RFC 7591, 2.3).
package enum SoftwareStatements {
    /// The claims of a statement.
    struct Claims: Codable, Hashable {
        /// The issuer: the dashboard.
        var iss: String
        /// The app.
        var sub: String
        /// The statement's identifier.
        var jti: String
        /// The time of issue, in seconds since 1970.
        var iat: Int64
        /// The time from which the statement is valid, in seconds since 1970; `nil` if the retired issuer made it.
        var nbf: Int64?
        /// The expiration, in seconds since 1970; `nil` if the statement does not expire.
        var exp: Int64?
        /// The service providers that the app may use; `nil` for all.
        var serviceProviders: [String]?

        private enum CodingKeys: String, CodingKey {
            case iss, sub, jti, iat, nbf, exp
            case serviceProviders = "service_providers"
        }
    }

    /// A cache of unlimited statements without expiration, because signing is the most expensive operation here.
    ///
    /// The cache is bounded: a process may ask for any number of apps.
    private static let alreadyIssued = Locked<[Claims: String]>([:])

    /// The issuer of the statements, as in the statements of shipped clients.
    static let issuer = "auth.adobe.com"
    /// The issuer of statements that earlier versions of the simulator made, which register too.
    static let retiredIssuer = "https://console.auth.adobe.com"

    /// Issues an app's statement; equal arguments give equal statements in every run.
    ///
    /// - Parameters:
    ///   - app: The app, for example its bundle identifier.
    ///   - serviceProviders: The requestors that the app may use, in any order; `nil` or empty for all.
    ///   - number: The statement's number among the app's statements, from 1. A new number replaces a revoked
    ///     statement.
    ///   - issued: The time of issue.
    ///   - expires: The expiration; `nil` if the statement does not expire.
    /// - Returns: The statement, a JWT.
    /// - Throws: `XMLError` if the built-in key is damaged.
    package static func issue(
        app: String, serviceProviders: [String]? = nil, number: Int = 1, issued: Date = SimulatedClock.defaultStart,
        expires: Date? = nil
    ) throws -> String {
        let limits = Set(serviceProviders ?? []).sorted()
        let claims = Claims(
            iss: issuer, sub: app, jti: id(app: app, serviceProviders: limits, number: number),
            iat: Int64(issued.timeIntervalSince1970), nbf: Int64(issued.timeIntervalSince1970),
            exp: expires.map { Int64($0.timeIntervalSince1970) },
            serviceProviders: limits.isEmpty ? nil : limits)
        guard claims.exp == nil, claims.serviceProviders == nil else {
            return try ServiceKeys.softwareStatements.sign(claims)
        }
        if let issued = alreadyIssued.withLockedValue({ $0[claims] }) { return issued }
        let statement = try ServiceKeys.softwareStatements.sign(claims)
        alreadyIssued.withLockedValue { issued in
            if issued.count >= 64 { issued.removeAll() }
            issued[claims] = statement
        }
        return statement
    }

    /// Returns a statement's identifier, which a revocation names; it does not depend on the statement's times.
    static func id(app: String, serviceProviders: [String]?, number: Int) -> String {
        let names = [app] + Set(serviceProviders ?? []).sorted()
        let made = "statement-" + ServiceDocument.digest(names.joined(separator: "\n"))
        return number == 1 ? made : "\(made)-\(number)"
    }
}
