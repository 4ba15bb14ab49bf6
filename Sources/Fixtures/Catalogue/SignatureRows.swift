import SAML
import XMLSecurity

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
            "unsigned", .unsigned, .absent, why: "Whoever can write XML can write this."),
        row(
            "wrongKey", .signature,
            why: "The certificate in the message is the right one, and says nothing of who signed."),
        row(
            "keyConfusion", .signature,
            why: "A verifier that takes the key from the message believes everybody."),
        ResponseRows.made(
            "keyValue", .signature, "Another key signed, and KeyInfo shows that key itself.",
            .impostor(
                .written(
                    "<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>\(FixtureKeys.impostorModulus)</ds:Modulus>"
                        + "<ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>")), .signature, .broken,
            why: "A verifier that takes the key from the message believes everybody.",
            resembles: "CVE-2024-32962 (the key in the message believed)",
            but: [ResponseRows.xmlsec(accepts: true, "xmlsec1 takes a key value from the message where one stands")]),
        ResponseRows.made(
            "namesakeCertificate", .signature,
            "Another key signed, and its certificate has the subject, issuer and number of the trusted one.",
            .impostor(
                .written(
                    "<ds:X509Data><ds:X509Certificate>\(FixtureKeys.namesake)</ds:X509Certificate></ds:X509Data>")),
            .signature, .broken,
            why: "A certificate is its key and not its name: whoever compares names believes its maker."),
        row("corruptedSignature", .signature, why: "One bit is enough, or nothing was checked."),
        row(
            "corruptedDigest", .signature,
            why: "The signature over SignedInfo is good: a verifier that stops there never looks at the content."),
        row(
            "tampered", .signature,
            why: "The content is another than the one that was signed: the plainest of all forgeries."),
        ResponseRows.row(
            "otherKeyKind", .signature, .key, .broken,
            why: "Who verifies with whatever kind of key the message names has let the message choose."),
    ]

    private static let parts = [
        row("emptySignature", .structure, .broken, why: "A Signature element is there, and signs nothing."),
        row(
            "objectInSignature", .structure, .genuine,
            why: "An Object is where wrapped content hides: nothing that SAML needs stands there."),
        row(
            "twoSignedInfos", .structure, why: "One is verified, the other one's reference is followed."),
        row("twoSignatureValues", .structure, why: "Two values are two signatures, of which one may be anybody's."),
        row(
            "twoDigestValues", .reference,
            why: "Of two digests one reader compares the first and another the last: here they are the same."),
        row("noReference", .reference, why: "A signature over no content holds for every content."),
        row("emptySignatureValue", .structure, why: "An empty value must not equal an empty result."),
        row(
            "commentInDigestValue", .structure, .genuine,
            why: "The comment is not signed, and decides which text is read as the digest."),
        row(
            "commentInSignatureValue", .structure, .genuine,
            why: "Two readers of the text around a comment read two values.",
            but: [
                ResponseRows.signxml(accepts: false, "signxml reads the text before the comment alone, which is none")
            ]),
        row(
            "twoSignatures", .structure, why: "The same signature twice is one that was not taken out before digesting."
        ),
        row(
            "signatureAtEnd", .structure, .genuine,
            why: "The schema has one place for it; a signature that wanders is one that was moved."),
        row(
            "signatureInExtensions", .structure,
            why: "The first signature in the document is not the one that vouches for the assertion."),
        row(
            "signatureMovedToResponse", .reference, .genuine,
            why: "The place of the signature must not decide what is thought to be signed."),
        row(
            "voidCanonicalization", .reference,
            why: "Canonicalisation fails, and who digests what is left finds the digest of nothing, which is signed."),
    ]

    private static let datesJudged = ResponseRows.signxml(
        accepts: false, "signxml judges the dates of the certificate that it is given, by the machine's clock")

    private static let twins = [
        ResponseRows.honest(
            "signedResponse", .signature, "The response is signed, not the assertion.",
            why:
                "Everything inside a signed response is signed; who insists on the assertion refuses half of all providers."
        ) { $0.signed = .response },
        ResponseRows.honest(
            "signedBoth", .signature, "Assertion and response are both signed.",
            why: "The inner signature is part of what the outer one signs, and both must hold."
        ) { $0.signed = .both },
        ResponseRows.honest(
            "withoutKeyInfo", .signature, "The signature shows no certificate.",
            why: "KeyInfo is a hint that nobody needs who knows the provider's key."
        ) { $0.recipe.keyInfo = .absent },
        ResponseRows.honest(
            "expiredCertificate", .signature, "The provider's certificate, pinned and shown, is over.",
            why:
                "A pinned certificate is a container of its key, whose dates this reader notes; one that judges them refuses.",
            but: [datesJudged]
        ) { $0.certificate = FixtureKeys.expiredCertificate },
        ResponseRows.honest(
            "notYetValidCertificate", .signature, "The provider's certificate, pinned and shown, is not valid yet.",
            why:
                "A pinned certificate is a container of its key, whose dates this reader notes; one that judges them refuses.",
            but: [datesJudged]
        ) { $0.certificate = FixtureKeys.notYetValidCertificate },
        ResponseRows.honest(
            "inclusivePrefixes", .signature, "The canonicalisation lists a prefix to include.",
            why: "Providers that use typed attribute values send this; it belongs to the allowed form."
        ) { $0.recipe.inclusivePrefixes = ["saml", "xs"] },
    ]
}
