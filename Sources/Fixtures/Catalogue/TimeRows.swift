import Foundation
import TVSimSAML

/// Responses at the limits of their validity, which includes its start but not its end (SAML Core 2.0, 2.5.1.2).
enum TimeRows {
    private static var now: Date { FixtureParties.current.instant }
    private static let moment = 0.001

    private static func edge(
        _ name: String, _ summary: String, _ policy: ValidationFailure.Policy, why: String,
        _ change: @escaping @Sendable (inout ResponseContent) -> Void
    ) -> FixtureCase {
        ResponseRows.made(name, .times, summary, .content(change), policy, why: why)
    }

    private static func twin(
        _ name: String, _ summary: String, why: String, _ change: @escaping @Sendable (inout ResponseContent) -> Void
    ) -> FixtureCase {
        ResponseRows.valid(name, .times, summary, why: why) { $0.base = change }
    }

    private static let exclusiveEnd =
        "The end of a validity period is exclusive. A reader that includes it accepts what has expired."
    private static let periodIsValid =
        "The period has not ended. This case distinguishes a strict reader from one that rejects everything."

    static let all: [FixtureCase] = [
        ResponseRows.row(
            "expired", .times, .conditions,
            why: "The validity period limits how long an attacker can use a stolen response."),
        ResponseRows.row(
            "notYetValid", .times, .conditions,
            why: "A response that becomes valid later can outlive the reader's replay cache."),
        ResponseRows.row(
            "emptyWindow", .times, .conditions,
            why: "The period contains no instant, although each limit alone holds with a clock skew."
        ) { $0.clockSkew = 60 },
        ResponseRows.row(
            "noConditions", .times, .conditions,
            why: "Without Conditions, the assertion has neither an expiry nor an audience."),
        ResponseRows.row(
            "timeWithoutZone", .times, .conditions,
            why: "SAML times are in UTC. A reader that assumes its local time zone is wrong by hours."),
        edge(
            "conditionsEndNow", "The conditions end at the instant of evaluation.", .conditions,
            why: exclusiveEnd
        ) {
            $0.notBefore = now - 300
            $0.notOnOrAfter = now
        },
        twin(
            "conditionsEndSoon", "The conditions end one millisecond after the instant of evaluation.",
            why: periodIsValid
        ) {
            $0.notBefore = now - 300
            $0.notOnOrAfter = now + moment
        },
        edge(
            "conditionsBeginSoon", "The conditions start one millisecond after the instant of evaluation.", .conditions,
            why: "A reader that truncates times to whole seconds accepts this response too early."
        ) { $0.notBefore = now + moment },
        ResponseRows.made(
            "reversedWindow", .times,
            "The conditions end one minute before they start, and the clock skew is two minutes.",
            .content {
                $0.notBefore = now
                $0.notOnOrAfter = now - 60
            }, .conditions, why: "Each limit alone holds with this clock skew, but the period contains no instant."
        ) { $0.clockSkew = 120 },
        ResponseRows.valid(
            "withinSkew", .times, "The conditions start in one minute, and the clock skew is one minute.", .refused,
            why:
                "A reader must allow the configured clock skew. The service allows none and rejects this response."
        ) {
            $0.base = { $0.notBefore = now + 60 }
            $0.clockSkew = 60
        },
        ResponseRows.made(
            "beyondSkew", .times, "The conditions start one millisecond later than the clock skew allows.",
            .content { $0.notBefore = now + 60 + moment }, .conditions,
            why: "The clock skew is a limit. A reader that adds it twice accepts this response."
        ) { $0.clockSkew = 60 },
        ResponseRows.row(
            "sessionExpired", .times, .session,
            why:
                "The provider has ended the user's session (SessionNotOnOrAfter), although the assertion is valid."
        ),
        edge("sessionEndsNow", "The user's session ends at the instant of evaluation.", .session, why: exclusiveEnd) {
            $0.authnInstant = now - 3600
            $0.sessionNotOnOrAfter = now
        },
        twin(
            "sessionEndsSoon", "The user's session ends one millisecond after the instant of evaluation.",
            why: periodIsValid
        ) {
            $0.sessionNotOnOrAfter = now + moment
        },
        ResponseRows.row(
            "authenticatedInFuture", .times, nil, .genuine, .accepted,
            why: "SAML sets no rule for an AuthnInstant in the future. A reader may note it.", isDefective: false),
        twin(
            "authenticatedSoon", "The user is authenticated one millisecond after the instant of evaluation.",
            why: "A reader that rejects this response requires the clocks of both parties to be equal."
        ) { $0.authnInstant = now + moment },
        ResponseRows.row(
            "issuedInFuture", .times, nil, .genuine, .accepted,
            why:
                "SAML sets no rule for an IssueInstant in the future. The limits of the validity period are elsewhere.",
            isDefective: false),
        twin(
            "issuedSoon", "The response and the assertion are issued one millisecond after the instant of evaluation.",
            why: "Several identity providers write a NotBefore that is earlier than the IssueInstant."
        ) {
            $0.confirmationNotOnOrAfter = $0.notOnOrAfter
            $0.issueInstant = now + moment
        },
        ResponseRows.row(
            "confirmationExpired", .times, .subject,
            why: "The bearer confirmation usually has the shortest validity, and some readers do not check it."),
        edge(
            "confirmationEndsNow", "The bearer confirmation ends at the instant of evaluation.", .subject,
            why: exclusiveEnd
        ) { $0.confirmationNotOnOrAfter = now },
        twin(
            "confirmationEndsSoon", "The bearer confirmation ends one millisecond after the instant of evaluation.",
            why: periodIsValid
        ) { $0.confirmationNotOnOrAfter = now + moment },
        ResponseRows.row(
            "confirmationEndUnreadable", .times, .subject,
            why:
                "An unreadable NotOnOrAfter is not a date in the future. Some libraries report the response as expired."
        ),
        ResponseRows.row(
            "confirmationWithoutEnd", .times, .subject, .genuine, .accepted,
            why: "Web SSO requires NotOnOrAfter for a bearer. A response to an attribute query needs no bearer."),
        ResponseRows.row(
            "confirmationNotBefore", .times, .subject,
            why: "Web SSO forbids NotBefore in the SubjectConfirmationData of a bearer."),
        ResponseRows.row(
            "authnInstantUnreadable", .times, .session,
            why: "An unreadable AuthnInstant cannot be compared with the current time."),
    ]
}
