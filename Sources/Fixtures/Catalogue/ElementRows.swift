import SAML

/// Responses whose structure violates the standard, although the signature is valid for their content.
enum ElementRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .elements, policy, why: why)
    }

    static let all: [FixtureCase] = [
        row("wrongVersion", .structure, why: "SAML 1.1 has other rules under similar names."),
        row("assertionWrongVersion", .assertion, why: "The rules that are applied must be those it was written by."),
        row(
            "notResponse", .structure,
            why: "A message of another kind, signed by the same key, must not be read as an answer."),
        row("noResponseID", .identifier, why: "What has no ID cannot be referred to, nor remembered."),
        row("noAssertionID", .assertion, why: "Without an ID a replay cannot be noticed."),
        row("noIssueInstant", .assertion, why: "Without it nothing bounds the age of what has no other time."),
        row("noStatus", .status, why: "Silence is not success."),
        row("noStatusCode", .status, why: "A status without a code is not success either."),
        row("noAssertion", .assertion, why: "Success without an assertion signs in the empty user."),
        row(
            "outOfOrder", .structure,
            why: "Readers that go by position and readers that go by name read different documents."),
        ResponseRows.row(
            "statusWithAssertion", .elements, .structure, .genuine, .rejected,
            why: "A reader that goes straight for the assertion never sees the refusal."),
        row(
            "twoAssertions", .structure, why: "One is verified and the other is read."),
        row("unknownCondition", .conditions, why: "Who does not understand a condition cannot say that it holds."),
        row("foreignCondition", .conditions, why: "A name means something only with its namespace."),
        row("oneTimeUseTwice", .conditions, why: "The schema's limits are part of the signed meaning."),
        row("proxyCountUnreadable", .conditions, why: "A negative number compared as a large one allows everything."),
        ResponseRows.honest(
            "oneTimeUse", .elements, "The assertion says that it is for one use.",
            why: "A condition that is understood and kept must not be refused as unknown."
        ) { $0.base = { $0.isOneTimeUse = true } },
        ResponseRows.honest(
            "proxyRestriction", .elements, "The assertion says that nobody may tell others on its strength.",
            why: "A condition that is understood and kept must not be refused as unknown."
        ) { $0.base = { $0.proxyCount = 0 } },
        ResponseRows.honest(
            "twoAudiences", .elements, "One restriction names two audiences, ours the second.",
            why:
                "Inside one restriction any audience will do: who looks at the first alone refuses honest people."
        ) { $0.base = { $0.audiences = [["https://other.example/saml", "https://saml.sp.auth.adobe.com"]] } },
    ]
}
