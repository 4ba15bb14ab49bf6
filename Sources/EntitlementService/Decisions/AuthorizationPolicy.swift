import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import XMLSecurity

/// Decides whether a user may watch a resource.
///
/// A degradation rule takes precedence over the MVPD. The two rules that permit do not need a profile.
enum AuthorizationPolicy {
    /// The decision and its source.
    struct Verdict: Sendable {
        /// The source of the decision.
        var source: Decision.Source
        /// The error of a denial; `nil` if the user may watch.
        var denial: EnhancedErrorCode?
        /// The additional message to the user; `nil` for no message.
        var details: String?
        /// The validity of the decision; `nil` if it is valid for one request only.
        var window: (from: Date, until: Date)?
        /// The user.
        var userID: UserID
        /// The reason in one sentence, for the journal.
        var reason: String
        /// The fault that decided; `nil` if none did.
        var fault: FaultStrike?
    }

    /// Returns the decision of a rule; `nil` if the service must ask the MVPD.
    static func byRule(_ standing: AuthenticationState, integration: Integration, at now: Date) -> Verdict? {
        let mvpd = integration.mvpd
        if integration.degradation == .authorizeNone {
            return Verdict(
                source: .degradation, denial: .authorizationDeniedByDegradationRule,
                details: integration.degradationMessage, userID: standing.userID,
                reason: "The degradation rule AuthZNone of '\(mvpd)' denies every resource.")
        }
        switch (standing, integration.degradation) {
        case (.absent(let code, let missing), _):
            let note = missing.map {
                " The device has a profile from single sign-on, which needs the header \($0), and the request has none."
            }
            return Verdict(
                source: .mvpd, denial: code, userID: "",
                reason: "The user is not signed in with '\(mvpd)': \(code.name).\(note ?? "")")
        case (.signedIn(let userID, _), .authorizeAll), (.degraded(let userID), .authorizeAll):
            return Verdict(
                source: .degradation, userID: userID,
                reason: "The degradation rule AuthZAll of '\(mvpd)' permits every resource.")
        case (.degraded(let userID), _):
            return Verdict(
                source: .degradation, window: (now, now.addingTimeInterval(integration.authorizationTTL)),
                userID: userID, reason: "The degradation rule AuthNAll of '\(mvpd)' permits every resource.")
        case (.signedIn(let userID, atHome: true), _) where !integration.homeBasedAuthorization:
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByHBAPolicies, userID: userID,
                reason: "'\(mvpd)' denies users authenticated by their home network.")
        case (.signedIn(let userID, _), _) where integration.dummyAuthorization:
            return Verdict(
                source: .dummy, window: (now, now.addingTimeInterval(integration.authorizationTTL)), userID: userID,
                reason: "The setting dummyAuthorization of '\(mvpd)' permits every signed-in user.")
        case (.signedIn, _):
            return nil
        }
    }

    /// Returns the MVPD's decision.
    ///
    /// Permits and denials are valid for the integration's authorization lifetime.
    static func byMVPD(_ resource: ResourceID, userID: UserID, integration: Integration, at now: Date) -> Verdict {
        let window = (from: now, until: now.addingTimeInterval(integration.authorizationTTL))
        guard let resources = integration.contract.members.resources(of: userID) else {
            return Verdict(
                source: .mvpd, denial: .identityNotRecognizedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not recognize the user.")
        }
        // An MVPD may know only channels, so the channel of a media RSS resource is tried too.
        guard
            resources.contains(resource)
                || MediaRSS.channelTitle(of: resource).map({ resources.contains(ResourceID($0)) }) == true
        else {
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' denies this resource to the user.")
        }
        if let rating = ParentalControls.exceeding(integration.contract.members.maxRatings(of: userID), in: resource) {
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByParentalControls, window: window, userID: userID,
                reason: "'\(integration.mvpd)' denies resources rated \(rating.text) to the user.")
        }
        return Verdict(
            source: .mvpd, window: window, userID: userID,
            reason: "'\(integration.mvpd)' permits this resource to the user.")
    }

    /// Returns the denial that a fault requests.
    static func byFault(_ fault: DenialFault, userID: UserID) -> Verdict {
        Verdict(
            source: .mvpd, denial: fault.code, userID: userID,
            reason: "A configured fault applies: \(fault.code.name).",
            fault: fault.strike)
    }

    /// Returns a stored decision that is still valid.
    static func again(_ entry: StoredDecisions.Entry) -> Verdict {
        Verdict(
            source: .mvpd, denial: entry.denial.flatMap(EnhancedErrorCode.named),
            window: (entry.notBefore, entry.notAfter), userID: entry.userID,
            reason: "The MVPD's previous decision is still valid.")
    }
}
