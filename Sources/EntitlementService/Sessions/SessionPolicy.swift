import EntitlementAPI
import Foundation
import Identifiers

/// Decides what comes next for an app that would have its person signed in at an MVPD.
///
/// In this order: a degraded MVPD needs no sign-in; neither does temporary access, nor a profile that is there; then what
/// is missing is asked for; then the person signs in.
///
/// spec entitlement § 2.6.
enum SessionPolicy {
    /// What comes next.
    enum Step: Sendable, Equatable {
        /// Decisions may be asked for.
        case authorize(mvpd: MVPDID, SessionResponse.ReasonType)
        /// Parameters are missing.
        case supply([String])
        /// The person signs in.
        case authenticate
    }

    /// Returns what comes next.
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
    /// What a sign-in cannot do without and the session lacks, in the order in which answers list it.
    ///
    /// Who fell back from the partner lacks no MVPD: where the framework status named none, the person is asked.
    var missingParameters: [String] {
        let named = [("domainName", domainName), ("redirectUrl", redirectURL)]
        return ((fellBack ?? false ? [] : [("mvpd", mvpd?.rawValue)]) + named).filter { $0.1 == nil }.map(\.0)
    }
}
