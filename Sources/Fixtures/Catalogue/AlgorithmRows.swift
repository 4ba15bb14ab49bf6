import TVSimSAML
import TVSimXMLSecurity

/// Responses whose algorithms are weak, ambiguous or wrongly named.
enum AlgorithmRows {
    private static func row(
        _ name: String, _ policy: ValidationFailure.Policy = .algorithm,
        _ signature: ResponseRecipe.Signature = .broken, why: String,
        but exceptions: [ResponseRecipe.Exception] = []
    ) -> FixtureCase {
        ResponseRows.row(name, .algorithms, policy, signature, why: why, but: exceptions)
    }

    private static let strict = ResponseRows.signxml(
        accepts: false, "signxml accepts SHA-1 only if it is configured to")

    static let all: [FixtureCase] = [
        row(
            "hmacWithPublicKey",
            why: "The public key is not secret. A verifier that uses it as an HMAC key accepts anyone's signature."),
        row(
            "sha1Signature", .algorithm, .genuine,
            why:
                "SHA-1 collisions are affordable. An attacker can create two documents with the same digest.",
            but: [strict]),
        row(
            "sha1Digest", .algorithm, .genuine,
            why: "A strong signature over a weak digest is as weak as the digest.", but: [strict]),
        row(
            "md5Signature", .algorithm, .genuine,
            why: "MD5 collisions are easy to create. A verifier must reject the algorithm before it computes anything.",
            but: [ResponseRows.signxml(accepts: false, "signxml does not support MD5")]),
        row("noAlgorithm", why: "Verifiers of other formats have accepted the algorithm 'none'."),
        row(
            "algorithmWithBlank",
            why: "A verifier that trims the algorithm's name uses another name than the signed one."),
        row(
            "otherDigestClaimed", .signature,
            why: "A verifier must use the named algorithm, so the verification fails."),
        ResponseRows.row(
            "inclusiveCanonicalization", .algorithms, nil, .genuine, .accepted,
            why: "XML Signature requires every verifier to support Canonical XML 1.0, and some providers use it.",
            isDefective: false),
        row(
            "canonicalizationWithComments", .algorithm, .genuine,
            why: "Comments need no signature. With a single allowed form, all readers see the same document."),
        ResponseRows.valid(
            "rsaSHA384", .algorithms, "The signature and the digest use SHA-384.",
            why: "Stronger digests are allowed, and some providers use them."
        ) {
            $0.recipe.algorithm = .rsaSHA384
            $0.recipe.digestAlgorithm = .sha384
        },
        ResponseRows.valid(
            "rsaSHA512", .algorithms, "The signature and the digest use SHA-512.",
            why: "Stronger digests are allowed, and some providers use them."
        ) {
            $0.recipe.algorithm = .rsaSHA512
            $0.recipe.digestAlgorithm = .sha512
        },
        ResponseRows.valid(
            "ecdsaSHA256", .algorithms,
            "The signature is ECDSA on the curve P-256 with SHA-256, recorded from xmlsec1.",
            .refused,
            why: "Providers with such a key are right. XML writes its two numbers one after the other, and not in DER."
        ) {
            $0.certificate = { FixtureKeys.curveCertificate }
            $0.recordedSignature = FixtureKeys.curveSignature
        },
        ResponseRows.valid(
            "mixedDigests", .algorithms, "The signature uses SHA-256, and the digest uses SHA-512.",
            why: "The two algorithms are named separately and may differ."
        ) { $0.recipe.digestAlgorithm = .sha512 },
    ]
}
