import TVSimXMLSecurity

/// Wrong keys and algorithms of signatures.
enum SignatureDefects {
    static let all = [unsigned, wrongKey] + keys + algorithms + references

    static let unsigned = ResponseDefect(
        "unsigned", .signature, .unsigned, "The signature is missing.",
        resembles: "CVE-2025-40934 (a missing signature is accepted)",
        DefectSteps(plan: { $0.signed = .neither }))

    static let wrongKey = defect(
        "wrongKey", .signature, "Another key made the signature; KeyInfo contains the correct certificate."
    ) { plan throws(XMLError) in
        plan.recipe.keyInfo = .certificate(plan.identity.certificate)
        plan.identity = try plan.stranger()
    }

    static func defect(
        _ name: String, _ policy: ValidationFailure.Policy?, _ summary: String, resembles: String? = nil,
        _ change: @escaping @Sendable (inout SigningPlan) throws(XMLError) -> Void
    ) -> ResponseDefect {
        ResponseDefect(name, .signature, policy, summary, resembles: resembles, DefectSteps(plan: change))
    }

    private static let keys = [
        defect(
            "keyConfusion", .signature, "Another key made the signature; KeyInfo contains the certificate of that key.",
            resembles: "CVE-2024-32962 (the certificate in the message is trusted)"
        ) { plan throws(XMLError) in plan.identity = try plan.stranger() },
        defect(
            "hmacWithPublicKey", .algorithm, "The signature is an HMAC, with the public key as its secret.",
            resembles: "CVE-2025-48994, GHSA-6vx8-pcwv-xhf4 (an HMAC with the public key)"
        ) { plan in
            plan.recipe.hmacSecret = plan.identity.certificate.subjectPublicKeyInfo
            plan.recipe.claimedAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
        },
        defect("corruptedSignature", .signature, "One bit of the signature is inverted.") {
            $0.recipe.corruptsSignature = true
        },
        defect("corruptedDigest", .signature, "One bit of the digest is inverted before signing.") {
            $0.recipe.corruptsDigest = true
        },
        defect(
            "encryptedForStranger", .encryption, "The assertion is encrypted for a key that the reader does not have."
        ) {
            plan throws(XMLError) in
            plan.encryption = EncryptionRecipe(recipient: try plan.stranger().certificate)
        },
        defect("corruptedCiphertext", .encryption, "One bit of the encrypted assertion is inverted.") {
            plan throws(XMLError) in
            if plan.encryption == nil {
                plan.encryption = EncryptionRecipe(recipient: try plan.stranger().certificate)
            }
            plan.encryption?.corruptsCiphertext = true
        },
    ]

    private static func algorithm(
        _ name: String, _ summary: String, _ identifier: String, policy: ValidationFailure.Policy = .algorithm
    ) -> ResponseDefect {
        defect(name, policy, summary) { $0.recipe.claimedAlgorithm = identifier }
    }

    private static let algorithms = [
        defect("sha1Signature", .algorithm, "The signature is RSA with SHA-1.") { $0.recipe.algorithm = .rsaSHA1 },
        defect("sha1Digest", .algorithm, "The digest is SHA-1.") { $0.recipe.digestAlgorithm = .sha1 },
        defect("md5Signature", .algorithm, "The signature is RSA with MD5.") {
            $0.recipe.claimedAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-md5"
            $0.recipe.signsByMD5 = true
        },
        algorithm("noAlgorithm", "The signature names the algorithm 'none'.", "none"),
        algorithm(
            "algorithmWithBlank", "The algorithm's name ends with a space.",
            SignatureAlgorithm.rsaSHA256.rawValue + " "),
        algorithm(
            "otherKeyKind", "The signature names ECDSA, but the trusted key is an RSA key.",
            SignatureAlgorithm.ecdsaSHA256.rawValue, policy: .key),
        defect("otherDigestClaimed", .signature, "The signature does not name the digest algorithm that was used.") {
            plan in
            let claimed: SignatureAlgorithm = plan.recipe.algorithm.digest == .sha512 ? .rsaSHA384 : .rsaSHA512
            plan.recipe.claimedAlgorithm = claimed.rawValue
        },
        defect("inclusiveCanonicalization", nil, "The canonicalization is inclusive.") {
            $0.recipe.inclusiveNamespaces = [:]
        },
        defect("canonicalizationWithComments", .algorithm, "The canonicalization keeps comments.") {
            $0.recipe.claimedCanonicalization = XMLNamespace.exclusiveC14N + "WithComments"
        },
    ]

