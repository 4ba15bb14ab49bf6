/// The rules about what a response says: addressees, times, the subject and its attributes.
enum ContentRequirements {
    private static let core = "SAML Core 2.0, "
    private static let webSSO = "SAML Profiles 2.0, 4.1.4.2"
    private static let processing = "SAML Profiles 2.0, 4.1.4.3"

    static let all: [RequirementRow] = addressees + statuses + times + subjects + attributes

    private static let addressees: [RequirementRow] = [
        .required("validResponse", "A valid response must be accepted.", processing, "honest"),
        .required(
            "audience", "Every AudienceRestriction must hold.", core + "2.5.1.4",
            "wrongAudience audienceByPrefix secondAudienceWrong emptyAudience elementInAudience"),
        .required("audiencePresent", "The assertion must have an audience.", webSSO, "noAudience"),
        .required("oneAudience", "One matching audience of a restriction is enough.", core + "2.5.1.4", "twoAudiences"),
        .required(
            "destination", "A Destination must be the address of the receiver.", core + "3.2.2",
            "wrongDestination emptyDestination"),
        .required(
            "destinationOptional", "A response without a signature of its own needs no Destination.",
            "SAML Bindings 2.0, 3.5.5.2", "noDestination"),
        .required(
            "recipient", "The bearer's Recipient must be the address of the receiver.", processing,
            "wrongRecipient emptyRecipient"),
        .required("recipientPresent", "A bearer must have a Recipient.", webSSO, "noRecipient"),
        .required(
            "inResponseTo", "The response and the confirmation must name the sent request.", processing,
            "wrongInResponseTo confirmationInResponseTo silentConfirmation silentResponse"),
        .choice("unsolicited", "A response that answers no request is refused.", "S-50", "unsolicited"),
        .required(
            "issuer", "The Issuer must be the expected identity provider, an entity that is compared exactly.", webSSO,
            "wrongIssuer issuerWithSlash wrongResponseIssuer wrongAssertionIssuer blanksAroundIssuer issuerNoEntity"),
        .required("issuerPresent", "The assertion must have an Issuer.", core + "2.3.3", "noIssuer"),
    ]

    private static let statuses: [RequirementRow] = [
        .required(
            "status", "Only the status Success signs a user in.", core + "3.2.2.2",
            """
            statusNotSuccess statusRequester statusUnknownPrincipal statusNoPassive statusRequestDenied statusUnknown \
            statusWithAssertion
            """),
        .required(
            "statusPresent", "A response must have one status with one top-level code.", core + "3.2.2.1",
            "noStatus noStatusCode secondStatusCode"),
    ]

    private static let times: [RequirementRow] = [
        .required(
            "conditionsPeriod", "The period of the conditions must include the present.", core + "2.5.1.2",
            "expired notYetValid conditionsEndNow conditionsEndSoon conditionsBeginSoon"),
        .required("conditionsPresent", "The assertion must have conditions.", webSSO, "noConditions"),
        .choice(
            "emptyPeriod", "A period without an instant must be refused, whatever the clock skew.", "S-175",
            "emptyWindow reversedWindow"),
        .choice("clockSkew", "A clock skew counts once at each end of a period.", "S-7", "withinSkew beyondSkew"),
        .required(
            "times", "A time must be in UTC, and readable.", core + "1.3.3",
            "confirmationEndUnreadable authnInstantUnreadable"),
        .choice("timeZone", "A time without a zone is refused.", "S-132", "timeWithoutZone"),
        .required(
            "session", "A session that has ended must not begin.", core + "2.7.2",
            "sessionExpired sessionEndsNow sessionEndsSoon"),
        .choice(
            "futureInstants", "An IssueInstant or AuthnInstant in the future is accepted.", "S-51",
            "authenticatedInFuture authenticatedSoon issuedInFuture issuedSoon"),
        .required(
            "confirmationPeriod", "The end of the bearer's confirmation must be in the future.", processing,
            "confirmationExpired confirmationEndsNow confirmationEndsSoon"),
        .required("confirmationEnd", "A bearer must have NotOnOrAfter.", webSSO, "confirmationWithoutEnd"),
        .required("confirmationStart", "A bearer must not have NotBefore.", webSSO, "confirmationNotBefore"),
        .required(
            "replay", "The same assertion must not be accepted twice.", "SAML Profiles 2.0, 4.1.4.5",
            "replayed oneTimeUseReplayed"),
    ]

