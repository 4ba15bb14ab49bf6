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
    static func byRule(_ standing: ViewerStanding, integration: Integration, at now: Date) -> Verdict? {
        let mvpd = integration.mvpd
        if integration.degradation == .authorizeNone {
            return Verdict(
                source: .degradation, denial: .authorizationDeniedByDegradationRule,
                details: integration.degradationMessage, userID: standing.userID,
                reason: "'\(mvpd)' is degraded: nobody may watch.")
        }
        switch (standing, integration.degradation) {
        case (.absent(let code), _):
            return Verdict(
                source: .mvpd, denial: code, userID: "", reason: "Nobody is signed in with '\(mvpd)': \(code.name).")
        case (.signedIn(let userID, _), .authorizeAll), (.degraded(let userID), .authorizeAll):
            return Verdict(
                source: .degradation, userID: userID, reason: "'\(mvpd)' is degraded: everybody may watch.")
        case (.degraded(let userID), _):
            return Verdict(
                source: .degradation, window: (now, now.addingTimeInterval(integration.authorizationTTL)),
                userID: userID, reason: "'\(mvpd)' is degraded: everybody counts as signed in, and may watch.")
        case (.signedIn(let userID, atHome: true), _) where !integration.homeBasedAuthorization:
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByHBAPolicies, userID: userID,
                reason: "'\(mvpd)' lets nobody watch who was known by their home's network.")
        case (.signedIn(let userID, _), _) where integration.dummyAuthorization:
            return Verdict(
                source: .dummy, window: (now, now.addingTimeInterval(integration.authorizationTTL)), userID: userID,
                reason: "'\(mvpd)' is not asked: everybody who is signed in may watch.")
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
                reason: "'\(integration.mvpd)' does not recognise the user.")
        }
        // An MVPD may know only channels, so the channel of a media RSS resource is tried too.
        guard
            resources.contains(resource)
                || MediaRSS.channelTitle(of: resource).map({ resources.contains(ResourceID($0)) }) == true
        else {
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not let the user watch this resource.")
        }
        if let rating = ParentalControls.exceeding(integration.contract.members.maxRatings(of: userID), in: resource) {
            return Verdict(
                source: .mvpd, denial: .authorizationDeniedByParentalControls, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not let the user watch what is rated \(rating.text).")
        }
        return Verdict(
            source: .mvpd, window: window, userID: userID,
            reason: "'\(integration.mvpd)' lets the user watch this resource.")
    }

    /// Returns the denial that a fault requests.
    static func byFault(_ fault: DenialFault, userID: UserID) -> Verdict {
        Verdict(
            source: .mvpd, denial: fault.code, userID: userID, reason: "A fault was asked for: \(fault.code.name).",
            fault: fault.strike)
    }

    /// Returns a stored decision that is still valid.
    static func again(_ entry: DecisionShelf.Entry) -> Verdict {
        Verdict(
            source: .mvpd, denial: entry.denial.flatMap(EnhancedErrorCode.named),
            window: (entry.notBefore, entry.notAfter), userID: entry.userID,
            reason: "The MVPD's last decision still holds.")
    }
}
