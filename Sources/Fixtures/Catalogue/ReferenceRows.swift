import SAML

/// Responses whose signature refers to an element other than its parent, or transforms that element.
enum ReferenceRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy = .reference,
        _ signature: ResponseRecipe.Signature = .broken, why: String,
        but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .references, policy, signature, why: why, but: exceptions)
    }

    static let all: [FixtureCase] = [
        row(
            "xsltTransform", .reference, .genuine,
            why: "A stylesheet is a program, and it runs before the signature is checked."),
        row(
            "xpathTransform", .reference, .genuine,
            why: "Whoever lets the sender's expression choose what is signed lets the next one choose nothing at all."),
        row(
            "base64Transform",
            why: "Who passes over it believes this one; for who obeys it, what is digested is not the XML that is read."
        ),
        row(
            "unknownTransform",
            why: "A verifier that passes over what it does not know digests something else than the sender meant.",
            but: [ResponseRows.signxml(accepts: true, "signxml passes over transforms that it does not know")]),
        row("noTransforms", why: "Without the enveloped transform the signature would have to sign itself."),
        row("notEnveloped", why: "Without the enveloped transform the signature would have to sign itself."),
        row(
            "thirdTransform", .reference, .genuine,
            why: "Each transform costs the reader work that the sender chooses.",
            but: [ResponseRows.signxml(accepts: false, "signxml canonicalises once, and knows no second time")]),
        row(
            "transformWithComments", .algorithm, .genuine,
            why: "Nobody needs comments signed; the allowed form is one, so that two readers see one document."),
        row("referenceToOther", why: "The signature vouches for an element that is not here."),
        row(
            "referenceToAddress", why: "The reader fetches an address that the sender chose."),
        row("referenceToFile", why: "The reader opens a file that the sender chose."),
        row("referenceByXPointer", why: "An expression in the place of an ID chooses more than one element."),
        row(
            "referenceToDocument", why: "The whole document is more than the assertion: its digest is another."),
        row(
            "twoReferences", .reference, .genuine,
            why: "Two references, and what is read may be covered by neither.",
            but: [
                ResponseRows.signxml(accepts: false, "signxml expects one reference unless it is told another number")
            ]),
        row(
            "manyPrefixes", .size, .genuine,
            why: "A thousand prefixes for each element make canonicalisation slow enough to be an attack."),
    ]
}
