import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// Decides the next step of a sign-in at an MVPD.
///
/// A degraded MVPD, temporary access and a valid profile need no sign-in. Otherwise the app supplies missing
/// parameters, and then the user signs in.
///
/// Adobe Pass REST API V2, Create authentication session and Resume authentication session.
enum SessionPolicy {
    /// The next step.
    enum Step: Sendable, Equatable {
        /// The app can request decisions.
        case authorize(mvpd: MVPDID, SessionResponse.ReasonType)
        /// Parameters are missing.
        case supply([String])
        /// The user signs in.
        case authenticate
    }

    /// Returns the next step.
    static func next(
        _ record: SessionRecord, integration: Integration?, sources: ProfileSources, at now: Date
    ) -> Step {
        if let integration {
            if integration.degradation == .authenticateAll {
                return .authorize(mvpd: integration.mvpd, .degraded)
            }
            if integration.tempPass != nil {
                return .authorize(mvpd: integration.mvpd, .temporary)
            }
            if let profile = ProfileSelection.withoutPartner(sources, integration: integration, at: now) {
                return .authorize(
                    mvpd: integration.mvpd, profile.type == .regular ? .authenticated : .authenticatedSSO)
            }
        }
        let missing = record.missingParameters
        return missing.isEmpty ? .authenticate : .supply(missing)
    }
}

extension SessionRecord {
    /// The parameters that the sign-in needs and the session does not have, in the order of responses.
    ///
    /// A session that fell back from the partner needs no MVPD: if the framework status named none, the user chooses
    /// one.
    var missingParameters: [String] {
        let named = [("domainName", domainName), ("redirectUrl", redirectURL)]
        return ((fellBack ?? false ? [] : [("mvpd", mvpd?.rawValue)]) + named).filter { $0.1 == nil }.map(\.0)
    }
}
