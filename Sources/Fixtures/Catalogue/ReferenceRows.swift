import SAML

/// Responses whose signature refers to something else than the element in which it stands, or transforms it.
enum ReferenceRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy = .reference,
        _ signature: ResponseRecipe.Signature = .broken, why: String, resembles: String? = nil,
        but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .references, policy, signature, why: why, resembles: resembles, but: exceptions)
    }

    static let all: [FixtureCase] = [
        row(
            "xsltTransform", why: "A stylesheet is a program, and it runs before the signature is checked.",
            resembles: "CVE-2022-47966 (XSLT run before the signature check)"),
        row(
            "xpathTransform", why: "An expression can choose nothing at all, and nothing is easily signed.",
            resembles: "CVE-2021-40690 (an XPath transform of the sender's choice)"),
        row("base64Transform", why: "What is digested is then not the XML that is read."),
        row(
            "unknownTransform", why: "A verifier that passes over what it does not know digests something else."),
        row("noTransforms", why: "Without the enveloped transform the signature would have to sign itself."),
        row("notEnveloped", why: "Without the enveloped transform the signature would have to sign itself."),
        row(
            "thirdTransform", .reference, .genuine,
            why: "Each transform costs the reader work that the sender chooses.",
            resembles: "CVE-2021-39171 (many transforms)",
            but: [ResponseRows.signxml(accepts: false, "signxml canonicalises once, and knows no second time")]),
        row(
            "transformWithComments", .algorithm, .genuine,
            why: "Nobody needs comments signed; the allowed form is one, so that two readers see one document."),
        row("referenceToOther", why: "The signature vouches for an element that is not here."),
        row(
            "referenceToAddress", why: "The reader fetches an address that the sender chose.",
            resembles: "CVE-2023-36661 (a signature that makes its reader fetch an address)"),
        row("referenceToFile", why: "The reader opens a file that the sender chose."),
        row("referenceByXPointer", why: "An expression in the place of an ID chooses more than one element."),
        row(
            "referenceToDocument", why: "The whole document is more than the assertion: its digest is another."),
        row(
            "twoReferences", .reference, .genuine,
            why: "Two references, and what is read may be covered by neither.",
            resembles: "CVE-2016-5697 (two references)",
            but: [
                ResponseRows.signxml(accepts: false, "signxml expects one reference unless it is told another number")
            ]),
        row(
            "manyPrefixes", .size, .genuine,
            why: "A thousand prefixes for each element make canonicalisation slow enough to be an attack."),
    ]
}
