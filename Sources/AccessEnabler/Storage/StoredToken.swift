import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimSSOBridge
import TVSimStructuredText

/// The authentication token of one requestor with one MVPD, as the SDK stores it.
struct StoredToken: Codable, Sendable, Hashable {
    /// How the user was authenticated.
    enum Source: String, Codable, Sendable {
        /// The system-level account was exchanged for the token.
        case apple
        /// The user signed in at the MVPD.
        case regular
        /// The MVPD is degraded: every user is authenticated.
        case degraded
        /// A temporary pass.
        case temporary
    }

    var mvpd: MVPDID
    var source: Source
    /// The account provider identifier of the system-level account; `nil` for other sources.
    var platformMappingID: ProviderID?
    var expires: Date
    /// The user metadata from the service.
    var userMetadata: Members = [:]
    /// The keys whose values are encrypted for the programmer.
    var encryptedKeys: [String] = []

    /// The app that obtained the token.
    var owner: String
    /// The address of the service that issued the token; `nil` for the vendor's.
    var service: String?
    /// The device identifier under which the token was obtained.
    var device: String
    /// Until when each resource may be watched.
    var authorizations: [ResourceID: Date] = [:]
    /// Whether the end is still unknown: the time of a temporary pass begins with the first authorization.
    var isProvisional = false

    /// Whether the token has not expired.
    func isCurrent(at now: Date) -> Bool { isProvisional || now < expires }

    /// Whether both stand for one sign-in, whatever was authorized since.
    func isOfTheSameSignIn(as other: StoredToken) -> Bool {
        (mvpd, source, owner) == (other.mvpd, other.source, other.owner) && userMetadata == other.userMetadata
    }

    /// The user, as far as decisions depend on them.
    struct Person: Sendable, Hashable {
        let mvpd: MVPDID
        let userID: JSONValue?
    }

    var person: Person { Person(mvpd: mvpd, userID: userMetadata["userID"]) }

    var userID: String? {
        userMetadata["userID"]?.string
    }
}

extension StoredToken {
    /// Creates the token of a profile.
    init(_ given: ExchangedProfile, owner: String, service: String?, device: String) {
        let profile = given.profile
        let source: Source =
            switch profile.type {
            case .appleSSO: .apple
            case .degraded: .degraded
            case .temporary: .temporary
            case .regular, .platformSSO, .serviceTokenSSO: .regular
            }
        // The service counts the time of an unused pass from each request anew.
        let isUnused = given.asked.map { profile.notBefore.instant >= $0.roundedToMilliseconds } ?? false
        self.init(
            mvpd: given.mvpd, source: source,
            platformMappingID: source == .apple ? given.platformMappingID : nil,
            expires: profile.notAfter.instant, userMetadata: Members(profile.attributes.mapValues(\.value)),
            encryptedKeys: profile.attributes.filter { $0.value.state == .encrypted }.keys.sorted(),
            owner: owner, service: service, device: device, isProvisional: source == .temporary && isUnused)
    }
}
