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
        /// The reason in one sentence, for the journal; its beginning, if it names the resource.
        var reason: String
        /// The rest of a reason that names the resource; `nil` for another reason.
        var rest: String?
        /// The fault that decided; `nil` if none did.
        var fault: MatchedFault?
        /// The setting that decided; `nil` if none did, or if the decision does not know it.
        var setting: DecidingSetting?
    }

    /// Returns the decision of a rule; `nil` if the service must ask the MVPD.
    static func byRule(_ standing: AuthenticationState, integration: Integration, at now: Date) -> Verdict? {
        let mvpd = integration.mvpd
        if integration.degradation == .authorizeNone {
            return Verdict(
                source: .degradation, denial: .authorizationDeniedByDegradationRule,
                details: integration.degradationMessage, userID: standing.userID,
                reason: "The degradation rule AuthZNone of '\(mvpd)' denies",
                rest: integration.degradationMessage.map { ", as every resource, and says \(Naming.quoted($0))." }
                    ?? ", as every resource.",
                setting: integration.setting("degradation", .string(integration.degradation.rawValue)))
        }
        switch (standing, integration.degradation) {
        case (.absent(let code, let why), _):
            return Verdict(
                source: .mvpd, denial: code, userID: "",
                reason: "The user is not signed in with '\(mvpd)': \(code.name).\(why.map { " " + $0 } ?? "")")
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
                reason:
                    "The setting homeBasedAuthorization of '\(mvpd)' is false, and the home network authenticated the "
                    + "user \(Naming.quoted(userID.rawValue)), so the MVPD denies",
                rest: ".", setting: integration.setting("homeBasedAuthorization", .bool(false)))
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
        let user = "the user \(Naming.quoted(userID.rawValue))"
        guard let member = integration.contract.members.member(userID) else {
            return Verdict(
                source: .mvpd, denial: .identityNotRecognizedByMVPD, window: window, userID: userID,
                reason: "'\(integration.mvpd)' does not recognize \(user).")
        }
        func denied(
            _ code: EnhancedErrorCode, _ text: String?, because cause: String, _ key: String, _ about: ResourceID? = nil
        ) -> Verdict {
            let setting = integration.provider.flatMap { provider in
                member.name.map {
                    DecidingSetting.subscriber($0, of: provider.rawValue, key, resource: about?.rawValue)
                }
            }
            let words = text.map { ", and says \(Naming.quoted($0))" } ?? ""
            return Verdict(
                source: .mvpd, denial: code, details: text, window: window, userID: userID,
                reason: "'\(integration.mvpd)' denies", rest: " to \(user): \(cause)\(words).", setting: setting)
        }
        // An MVPD may know only channels, so the channel of a media RSS resource is tried too.
        let names = [resource] + [MediaRSS.channelTitle(of: resource).map { ResourceID($0) }].compactMap(\.self)
        if let name = names.first(where: { member.denials[$0] != nil }), let denial = member.denials[name] {
            return denied(
                denial.isByParentalControls ? .authorizationDeniedByParentalControls : .authorizationDeniedByMVPD,
                denial.text ?? member.denialText,
                because: denial.isByParentalControls
                    ? "its parental controls have a denial of it" : "it has a denial of it", "denials", name)
        }
        let resources = isInAdvance ? member.preauthorized ?? member.resources : member.resources
        guard names.contains(where: resources.contains) else {
            return denied(
                .authorizationDeniedByMVPD, member.denialText,
                because: "the user may watch \(Naming.list(resources.map(\.rawValue).sorted()))",
                isInAdvance && member.preauthorized != nil ? "preauthorized" : "entitlements")
        }
        if let rating = ParentalControls.exceeding(member.maxRatings, in: resource) {
            let limits = member.maxRatings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return denied(
                .authorizationDeniedByParentalControls, member.denialText,
                because:
                    "its rating is \(Naming.quoted(rating.text)), and the user's maxRating is \(Naming.list(limits))",
                "attributes")
        }
        return Verdict(
            source: .mvpd, window: window, userID: userID, reason: "'\(integration.mvpd)' permits",
            rest: " to the user.")
    }

    /// Returns the denial of an MVPD that has ended the user's session.
    static func bySessionEnd(userID: UserID, integration: Integration) -> Verdict {
        Verdict(
            source: .mvpd, denial: .authorizationDeniedBySessionInvalidated, userID: userID,
            reason: "'\(integration.mvpd)' has ended the session of the user \(Naming.quoted(userID.rawValue)).")
    }

    /// Returns the denial that a fault requests.
    static func byFault(_ fault: DenialFault, userID: UserID) -> Verdict {
        Verdict(
            source: .mvpd, denial: fault.code, userID: userID,
            reason: "A configured fault of \(fault.due.strike.operation.rawValue) applies: \(fault.code.name).",
            fault: fault.due)
    }

    /// Returns a stored decision that is still valid.
    static func again(_ entry: StoredDecisions.Entry) -> Verdict {
        let denial = entry.denial.flatMap(EnhancedErrorCode.named)
        let end = TimeText.format(entry.notAfter)
        return Verdict(
            source: .mvpd, denial: denial, details: entry.details, window: (entry.notBefore, entry.notAfter),
            userID: entry.userID,
            reason: denial == nil
                ? "The MVPD's previous decision is still valid."
                : "The MVPD's previous decision is valid until \(end), and denies",
            rest: denial.map { " to the user \(Naming.quoted(entry.userID.rawValue)): \($0.name)." })
    }
}

extension Integration {
    /// Returns a setting of the integration that decided.
    func setting(_ key: String, _ value: JSONValue?, of requestor: RequestorID? = nil) -> DecidingSetting {
        .integration(requestor: requestor?.rawValue, mvpd: mvpd.rawValue, key, value)
    }
}
