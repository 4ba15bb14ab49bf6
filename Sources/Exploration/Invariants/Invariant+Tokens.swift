import Foundation
import TVSimScenario

// The rules about authorization and lifetimes.
extension Invariant {
    static let authorization: [Invariant] = [
        Invariant(
            "media-token-authorized",
            "A media token is issued only for a resource that a person who has signed in may watch.",
            by: "Decisions; iOS/tvOS SDK API Reference, getAuthorization"
        ) { moment in
            let past = moment.pastWithStep
            guard !past.isExceptional else { return nil }
            for token in moment.step.mediaTokens where !past.isEntitled(to: token.resource, at: token.mvpd) {
                return (
                    "a token for '\(token.resource)' arrives, which no signed-in person may watch",
                    ["…", "tokenRequestFailed(\(token.resource), …, …)"]
                )
            }
            return nil
        },
        Invariant(
            "media-token-asked", "A media token is for the resource with which the app receives it.",
            by: "iOS/tvOS SDK API Reference, setToken:forResource:"
        ) { moment in
            for token in moment.step.mediaTokens where token.issuedFor != token.resource {
                return ("the token for '\(token.resource)' is issued for '\(token.issuedFor ?? "nothing")'", nil)
            }
            return nil
        },
    ]

    static let tokens: [Invariant] = [
        Invariant(
            "authentication-ends", "No authentication outlives the longest TTL of the integrations.",
            by: "Apple SSO Overview, FAQ, authentication TTLs"
        ) { moment in
            let past = moment.pastWithStep
            guard moment.step.authenticationStatuses.contains(true), !past.isExceptional, let began = past.lastSignIn,
                moment.step.began >= began.addingTimeInterval(past.authenticationTTL)
            else { return nil }
            return (
                "the user is authenticated \(Int(moment.step.began.timeIntervalSince(began))) seconds after the last "
                    + "sign-in", ["…", "setAuthenticationStatus(0, …)"]
            )
        },
        Invariant(
            "media-token-ends", "A media token is valid when it is issued, and invalid at the end of its TTL.",
            by: "Media Tokens, introduction"
        ) { moment in
            let past = moment.pastWithStep
            for token in moment.step.mediaTokens {
                if token.timeToLive > past.mediaTokenTTL, !past.isExceptional {
                    return ("the token for '\(token.resource)' lives for \(Int(token.timeToLive)) seconds", nil)
                }
                if !token.isValid, token.timeToLive > 1 {
                    return ("the token for '\(token.resource)' is not valid when it is issued", nil)
                }
                if token.isValidAtItsEnd { return ("the token for '\(token.resource)' is valid at its end", nil) }
            }
            return nil
        },
        Invariant(
            "export-import", "An exported device that is imported exports the same bytes again.",
            by: "Devices and worlds (this documentation)"
        ) { history in
            guard let transfer = history.transfer, transfer.exported != transfer.exportedAgain else { return nil }
            let lines = zip(transfer.exported.split(separator: "\n"), transfer.exportedAgain.split(separator: "\n"))
            let difference = lines.first { $0 != $1 }
            return BrokenInvariant(
                step: max(0, history.steps.count - 1),
                reason: "the exports differ: '\(difference?.0 ?? "")' became '\(difference?.1 ?? "")'", expect: nil)
        },
    ]
}
