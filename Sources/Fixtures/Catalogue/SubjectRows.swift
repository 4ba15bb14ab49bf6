import Foundation
import SAML

/// Responses with a wrong subject, confirmation or statement, or in a form that some readers read incompletely.
enum SubjectRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ outcome: ResponseRows.Outcome = .refused, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .subject, policy, .genuine, outcome, why: why)
    }

    /// Creates a case with an equivalent form of the same text, which every reader must accept.
    private static func written(
        _ name: String, _ summary: String, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = [], _ old: String, _ new: String
    ) -> FixtureCase {
        ResponseRows.made(
            name, .subject, summary, .text { $0.replacingOccurrences(of: old, with: new) }, nil, .genuine, .believed,
            why: why, resembles: resembles, but: exceptions, isDefective: false)
    }

    private static let truncation = "CVE-2017-11427, CVE-2017-11428, CVE-2017-11429, CVE-2017-11430, CVE-2018-0489"

    static let all: [FixtureCase] = [
        row("noNameID", .subject, why: "A subject without a name is nobody; an empty key finds the first account."),
        row("emptyNameID", .subject, why: "A name of blanks is no name, and matches accounts that have none."),
        row("twoNameIDs", .subject, why: "Of two names one reader takes the first and another the last."),
        row(
            "elementInNameID", .subject,
            why: "The text before the inner element is what some readers take for the whole name."),
        row(
            "instructionInNameID", .subject,
            why: "A processing instruction splits the text as a comment does, and is part of what is signed."),
        row(
            "unreadableEncryptedID", .encryption,
            why: "A name that cannot be opened is no name, and must not fall back to the next best one."),
        ResponseRows.row(
            "commentInNameID", .subject, nil, .genuine, .believed,
            why: "The comment is not signed: a reader of the first text node signs a shorter name in.",
            isDefective: false),
        written(
            "commentInAudience", "A comment was put into the audience after signing: it must be read whole.",
            why: "A truncated audience equals that of whoever owns the shorter address.", resembles: truncation,
            "<saml:Audience>https://saml.sp", "<saml:Audience>https://saml<!-- -->.sp"),
        written(
            "commentInIssuer", "A comment was put into the assertion's issuer after signing: it must be read whole.",
            why: "A truncated issuer picks another provider's key.", resembles: truncation,
            "<saml:Issuer>https://idp", "<saml:Issuer>https://<!-- -->idp"),
        written(
            "commentInAttribute", "A comment was put into an attribute's value after signing: it must be read whole.",
            why: "The user's identifier often is an attribute, not the name.", resembles: truncation,
            "<saml:AttributeValue>subscriber", "<saml:AttributeValue>sub<!-- -->scriber"),
        written(
            "cdataInNameID", "The name is written in a CDATA section.",
            why: "Canonicalisation makes CDATA text, so the signature holds, and a reader must see the same text.",
            ">subscriber</saml:NameID>", "><![CDATA[subscriber]]></saml:NameID>"),
        written(
            "splitCDATAInNameID", "Half of the name is written in a CDATA section.",
            why: "Text and CDATA are two nodes of one text: the first alone is a shorter name.", resembles: truncation,
            ">subscriber</saml:NameID>", ">sub<![CDATA[scriber]]></saml:NameID>"),
        written(
            "characterReferencesInNameID", "The name is written with character references.",
            why: "A search through the octets finds another name than the parser.",
            ">subscriber</saml:NameID>", ">&#115;ubscribe&#x72;</saml:NameID>"),
        ResponseRows.honest(
            "blanksAroundNameID", .subject, "The name stands between blanks and lines.",
            why: "Providers that print their XML prettily send this; the name is what stands between."
        ) { $0.base = { $0.nameID = " \n subscriber\t" } },
        ResponseRows.honest(
            "unusualNameIDFormat", .subject, "The name is of an unspecified format.",
            why: "Providers choose the format; one that was not asked for is still a name."
        ) { $0.base = { $0.nameIDFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" } },
        ResponseRows.honest(
            "duplicateAttribute", .subject, "An attribute is told twice, with different values.",
            why: "Attributes of one name are one attribute with several values, not the first nor the last of them."
        ) {
            $0.base = { content in
                content.attributes += ["ESPN", "CNN"].map { SAMLAttribute(name: "channelID", values: [$0]) }
            }
            $0.attributes["channelID"] = ["ESPN", "CNN"]
        },
        row(
            "noConfirmation", .subject, .believed,
            why: "Without a confirmation anybody may deliver it; the answer to an attribute query needs none."),
        row(
            "holderOfKey", .subject, .believed,
            why: "Who must prove a key is not a bearer: to accept it as one drops the proof."),
        row("noAuthnStatement", .session, .believed, why: "An assertion about attributes is no sign-in."),
        row("noAuthnContext", .session, why: "How the person was authenticated is required, and asked for by some."),
        row("emptyAuthnContext", .session, why: "A context that says nothing cannot be the one that was asked for."),
        row(
            "elementInAttribute", .attributes,
            why: "A value that holds an element reads as its first text in one library and as nothing in another."),
        row(
            "unreadableEncryptedAttribute", .encryption,
            why: "What cannot be opened must be refused: it may be the attribute that forbids."),
        row(
            "elementInAudience", .audience,
            why: "The same truncation as in the name, where the audience is decided."),
    ]
}
