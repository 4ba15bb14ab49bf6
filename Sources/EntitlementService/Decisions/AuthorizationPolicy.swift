import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// Decides whether a user may watch a resource.
///
/// A degradation rule takes precedence over the MVPD. The two rules that permit do not need a profile.
enum AuthorizationPolicy {
    /// The decision and its source.
    struct Verdict: Sendable {
        /// The source of the decision.
        var source: ResourceDecision.Source
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
        var fault: DueFault?
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
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - userID: The user.
    ///   - integration: The integration with the MVPD.
    ///   - isInAdvance: Whether the decision is a preauthorization.
    ///   - now: The time of the request.
    /// - Returns: The decision, with the MVPD's words if it denies with any.
    static func byMVPD(
        _ resource: ResourceID, userID: UserID, integration: Integration, isInAdvance: Bool = false, at now: Date
    ) -> Verdict {
        let window = (from: now, until: now.addingTimeInterval(integration.authorizationTTL))
        guard let member = integration.contract.members.member(userID) else {
            return Verdict(
                source: .mvpd, denial: .identityNotRecognizedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not recognize the user.")
        }
        func denied(_ code: EnhancedErrorCode, _ text: String?, _ reason: String) -> Verdict {
            Verdict(
                source: .mvpd, denial: code, details: text, window: window, userID: userID,
                reason: "'\(integration.mvpd)' denies \(reason) to the user.")
        }
        // An MVPD may know only channels, so the channel of a media RSS resource is tried too.
        let names = [resource] + [MediaRSS.channelTitle(of: resource).map { ResourceID($0) }].compactMap(\.self)
        if let denial = names.lazy.compactMap({ member.denials[$0] }).first {
            return denied(
                denial.isByParentalControls ? .authorizationDeniedByParentalControls : .authorizationDeniedByMVPD,
                denial.text ?? member.denialText, "this resource")
        }
        let resources = isInAdvance ? member.preauthorized ?? member.resources : member.resources
        guard names.contains(where: resources.contains) else {
            return denied(.authorizationDeniedByMVPD, member.denialText, "this resource")
        }
        if let rating = ParentalControls.exceeding(member.maxRatings, in: resource) {
            return denied(
                .authorizationDeniedByParentalControls, member.denialText, "resources rated \(rating.text)")
        }
        return Verdict(
            source: .mvpd, window: window, userID: userID,
            reason: "'\(integration.mvpd)' permits this resource to the user.")
    }

    /// Returns the denial of an MVPD that has ended the user's session.
    static func bySessionEnd(userID: UserID, integration: Integration) -> Verdict {
        Verdict(
            source: .mvpd, denial: .authorizationDeniedBySessionInvalidated, userID: userID,
            reason: "'\(integration.mvpd)' has ended the user's session.")
    }

    /// Returns the denial that a fault requests.
    static func byFault(_ fault: DenialFault, userID: UserID) -> Verdict {
        Verdict(
            source: .mvpd, denial: fault.code, userID: userID,
            reason: "A configured fault applies: \(fault.code.name).",
            fault: fault.due)
    }

    /// Returns a stored decision that is still valid.
    static func again(_ entry: StoredDecisions.Entry) -> Verdict {
        Verdict(
            source: .mvpd, denial: entry.denial.flatMap(EnhancedErrorCode.named), details: entry.details,
            window: (entry.notBefore, entry.notAfter), userID: entry.userID,
            reason: "The MVPD's previous decision is still valid.")
    }
}
