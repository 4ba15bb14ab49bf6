import Foundation
import TVSimSAML

/// Responses with a wrong subject, confirmation or statement, or in a form that some readers read incompletely.
enum SubjectRows {
    private typealias Parties = FixtureParties

    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ outcome: ResponseRows.Outcome = .refused, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .subject, policy, .genuine, outcome, why: why)
    }

    /// Creates a case with an equivalent form of the same text, which every reader must accept.
    private static func written(
        _ name: String, _ summary: String, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = [], _ old: @escaping @autoclosure @Sendable () -> String,
        _ new: @escaping @autoclosure @Sendable () -> String
    ) -> FixtureCase {
        ResponseRows.made(
            name, .subject, summary, .text { $0.replacingOccurrences(of: old(), with: new()) }, nil, .genuine,
            .accepted,
            why: why, resembles: resembles, but: exceptions, isDefective: false)
    }

    private static let truncation = "CVE-2017-11427, CVE-2017-11428, CVE-2017-11429, CVE-2017-11430, CVE-2018-0489"

    static let all: [FixtureCase] = [
        row(
            "noNameID", .subject,
            why: """
                A subject without a name identifies no user. A lookup with an empty key may find the first account. \
                SAML Core 2.0, 2.4.1 allows it, and this verdict is stricter (Differences, S-106).
                """),
        row("emptyNameID", .subject, why: "An empty name identifies no user, but could match accounts without a name."),
        row(
            "twoNameIDs", .subject,
            why: "A subject must have one name. Some readers use the first one, others the last one."),
        row(
            "elementInNameID", .subject,
            why: "Some readers use only the text before the inner element as the name."),
        row(
            "instructionInNameID", .subject,
            why: "A processing instruction splits the text as a comment does, but it is signed."),
        row(
            "unreadableEncryptedID", .encryption,
            why: "The reader cannot decrypt the name, and must not use another value instead."),
        ResponseRows.row(
            "commentInNameID", .subject, nil, .genuine, .accepted,
            why:
                "The signature excludes comments and is valid. A reader of the first text node reads a shorter name.",
            isDefective: false),
        written(
            "commentInAudience",
            "A comment was inserted into the audience after signing, and the audience must be read completely.",
            why: "A truncated audience may be that of another service, which has a shorter address.",
            resembles: truncation,
            "<saml:Audience>" + Parties.audience.written,
            "<saml:Audience>" + Parties.audience.divided(at: 12, by: "<!-- -->")),
        written(
            "commentInIssuer",
            "A comment was inserted into the assertion's issuer after signing, and the issuer must be read completely.",
            why: "A reader with a truncated issuer may select the key of another provider.", resembles: truncation,
            ">\(Parties.issuer.written)</saml:Issuer>",
            ">\(Parties.issuer.divided(at: 8, by: "<!-- -->"))</saml:Issuer>"),
        written(
            "commentInAttribute",
            "A comment was inserted into an attribute's value after signing, and the value must be read completely.",
            why: "The user's identifier is often an attribute, not the name.", resembles: truncation,
            "<saml:AttributeValue" + Parties.valueEnd,
            "<saml:AttributeValue>\(Parties.name.divided(at: 3, by: "<!-- -->"))</saml:AttributeValue>"),
        written(
            "cdataInNameID", "The name is in a CDATA section.",
            why:
                "Canonicalisation replaces CDATA by text, so the signature is valid for the same text.",
            Parties.nameEnd, ">\(Parties.name.inCDATA)</saml:NameID>"),
        written(
            "splitCDATAInNameID", "Half of the name is in a CDATA section.",
            why: "Text and CDATA are two nodes of one text. A reader of the first node reads a shorter name.",
            resembles: truncation,
            Parties.nameEnd, ">\(Parties.name.halfInCDATA(at: 3))</saml:NameID>"),
        written(
            "characterReferencesInNameID", "The name is written with character references.",
            why: "The parser resolves the references. A search in the bytes does not find the name.",
            Parties.nameEnd, ">\(Parties.name.withReferences(at: 9))</saml:NameID>"),
        ResponseRows.valid(
            "blanksAroundNameID", .subject, "The name has white space around it.",
            why: "White space belongs to a string (SAML Core 2.0, 1.3.1). A reader that trims it signs in another user."
        ) {
            $0.base = { $0.nameID = " \n \($0.nameID)\t" }
            $0.readName = { " \n \($0)\t" }
        },
        ResponseRows.valid(
            "unusualNameIDFormat", .subject, "The name has the format 'unspecified'.",
            why: "Providers choose the format, and a name in a format that was not requested is valid."
        ) { $0.base = { $0.nameIDFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" } },
        ResponseRows.valid(
            "duplicateAttribute", .subject, "An attribute occurs twice, with different values.",
            why:
                "Attributes with the same name are one attribute with several values. A reader must return all of them."
        ) {
            $0.base = { content in
                content.attributes += ["ESPN", "CNN"].map { .init("channelID", [$0]) }
            }
            $0.furtherAttributes["channelID"] = ["ESPN", "CNN"]
        },
        row(
            "noConfirmation", .subject, .accepted,
            why:
                "Without a confirmation, anyone can deliver the assertion. A response to an attribute query needs none."
        ),
        row(
            "holderOfKey", .subject, .accepted,
            why: "Holder-of-key requires a proof of the key. A reader that accepts it as a bearer omits the proof."),
        row(
            "noAuthnStatement", .session, .accepted,
            why: "An assertion without an AuthnStatement does not prove a sign-in."),
        row(
            "noAuthnContext", .session,
            why: "The schema requires an AuthnContext, and some service providers request a specific one."),
        row("emptyAuthnContext", .session, why: "An empty AuthnContext cannot match a requested one."),
        row(
            "elementInAttribute", .attributes,
            why: """
                Libraries disagree about a value with an element: some return its first text, others nothing. \
                SAML Core 2.0, 2.7.3.1.1 allows any content, and this verdict is stricter (Differences, S-62).
                """),
        row(
            "unreadableEncryptedAttribute", .encryption,
            why: "A reader must reject an attribute that it cannot decrypt, because the attribute may deny access."),
        row(
            "elementInAudience", .audience,
            why: "Some readers use only the text before the inner element as the audience."),
    ]
}
