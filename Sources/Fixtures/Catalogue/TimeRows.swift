import Foundation
import SAML

/// Responses at the limits of their validity, which includes its start but not its end (SAML Core 2.0, 2.5.1.2).
enum TimeRows {
    private static let now = FixtureCase.instant
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
        ResponseRows.honest(name, .times, summary, why: why) { $0.base = change }
    }

    private static let gone = "An end that is taken for the last good instant keeps dead sessions alive."
    private static let still = "The twin that tells a strict reader from one that refuses everything."

    static let all: [FixtureCase] = [
        ResponseRows.row(
            "expired", .times, .conditions,
            why: "A stolen response is worth as much as its validity is long, and clocks are where that is decided."),
        ResponseRows.row(
            "notYetValid", .times, .conditions,
            why: "A response from the future outlives every record of what was replayed."),
        ResponseRows.row(
            "emptyWindow", .times, .conditions,
            why: "A window without an instant in it can be valid at none, though with a skew each bound holds."
        ) { $0.clockSkew = 60 },
        ResponseRows.row(
            "noConditions", .times, .conditions,
            why: "Without conditions there is no end and no audience: nothing bounds what was signed."),
        ResponseRows.row(
            "timeWithoutZone", .times, .conditions,
            why: "SAML's instants are UTC; a reader in another zone is hours wrong without noticing."),
        edge(
            "conditionsEndNow", "The conditions end at the instant of judgement.", .conditions,
            why: gone
        ) {
            $0.notBefore = now - 300
            $0.notOnOrAfter = now
        },
        twin("conditionsEndSoon", "The conditions end a thousandth of a second later.", why: still) {
            $0.notBefore = now - 300
            $0.notOnOrAfter = now + moment
        },
        edge(
            "conditionsBeginSoon", "The conditions begin a thousandth of a second later.", .conditions,
            why: "A reader that cuts instants to whole seconds believes this one too early."
        ) { $0.notBefore = now + moment },
        ResponseRows.made(
            "reversedWindow", .times, "The conditions end a minute before they begin, and clocks may differ by two.",
            .content {
                $0.notBefore = now
                $0.notOnOrAfter = now - 60
            }, .conditions, why: "With a generous clock skew each bound holds, though both together never do."
        ) { $0.clockSkew = 120 },
        ResponseRows.honest(
            "withinSkew", .times, "The conditions begin in a minute, and clocks may differ by one.", .refused,
            why:
                "Providers' clocks differ: a reader must forgive what it was told to, and the service forgives nothing."
        ) {
            $0.base = { $0.notBefore = now + 60 }
            $0.clockSkew = 60
        },
        ResponseRows.made(
            "beyondSkew", .times, "The conditions begin a thousandth of a second beyond what clocks may differ.",
            .content { $0.notBefore = now + 60 + moment }, .conditions,
            why: "Forgiveness has an end, too; a skew that is added twice doubles it."
        ) { $0.clockSkew = 60 },
        ResponseRows.row(
            "sessionExpired", .times, .session,
            why: "The provider has ended the person's session, and says so; the assertion alone is still good."),
        edge("sessionEndsNow", "The person's session ends at the instant of judgement.", .session, why: gone) {
            $0.authnInstant = now - 3600
            $0.sessionNotOnOrAfter = now
        },
        twin("sessionEndsSoon", "The person's session ends a thousandth of a second later.", why: still) {
            $0.sessionNotOnOrAfter = now + moment
        },
        ResponseRows.row(
            "authenticatedInFuture", .times, .session,
            why: "Nobody has been authenticated yet who will be in an hour."),
        edge(
            "authenticatedSoon", "The person is authenticated a thousandth of a second later.", .session,
            why: "The smallest step into the future is one."
        ) { $0.authnInstant = now + moment },
        ResponseRows.row(
            "issuedInFuture", .times, .assertion,
            why: "What was issued in the future was issued by a wrong clock, or to be kept."),
        edge(
            "issuedSoon", "Response and assertion are issued a thousandth of a second later.", .assertion,
            why: "The smallest step into the future is one."
        ) {
            $0.confirmationNotOnOrAfter = $0.notOnOrAfter
            $0.issueInstant = now + moment
        },
        ResponseRows.row(
            "confirmationExpired", .times, .subject,
            why: "The bearer's time is the shortest one, and often the one that is not checked."),
        edge(
            "confirmationEndsNow", "The bearer's time ends at the instant of judgement.", .subject, why: gone
        ) { $0.confirmationNotOnOrAfter = now },
        twin(
            "confirmationEndsSoon", "The bearer's time ends a thousandth of a second later.", why: still
        ) { $0.confirmationNotOnOrAfter = now + moment },
        ResponseRows.row(
            "confirmationEndUnreadable", .times, .subject,
            why: "A date that cannot be read is no date that lies ahead; some libraries called such a response expired."
        ),
        ResponseRows.row(
            "confirmationWithoutEnd", .times, .subject, .genuine, .believed,
            why: "A bearer without an end can wait; the answer to an attribute query has no bearer."),
        ResponseRows.row(
            "confirmationNotBefore", .times, .subject,
            why: "The web profile forbids a beginning here: whoever sends one follows another profile."),
        ResponseRows.row(
            "authnInstantUnreadable", .times, .session, why: "An empty instant is neither past nor future."),
    ]
}
