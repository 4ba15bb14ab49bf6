import SAML
import XMLSecurity

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
        accepts: false, "signxml believes SHA-1 only where it is told to")

    static let all: [FixtureCase] = [
        row(
            "hmacWithPublicKey", why: "The public key is no secret: who takes it for one lets everybody sign."),
        row(
            "sha1Signature", .algorithm, .genuine,
            why: "Collisions of SHA-1 are for sale: who chooses the content chooses two of them.", but: [strict]),
        row(
            "sha1Digest", .algorithm, .genuine,
            why: "A strong signature over a weak digest is as weak as the digest.", but: [strict]),
        row(
            "md5Signature", .algorithm, .genuine,
            why: "Collisions of MD5 cost nothing: a verifier must refuse its very name, before it computes anything.",
            but: [ResponseRows.signxml(accepts: false, "signxml does not know MD5")]),
        row("noAlgorithm", why: "The algorithm 'none' has been accepted by verifiers of other formats."),
        row(
            "algorithmWithBlank",
            why: "A name that is trimmed before it is looked up is another name than the signed one."),
        row(
            "otherDigestClaimed", .signature,
            why: "The name is signed, and true names are what the verification must go by."),
        row(
            "inclusiveCanonicalization", .algorithm, .genuine,
            why: "Inclusive canonicalisation takes the namespaces around along: a signature depends on its place."),
        row(
            "canonicalizationWithComments", .algorithm, .genuine,
            why: "Nobody needs comments signed; the allowed form is one, so that two readers see one document."),
        ResponseRows.honest(
            "rsaSHA384", .algorithms, "The signature and the digest are of SHA-384.",
            why: "Stronger digests are allowed, and providers begin to use them."
        ) {
            $0.recipe.algorithm = .rsaSHA384
            $0.recipe.digestAlgorithm = .sha384
        },
        ResponseRows.honest(
            "rsaSHA512", .algorithms, "The signature and the digest are of SHA-512.",
            why: "Stronger digests are allowed, and providers begin to use them."
        ) {
            $0.recipe.algorithm = .rsaSHA512
            $0.recipe.digestAlgorithm = .sha512
        },
        ResponseRows.honest(
            "mixedDigests", .algorithms, "The signature is of SHA-256, the digest of SHA-512.",
            why: "The two are named apart, and need not be the same."
        ) { $0.recipe.digestAlgorithm = .sha512 },
    ]
}