    private static func transforms(
        _ name: String, _ summary: String, policy: ValidationFailure.Policy = .reference, resembles: String? = nil,
        _ transforms: [String]
    ) -> ResponseDefect {
        defect(name, policy, summary, resembles: resembles) { $0.recipe.claimedTransforms = transforms }
    }

    /// Adds a transform between the two allowed ones that does not change the digest of the content.
    private static func transform(
        _ name: String, _ summary: String, _ algorithm: String, holding content: String = "", resembles: String? = nil
    ) -> ResponseDefect {
        defect(name, .reference, summary, resembles: resembles) {
            $0.recipe.claimedTransforms = [XMLNamespace.envelopedSignature, algorithm, XMLNamespace.exclusiveC14N]
            $0.recipe.transformContents = [algorithm: content]
        }
    }

    private static func target(
        _ name: String, _ summary: String, _ uri: @escaping @autoclosure @Sendable () -> String,
        resembles: String? = nil
    ) -> ResponseDefect {
        defect(name, .reference, summary, resembles: resembles) { $0.recipe.referenceURI = uri() }
    }

    private static let references = [
        transform(
            "xsltTransform", "A transform is an XSLT stylesheet that copies everything.",
            "http://www.w3.org/TR/1999/REC-xslt-19991116",
            holding: #"<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0">"#
                + #"<xsl:template match="/"><xsl:copy-of select="."></xsl:copy-of></xsl:template></xsl:stylesheet>"#,
            resembles: "CVE-2022-47966 (XSLT runs before the signature check)"),
        transform(
            "xpathTransform", "A transform is an XPath expression that selects everything.",
            "http://www.w3.org/TR/1999/REC-xpath-19991116", holding: "<ds:XPath>true()</ds:XPath>",
            resembles: "CVE-2021-40690 (the sender chooses an XPath transform)"),
        transform("base64Transform", "A transform is Base64.", "http://www.w3.org/2000/09/xmldsig#base64"),
        transform("unknownTransform", "A transform is unknown.", "urn:example:transform"),
        transforms("noTransforms", "The reference has no transforms.", []),
        transforms("notEnveloped", "The enveloped-signature transform is missing.", [XMLNamespace.exclusiveC14N]),
        transforms(
            "thirdTransform", "The reference has one transform more than the two allowed.",
            resembles: "CVE-2021-39171 (many transforms)",
            [XMLNamespace.envelopedSignature, XMLNamespace.exclusiveC14N, XMLNamespace.exclusiveC14N]),
        transforms(
            "transformWithComments", "The content is canonicalized with its comments.", policy: .algorithm,
            [XMLNamespace.envelopedSignature, XMLNamespace.exclusiveC14N + "WithComments"]),
        target("referenceToOther", "The signature refers to an element that does not exist.", "#_somebody-else"),
        target(
            "referenceToAddress", "The signature refers to a network address.", "http://127.0.0.1:9/x",
            resembles: "CVE-2023-36661 (a signature makes its reader request an address)"),
        target("referenceToFile", "The signature refers to a file.", DefectWords.current.file),
        target("referenceByXPointer", "The signature refers to the document by XPointer.", "#xpointer(/)"),
        ResponseDefect(
            "referenceToDocument", .signature, .reference, "The assertion's signature refers to the whole document.",
            DefectSteps(plan: {
                $0.signed = .assertion
                $0.recipe.referenceURI = ""
            })),
        defect(
            "twoReferences", .reference, "The signature has two references.",
            resembles: "CVE-2016-5697 (two references)"
        ) { $0.recipe.references = 2 },
        defect("noReference", .reference, "The signature has no reference.") { $0.recipe.references = 0 },
        defect("twoDigestValues", .reference, "The reference has two digests.") { $0.recipe.digestValues = 2 },
        defect("manyPrefixes", .size, "The canonicalization lists a thousand prefixes.") {
            $0.recipe.inclusivePrefixes = (0..<1000).map { "p\($0)" }
        },
    ]
}
