import TVSimSAML

/// Responses with a wrong subject, audience, recipient, issuer or status.
enum ContentRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ outcome: ResponseRows.Outcome = .refused, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .content, policy, .genuine, outcome, why: why)
    }

    static let all: [FixtureCase] = [
        ResponseRows.valid(
            "honest", .content, "The response is valid.",
            why: "A reader that rejects this response rejects everything, so its other rejections prove nothing."),
        row(
            "wrongAudience", .audience,
            why:
                "The assertion is for another service provider, which could otherwise replay it here."
        ),
        row(
            "audienceByPrefix", .audience,
            why: "A reader that compares only a prefix accepts the longer entity ID of another service."),
        row(
            "secondAudienceWrong", .audience,
            why:
                "Every AudienceRestriction must hold. A reader that checks only one ignores a limit of the issuer."
        ),
        row(
            "noAudience", .audience,
            why:
                "Web SSO requires an AudienceRestriction. Without one, the assertion is valid at every service."
        ),
        row(
            "emptyAudience", .audience,
            why: "A restriction without an audience matches no service. A loop over an empty list often finds no error."
        ),
        row(
            "wrongDestination", .destination,
            why: "A response with the Destination of another service was intercepted or misrouted."),
        row(
            "emptyDestination", .destination,
            why: "An empty Destination is not a missing one. Readers that treat empty text as missing skip the check."),
        ResponseRows.valid(
            "noDestination", .content, "The response has no Destination.",
            why:
                "Only a signed response needs a Destination, and only the assertion is signed. Some readers reject it."
        ) { $0.base = { $0.destination = nil } },
        row(
            "wrongRecipient", .recipient,
            why:
                "The Recipient is the only signed address. A reader that ignores it accepts a forwarded response."
        ),
        row(
            "emptyRecipient", .recipient,
            why: "An empty Recipient equals the setting of a reader without a configured address."
        ),
        row(
            "noRecipient", .recipient, .accepted,
            why:
                "Web SSO requires the Recipient of a bearer. A response to an attribute query needs no bearer."
        ),
        row(
            "wrongInResponseTo", .inResponseTo,
            why: "A response to another request could sign the attacker's account in on the victim's device."),
        row(
            "confirmationInResponseTo", .inResponseTo,
            why: "The InResponseTo of the response is unsigned here. Only the one in the confirmation can be trusted."),
        row(
            "unsolicited", .inResponseTo,
            why: "An attacker can force a sign-in on a browser with an unsolicited response (login CSRF)."),
        row(
            "wrongIssuer", .issuer,
            why: "One provider must not issue assertions for another one, even with a valid signature."),
        row(
            "issuerWithSlash", .issuer,
            why: "Entity IDs are compared character by character. A tolerant comparison treats two entities as one."),
        row(
            "wrongResponseIssuer", .issuer,
            why: "Some readers select the provider's key by the Issuer of the response, which is unsigned here."),
        row(
            "wrongAssertionIssuer", .issuer,
            why:
                "The Issuer of the assertion is signed, so a reader must compare it, and not only that of the response."
        ),
        row("noIssuer", .issuer, why: "The assertion has no Issuer, so no key can be selected to verify it."),
        row(
            "issuerNoEntity", .issuer, .accepted,
            why:
                "In web SSO, the format of the Issuer must be that of an entity. Other profiles do not require this."
        ),
        row(
            "statusNotSuccess", .status, .rejected,
            why:
                "Providers send this status for a wrong password or an ended subscription, without an assertion."
        ),
        row(
            "statusRequester", .status, .rejected,
            why: "The status has no second code, and a reader must not assume that there is one."),
        row(
            "statusUnknownPrincipal", .status, .rejected,
            why: "The provider does not know the device's account any longer, for example because it was deleted."),
        row(
            "statusNoPassive", .status, .rejected,
            why: "The provider needs to show a page, so the app must start an interactive sign-in."),
        row(
            "statusRequestDenied", .status, .rejected,
            why: "The provider does not serve this programmer, so a retry does not help."),
        row(
            "statusUnknown", .status, .rejected,
            why: "An unknown status is an error. Only Success means success."),
        row(
            "missingAttribute", .attributes,
            why: "The service cannot create a profile without the user's identifier."),
        row(
            "attributeWithoutValue", .attributes,
            why: "An attribute without a value passes a check for its presence, but provides no data."),
        row(
            "attributeWithoutName", .attributes,
            why: "SAML requires the name of an attribute. Without it, the attribute can be mistaken for any other."),
        row(
            "emptyAttributeStatement", .attributes,
            why: "The schema requires at least one attribute in an AttributeStatement."),
    ]
}
