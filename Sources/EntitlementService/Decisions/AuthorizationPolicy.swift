import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import XMLSecurity

/// Decides whether a resource may be watched.
///
/// A degradation rule decides before the MVPD does; the two rules that permit need no profile.
enum AuthorizationPolicy {
    /// The decision, with what decided.
    struct Verdict: Sendable {
        /// Who decided.
        var source: Decision.Source
        /// Why not; `nil`: it may be watched.
        var denial: EnhancedErrorCode?
        /// What else is said to the person; `nil`: nothing.
        var details: String?
        /// How long the decision holds; `nil`: for this once.
        var window: (from: Date, until: Date)?
        /// The user about whom it is.
        var userID: UserID
        /// One sentence for the journal.
        var reason: String
        /// The fault that decided; `nil` if none did.
        var fault: FaultStrike?
    }

    /// Decides where nobody need ask the MVPD; `nil`: the MVPD must be asked.
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

    /// Decides as the MVPD does; permits and denies hold for the authorization's lifetime.
    static func byMVPD(_ resource: ResourceID, userID: UserID, integration: Integration, at now: Date) -> Verdict {
        let window = (from: now, until: now.addingTimeInterval(integration.authorizationTTL))
        guard let resources = integration.contract.members.resources(of: userID) else {
            return Verdict(
                source: .mvpd, denial: .identityNotRecognizedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not recognise the user.")
        }
        // An MVPD that knows channels alone is asked for the channel of a media RSS resource.
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

    /// Denies because a fault was asked for.
    static func byFault(_ fault: DenialFault, userID: UserID) -> Verdict {
        Verdict(
            source: .mvpd, denial: fault.code, userID: userID, reason: "A fault was asked for: \(fault.code.name).",
            fault: fault.strike)
    }

    /// Repeats a decision that still holds.
    static func again(_ entry: DecisionShelf.Entry) -> Verdict {
        Verdict(
            source: .mvpd, denial: entry.denial.flatMap(EnhancedErrorCode.named),
            window: (entry.notBefore, entry.notAfter), userID: entry.userID,
            reason: "The MVPD's last decision still holds.")
    }
}
