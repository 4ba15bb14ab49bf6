package import Foundation
import JWTKit
import NIOConcurrencyHelpers
import SimulationCore

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

    /// Those of this process that are for all and for good, since signing is the dearest thing that happens here.
    ///
    /// As many as apps that are tested together: others may be asked for without end.
    private static let alreadyIssued = NIOLockedValueBox<[Claims: String]>([:])

    /// Who signs the statements.
    static let issuer = "https://console.auth.adobe.com"

    /// Issues a statement of an app; the same app gets the same one in every run.
    ///
    /// - Parameters:
    ///   - app: The app, such as its bundle identifier.
    ///   - serviceProviders: The requestors that the app may ask, in any order; `nil` or none: all.
    ///   - number: Which of its statements it is, since an app whose statement was revoked gets another.
    ///   - issued: When it is issued.
    ///   - expires: Until when it may be used; `nil`: for good.
    /// - Returns: The statement, a JWT.
    /// - Throws: When the key in the source is damaged.
    package static func issue(
        app: String, serviceProviders: [String]? = nil, number: Int = 1, issued: Date = SimulatedClock.defaultStart,
        expires: Date? = nil
    ) throws -> String {
        let limits = Set(serviceProviders ?? []).sorted()
        let claims = Claims(
            iss: issuer, sub: app, jti: id(app: app, serviceProviders: limits, number: number),
            iat: Int64(issued.timeIntervalSince1970), exp: expires.map { Int64($0.timeIntervalSince1970) },
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

    /// What identifies a statement, by which it is revoked: of when it was issued and expires it says nothing.
    static func id(app: String, serviceProviders: [String]?, number: Int) -> String {
        let names = [app] + Set(serviceProviders ?? []).sorted()
        let made = "statement-" + ServiceDocument.digest(names.joined(separator: "\n"))
        return number == 1 ? made : "\(made)-\(number)"
    }
}