    private static let subjects: [RequirementRow] = [
        .choice("subjectName", "A subject must have a name.", "S-106", "noNameID emptyNameID"),
        .required("oneName", "A subject has at most one name.", core + "2.4.1", "twoNameIDs nameAfterConfirmation"),
        .required("nameText", "A name is text without elements.", core + "2.2.3", "elementInNameID"),
        .choice("instructionInName", "A name has no processing instruction.", "S-162", "instructionInNameID"),
        .required(
            "wholeText", "A text must be read whole: comments, CDATA sections and references do not end it.",
            "Canonical XML 1.0, 2.1",
            """
            commentInNameID commentInAudience commentInIssuer commentInAttribute cdataInNameID splitCDATAInNameID \
            characterReferencesInNameID cdataInAudience cdataInAttribute cdataInIssuer characterReferencesInAudience \
            characterReferencesInIssuer characterReferencesInAttribute
            """),
        .required(
            "whiteSpace", "White space belongs to a name and a value, and not to an address.", core + "1.3.1",
            "blanksAroundNameID blanksAroundAudience blanksAroundAttribute"),
        .choice("nameFormat", "A name in the format 'unspecified' is accepted.", "S-178", "unusualNameIDFormat"),
        .required(
            "bearer", "One confirmation as a bearer must hold completely.", webSSO,
            "noConfirmation holderOfKey holderOfKeyBesideBearer twoBearers"),
        .required(
            "confirmationData", "A confirmation has at most one SubjectConfirmationData.", core + "2.4.1.1",
            "secondConfirmationData"),
        .required("authnStatement", "The assertion must have an AuthnStatement.", webSSO, "noAuthnStatement"),
        .required(
            "authnContext", "An AuthnStatement must have an AuthnContext with content.", core + "2.7.2.2",
            "noAuthnContext emptyAuthnContext"),
        .required(
            "conditionsKnown", "An assertion with an unknown condition must not be accepted.", core + "2.5.1",
            "unknownCondition foreignCondition"),
        .required(
            "oneTimeUse", "An assertion has at most one OneTimeUse, which is not unknown.", core + "2.5.1.5",
            "oneTimeUseTwice oneTimeUse"),
        .required(
            "proxyRestriction", "The Count of a ProxyRestriction is not negative, and the condition is not unknown.",
            core + "2.5.1.6", "proxyCountUnreadable proxyRestriction"),
    ]

    private static let attributes: [RequirementRow] = [
        .choice(
            "requiredAttribute", "An attribute that the receiver needs must have a value.", "S-97",
            "missingAttribute attributeWithoutValue"),
        .required(
            "attributeName", "An attribute must have a name.", core + "2.7.3.1", "attributeWithoutName"),
        .required(
            "attributeStatement", "An AttributeStatement has at least one attribute.", core + "2.7.3",
            "emptyAttributeStatement"),
        .required(
            "attributeValues", "Every value of an attribute must be read, an empty one too.", core + "2.7.3.1.1",
            "emptyAttributeValue"),
        .choice("repeatedAttribute", "An attribute may occur twice.", "S-180", "duplicateAttribute"),
        .choice(
            "valueText", "A value is text, or a NameID.", "S-62",
            "elementInAttribute nameInAttribute inclusionInAttribute"),
        .required(
            "extensions", "Unknown extensions are ignored.", core + "3.2.2", "inclusionInExtensions"),
    ]
}
