import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import VideoSubscriberAccount

/// Whether the token that an app holds still counts, decided from values.
///
/// spec entitlement § 1.6, § 1.7 step 3 and the TTL matrix, § 4 rows 6 to 8.
enum TokenJudgement: Equatable {
    /// It counts.
    case valid
    /// There is none, or its time is over, or its MVPD is not integrated any more.
    case invalid
    /// It came from the system-level account, which the app may not use any more: it must go.
    case discard

    /// Judges a token without asking who is signed in at system level, as `checkAuthentication` does.
    ///
    /// A token of another source is never touched by what the framework says. A token that another app of the team obtained
    /// goes with the MVPD's single sign-on, and not for want of access of the app's own; where the MVPD enforces the
    /// platform's permissions it does not count then.
    static func judge(
        _ token: StoredToken?, of app: String, configuration: ConfigurationResponse, access: SystemAccess?, now: Date
    ) -> TokenJudgement {
        guard let token, token.holds(at: now),
            let mvpd = configuration.requestor.mvpds.first(where: { $0.id.exactKey == token.mvpd.exactKey })
        else { return .invalid }
        guard token.source == .apple else { return .valid }
        guard mvpd.enablePlatformServices, mvpd.boardingStatus != nil else { return .discard }
        if token.isOf(app) { return access == .granted ? .valid : .discard }
        return mvpd.enforcePlatformPermissions && access != .granted ? .invalid : .valid
    }

    /// Judges a token by the system-level account too, as `setRequestor` does.
    ///
    /// An account that has expired is still the same account: the token keeps its own time. An account that is gone, or
    /// is another provider's, takes the token with it.
    static func judge(
        _ token: StoredToken?, of app: String, configuration: ConfigurationResponse, access: SystemAccess?,
        system: SystemAccountState, now: Date
    ) -> TokenJudgement {
        let judgement = judge(token, of: app, configuration: configuration, access: access, now: now)
        guard judgement == .valid, let token, token.source == .apple else { return judgement }
        // What the app cannot see says nothing against another app's token.
        if system == .unknown, !token.isOf(app) { return .valid }
        return system == .signedIn(provider: token.platformMappingID ?? "") ? .valid : .discard
    }
}

/// Who is signed in at system level, as far as the app could learn it.
enum SystemAccountState: Equatable {
    case nobody
    case signedIn(provider: String)
    case unknown
}
