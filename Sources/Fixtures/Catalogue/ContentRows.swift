import SAML

/// Responses with a wrong subject, audience, recipient, issuer or status.
enum ContentRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ outcome: ResponseRows.Outcome = .refused, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .content, policy, .genuine, outcome, why: why)
    }

    static let all: [FixtureCase] = [
        ResponseRows.honest(
            "honest", .content, "Nothing is wrong.",
            why: "A reader that refuses this one refuses everybody, and its other refusals prove nothing."),
        row(
            "wrongAudience", .audience,
            why:
                "An assertion for another service, replayed here, signs a person in where they never asked to be."
        ),
        row(
            "audienceByPrefix", .audience,
            why: "An audience compared by its beginning lets whoever owns a longer name speak for the shorter one."),
        row(
            "secondAudienceWrong", .audience,
            why:
                "Every restriction must hold: who stops at the first widens what the issuer narrowed."
        ),
        row(
            "noAudience", .audience,
            why: "Without a restriction the assertion is for everybody, and so is whoever steals it."),
        row(
            "emptyAudience", .audience,
            why: "A restriction to nobody must match nobody; code that loops over no audience often finds no objection."
        ),
        row(
            "wrongDestination", .destination,
            why: "A response destined for another address was intercepted or misrouted."),
        row(
            "emptyDestination", .destination,
            why: "An empty attribute is not an absent one; readers that test for truth skip the check."),
        ResponseRows.honest(
            "noDestination", .content, "The response names no destination.",
            why:
                "It must name one where it is signed itself; this one is not, and the signed recipient says the same. Some readers refuse it."
        ) { $0.base = { $0.destination = nil } },
        row(
            "wrongRecipient", .recipient,
            why:
                "The recipient is the one address in the signed part; without it a response can be forwarded."
        ),
        row(
            "emptyRecipient", .recipient, why: "An empty recipient compares equal to an address that nobody configured."
        ),
        row(
            "noRecipient", .recipient, .believed,
            why:
                "In a sign-in the recipient is required; the answer to an attribute query has no bearer and needs none."
        ),
        row(
            "wrongInResponseTo", .inResponseTo,
            why: "The answer to somebody else's request signs the attacker's account in on the victim's device."),
        row(
            "confirmationInResponseTo", .inResponseTo,
            why: "The response's own attribute is unsigned here: only the confirmation's can be trusted."),
        row(
            "unsolicited", .inResponseTo,
            why: "A response that nobody asked for is how a login is forced upon a browser."),
        row(
            "wrongIssuer", .issuer,
            why: "In a house with many providers one must not speak for another, even with a good signature."),
        row(
            "issuerWithSlash", .issuer,
            why: "Entity identifiers are compared letter by letter; a tolerant comparison makes two entities one."),
        row(
            "wrongResponseIssuer", .issuer,
            why: "Which provider's key is looked up often comes from the unsigned response around the assertion."),
        row(
            "wrongAssertionIssuer", .issuer,
            why: "The assertion's issuer is the signed one, and the one that must be compared."),
        row("noIssuer", .issuer, why: "An assertion by nobody has no key to be checked with."),
        row(
            "issuerNoEntity", .issuer, .believed,
            why:
                "A sign-in's issuer is an entity, and nothing else; other profiles do not say so."
        ),
        row(
            "statusNotSuccess", .status, .rejected,
            why:
                "The refusal that a wrong password or a lapsed subscription causes: there is nothing to read behind it."
        ),
        row(
            "statusRequester", .status, .rejected,
            why: "A refusal with one code alone must not be read past its end."),
        row(
            "statusUnknownPrincipal", .status, .rejected,
            why: "The device's account is one that its provider has deleted."),
        row(
            "statusNoPassive", .status, .rejected,
            why: "A silent exchange cannot show a page: the app must ask aloud, not fail for good."),
        row(
            "statusRequestDenied", .status, .rejected,
            why: "The provider does not serve this programmer: trying again will not help."),
        row(
            "statusUnknown", .status, .rejected,
            why: "A status that nobody knows is a refusal; only Success is success."),
        row(
            "missingAttribute", .attributes,
            why: "Without the user's identifier there is nobody to make a profile for."),
        row(
            "attributeWithoutValue", .attributes,
            why: "An attribute that is there and says nothing passes a check for presence alone."),
        row("attributeWithoutName", .attributes, why: "An attribute without a name can be taken for any."),
        row("emptyAttributeStatement", .attributes, why: "The schema asks for one attribute at least."),
    ]
}
