import TVSimSAML
import TVSimXMLSecurity

/// Responses whose signature is missing, made with another key, or of a form that SAML does not allow.
enum SignatureRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy, _ signature: ResponseRecipe.Signature = .broken,
        why: String, but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .signature, policy, signature, why: why, but: exceptions)
    }

    static let all: [FixtureCase] = keys + parts + twins

    private static let keys = [
        row(
            "unsigned", .unsigned, .absent, why: "Anyone can create an unsigned response."),
        row(
            "wrongKey", .signature,
            why: "The certificate in KeyInfo is the trusted one, but it does not prove who signed."),
        row(
            "keyConfusion", .signature,
            why: "A verifier that trusts the key in the message accepts every signature."),
        ResponseRows.made(
            "keyValue", .signature, "Another key signed, and KeyInfo contains that key as a KeyValue.",
            .impostor {
                .written(
                    "<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>\(FixtureKeys.impostorModulus)</ds:Modulus>"
                        + "<ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>")
            }, .signature, .broken,
            why: "A verifier that trusts the key in the message accepts every signature.",
            resembles: "CVE-2024-32962 (trust in the key of the message)",
            but: [ResponseRows.xmlsec(accepts: true, "xmlsec1 uses a KeyValue from the message if there is one")]),
        ResponseRows.made(
            "namesakeCertificate", .signature,
            "Another key signed, and its certificate has the subject, issuer and serial number of the trusted one.",
            .impostor {
                .written(
                    "<ds:X509Data><ds:X509Certificate>\(FixtureKeys.namesake)</ds:X509Certificate></ds:X509Data>")
            }, .signature, .broken,
            why: "Anyone can create a certificate with these names. A verifier must compare the key."),
        row(
            "corruptedSignature", .signature,
            why: "One changed bit makes the signature invalid. A verifier that accepts it checks nothing."),
        row(
            "corruptedDigest", .signature,
            why: "The signature over SignedInfo is valid. A verifier that stops there never checks the content."),
        row(
            "tampered", .signature,
            why: "The digest does not match the changed content. This is the simplest forgery."),
        ResponseRows.row(
            "otherKeyKind", .signature, .key, .broken,
            why: "A verifier must not let the message select the type of key."),
    ]

    private static let parts = [
        row("emptySignature", .structure, .broken, why: "A Signature element is present, but it signs nothing."),
        row(
            "objectInSignature", .structure, .genuine,
            why: "An Object can hide wrapped content, and SAML does not need it."),
        row(
            "twoSignedInfos", .structure,
            why: "A verifier may verify one SignedInfo and use the reference of the other one."),
        row(
            "twoSignatureValues", .structure,
            why: "A verifier checks one of the values, and the other one may be forged."),
        row(
            "twoDigestValues", .reference,
            why: "Some verifiers compare the first digest, others the last one. Here, the two are equal."),
        row(
            "noReference", .reference,
            why: "A signature without a reference covers no content, so it is valid with any content."),
        row(
            "emptySignatureValue", .structure,
            why: "A verifier must not accept an empty value because it equals an empty result."),
        row(
            "commentInDigestValue", .structure, .genuine,
            why: """
                The comment is not signed, but it changes which text a verifier reads as the digest. Canonical XML \
                leaves comments out, so the standard allows it: this verdict is stricter (Differences, S-25).
                """),
        row(
            "commentInSignatureValue", .structure, .genuine,
            why: """
                Verifiers read different values from the text around a comment. The standard allows it, and this verdict \
                is stricter (Differences, S-25).
                """,
            but: [
                ResponseRows.signxml(accepts: false, "signxml reads only the text before the comment, which is empty")
            ]),
        row(
            "twoSignatures", .structure,
            why: "The enveloped-signature transform removes only one signature, so the other one changes the digest."
        ),
        row(
            "signatureAtEnd", .structure, .genuine,
            why: "The schema allows the signature in one position. Another position shows that it was moved."),
        row(
            "signatureInExtensions", .structure,
            why: "The first signature in the document is not the one of the assertion."),
        row(
            "signatureMovedToResponse", .reference, .genuine,
            why: "The signature still refers to the assertion. Its position must not decide what counts as signed."),
        row(
            "voidCanonicalization", .reference,
            why: "A verifier that ignores the failure computes the digest of empty data, which is the signed digest."),
    ]

    private static let datesJudged = ResponseRows.signxml(
        accepts: false, "signxml checks the dates of the trusted certificate against the system clock")

    private static let twins = [
        ResponseRows.valid(
            "signedResponse", .signature, "The response is signed, not the assertion.",
            why:
                "A signed response covers its assertion. Many providers sign only the response."
        ) { $0.signed = .response },
        ResponseRows.valid(
            "signedBoth", .signature, "The assertion and the response are both signed.",
            why: "The outer signature covers the inner one, and both must be valid."
        ) { $0.signed = .both },
        ResponseRows.valid(
            "withoutKeyInfo", .signature, "The signature has no KeyInfo.",
            why: "KeyInfo is optional. A reader that has the provider's certificate does not need it."
        ) { $0.recipe.keyInfo = .absent },
        ResponseRows.valid(
            "expiredCertificate", .signature,
            "The provider's certificate, which is trusted and in KeyInfo, has expired.",
            why:
                "The reader trusts the certificate's key. tvsim only notes the dates; other readers may reject it.",
            but: [datesJudged]
        ) { $0.certificate = { FixtureKeys.expiredCertificate } },
        ResponseRows.valid(
            "notYetValidCertificate", .signature,
            "The provider's certificate, which is trusted and in KeyInfo, is not valid yet.",
            why:
                "The reader trusts the certificate's key. tvsim only notes the dates; other readers may reject it.",
            but: [datesJudged]
        ) { $0.certificate = { FixtureKeys.notYetValidCertificate } },
        ResponseRows.valid(
            "inclusivePrefixes", .signature, "The canonicalisation has a list of prefixes to include.",
            why: "Providers with typed attribute values send this list, and SAML allows it."
        ) { $0.recipe.inclusivePrefixes = ["saml", "xs"] },
    ]
}
