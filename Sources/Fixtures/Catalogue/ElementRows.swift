import TVSimSAML

/// Responses whose structure violates the standard, although the signature is valid for their content.
enum ElementRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .elements, policy, why: why)
    }

    static let all: [FixtureCase] = [
        row("wrongVersion", .structure, why: "SAML 1.1 has different rules with similar names."),
        row(
            "assertionWrongVersion", .assertion,
            why: "A reader must not apply the rules of SAML 2.0 to an assertion of another version."),
        row(
            "notResponse", .structure,
            why: "A reader must not accept another type of message as a response, even with a valid signature."),
        row(
            "noResponseID", .identifier,
            why: "SAML requires the ID. A response without one cannot be referenced or remembered."),
        row("noAssertionID", .assertion, why: "Without an ID, a reader cannot detect a replay."),
        row("noIssueInstant", .assertion, why: "Without an IssueInstant, the age of the assertion is unknown."),
        row("noStatus", .status, why: "A missing status does not mean success."),
        row("noStatusCode", .status, why: "A status without a code does not mean success."),
        row(
            "noAssertion", .assertion, why: "Success without an assertion identifies no user, and must not sign one in."
        ),
        row(
            "outOfOrder", .structure,
            why: "The schema fixes the order. Readers by position and readers by name read different documents."),
        ResponseRows.row(
            "statusWithAssertion", .elements, .structure, .genuine, .rejected,
            why: "A reader that looks only for an assertion ignores the error status."),
        row(
            "twoAssertions", .structure,
            why: """
                A reader may verify one assertion and use the other one. SAML Core 2.0, 3.3.3 allows several, \
                and this verdict is stricter (Differences, S-60).
                """),
        row(
            "unknownCondition", .conditions,
            why: "A reader must reject an assertion with a condition that it does not support."),
        row("foreignCondition", .conditions, why: "A condition is known only by its name and its namespace together."),
        row("oneTimeUseTwice", .conditions, why: "SAML allows OneTimeUse only once in an assertion."),
        row(
            "proxyCountUnreadable", .conditions,
            why: "A negative number that is read as an unsigned one allows any number of proxies."),
        ResponseRows.valid(
            "oneTimeUse", .elements, "The assertion has the condition OneTimeUse.",
            why: "A reader must not reject this standard condition as unknown."
        ) { $0.base = { $0.isOneTimeUse = true } },
        ResponseRows.valid(
            "proxyRestriction", .elements, "The assertion has a ProxyRestriction with the count 0.",
            why: "A reader must not reject this standard condition as unknown."
        ) { $0.base = { $0.proxyCount = 0 } },
        ResponseRows.valid(
            "twoAudiences", .elements,
            "One AudienceRestriction names two audiences, and the expected one is the second.",
            why:
                "One matching audience is sufficient. A reader that checks only the first one rejects valid responses."
        ) { $0.base = { $0.audiences.insert("https://other.example/saml", at: 0) } },
    ]
}
