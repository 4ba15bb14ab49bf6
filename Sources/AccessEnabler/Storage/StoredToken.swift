import EntitlementAPI
import Foundation
import StructuredText

/// The authentication token of one requestor with one MVPD, as the SDK keeps it.
struct StoredToken: Codable, Sendable, Hashable {
    /// How the person came to be authenticated.
    enum Source: String, Codable, Sendable {
        /// The system-level account was exchanged for the token.
        case apple
        /// The person signed in at the MVPD.
        case regular
        /// The MVPD is degraded: everybody is authenticated.
        case degraded
        /// A temporary pass.
        case temporary
    }

    var mvpd: String
    var source: Source
    /// The account provider identifier of the system-level account, where that is the source.
    var platformMappingID: String?
    var expires: Date
    /// The user metadata that the service handed out.
    var userMetadata: [String: JSONValue]
    /// The keys whose values are encrypted for the programmer; `nil` in tokens kept before that was told.
    var encryptedKeys: [String]?

    /// The app that obtained it; `nil` in tokens kept before apps shared them.
    var owner: String?
    /// The address of the service that gave it; `nil`: the usual service.
    var service: String?
    /// The device identifier under which it was obtained; `nil` in tokens kept before that was told.
    var device: String?
    /// Until when each resource may be watched, by the resource as `exactKey`; `nil` in tokens kept before that was told.
    var authorizations: [String: Date]?

    /// Whether its end is not known yet: the time of a temporary pass begins with the first authorization.
    ///
    /// `nil` counts as no.
    var isProvisional: Bool?

    /// Whether its time is not over.
    func holds(at now: Date) -> Bool { isProvisional == true || now < expires }

    /// Whether both stand for one sign-in, whatever was authorized since.
    func isOfTheSameSignIn(as other: StoredToken) -> Bool {
        (mvpd, source, owner) == (other.mvpd, other.source, other.owner) && userMetadata == other.userMetadata
    }

    /// Whether an app obtained it.
    func isOf(_ app: String) -> Bool { owner == nil || owner == app }

    /// Who is authenticated, as far as decisions about them go.
    struct Person: Sendable, Hashable {
        let mvpd: String
        let userID: JSONValue?
    }

    var person: Person { Person(mvpd: mvpd, userID: userMetadata["userID"]) }

    var userID: String? {
        userMetadata["userID"]?.string
    }
}
