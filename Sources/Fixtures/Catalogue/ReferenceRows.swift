import TVSimSAML

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
            why: "A stylesheet is a program that runs before the signature is verified."),
        row(
            "xpathTransform", .reference, .genuine,
            why: "An expression of the sender must not select the signed content, because it could select nothing."),
        row(
            "base64Transform",
            why:
                "A verifier that ignores the transform accepts this. One that applies it digests other data."
        ),
        row(
            "unknownTransform",
            why: "A verifier that ignores an unknown transform digests other data than the sender.",
            but: [ResponseRows.signxml(accepts: true, "signxml ignores unknown transforms")]),
        row("noTransforms", why: "Without the enveloped-signature transform, the signature would have to sign itself."),
        row("notEnveloped", why: "Without the enveloped-signature transform, the signature would have to sign itself."),
        row(
            "thirdTransform", .reference, .genuine,
            why: "The sender could use many transforms to make the reader slow.",
            but: [ResponseRows.signxml(accepts: false, "signxml does not support a second canonicalisation")]),
        row(
            "transformWithComments", .algorithm, .genuine,
            why: "Comments need no signature. With a single allowed form, all readers see the same document."),
        row(
            "referenceToOther",
            why: "The signature does not cover the assertion, because the referenced element is not in the document."),
        row(
            "referenceToAddress", why: "A verifier that resolves the reference contacts a server that the sender chose."
        ),
        row("referenceToFile", why: "A verifier that resolves the reference opens a file that the sender chose."),
        row("referenceByXPointer", why: "An expression instead of an ID can select several elements."),
        row(
            "referenceToDocument", why: "The whole document is more than the assertion, so the digest differs."),
        row(
            "twoReferences", .reference, .genuine,
            why: "SAML allows one reference. With two references, neither may cover the content that is read.",
            but: [
                ResponseRows.signxml(accepts: false, "signxml expects one reference unless it is configured for more")
            ]),
        row(
            "manyPrefixes", .size, .genuine,
            why: "A thousand prefixes for each element make canonicalisation slow enough for a denial of service."),
    ]
}
