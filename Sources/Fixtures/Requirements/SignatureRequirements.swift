/// The rules about signatures, encryption, and what a signature covers.
enum SignatureRequirements {
    private static let core = "SAML Core 2.0, "
    private static let validation = "XML Signature 1.1, 3.2.2"

    static let all: [RequirementRow] = keys + parts + algorithms + references + wrapping + encryption

    private static let keys: [RequirementRow] = [
        .required(
            "signed", "An assertion that is posted must be signed.", "SAML Profiles 2.0, 4.1.4.5",
            "unsigned encryptedUnsigned"),
        .required(
            "trustedKey", "The key of the expected identity provider must have made the signature.",
            "SAML Profiles 2.0, 4.1.4.3",
            "wrongKey keyConfusion keyValue namesakeCertificate otherKeyKind hmacWithPublicKey"),
        .required(
            "signatureValue", "The signature value must be that of SignedInfo.", validation,
            "corruptedSignature otherDigestClaimed emptySignatureValue"),
        .required(
            "digest", "The digest must be that of the content.", "XML Signature 1.1, 3.2.1",
            """
            corruptedDigest tampered instructionAfterSigning inclusiveOutOfContext voidCanonicalization digestElsewhere
            """),
        .required(
            "signedElement", "The response and the assertion may both be signed.", core + "5.3", "signedBoth"),
        .choice("signedResponse", "A signature of the response alone is enough.", "S-176", "signedResponse"),
        .required("keyInfo", "A signature needs no KeyInfo.", core + "5.4.5", "withoutKeyInfo"),
        .choice(
            "certificateDates", "The dates of a trusted certificate do not decide.", "S-4",
            "expiredCertificate notYetValidCertificate"),
    ]

    private static let parts: [RequirementRow] = [
        .required(
            "signatureParts", "A signature has one SignedInfo, one value and one digest for each reference.",
            "XML Signature 1.1, 4",
            "emptySignature twoSignedInfos twoSignatureValues twoDigestValues"),
        .required("oneSignature", "An element has at most one signature.", core + "2.3.3", "twoSignatures"),
        .choice("signatureObject", "A signature has no Object.", "S-163", "objectInSignature"),
        .choice(
            "commentsInSignature", "A digest and a signature value have no comments.", "S-25",
            "commentInDigestValue commentInSignatureValue"),
        .required(
            "base64Lines", "White space in Base64 has no meaning.", "XML Schema Part 2, 3.2.16",
            "carriageReturnsInSignature"),
        .choice("elementOrder", "Children are in the order of the schema.", "S-103", "signatureAtEnd outOfOrder"),
        .required(
            "signaturePlace", "A signature must be a child of the element that it signs.", core + "5.4.2",
            "signatureMovedToResponse"),
        .choice(
            "furtherSignature", "A response with a signature in its Extensions is refused.", "S-166",
            "signatureInExtensions"),
    ]

    private static let algorithms: [RequirementRow] = [
        .choice(
            "weakAlgorithms", "SHA-1 and MD5 are refused.", "S-6", "sha1Signature sha1Digest md5Signature"),
        .required(
            "algorithmName", "An unknown name of an algorithm must not be accepted.", "XML Signature 1.1, 6.1",
            "noAlgorithm algorithmWithBlank"),
        .choice(
            "canonicalizationWithComments", "The canonicalization leaves comments out.", "S-100",
            "canonicalizationWithComments transformWithComments"),
        .choice(
            "inclusiveCanonicalization", "A signature with inclusive canonicalization is accepted.", "S-183",
            "inclusiveCanonicalization"),
        .required(
            "inclusivePrefixes", "A list of inclusive prefixes must be supported.",
            "Exclusive XML Canonicalization 1.0, 3", "inclusivePrefixes"),
        .choice(
            "strongAlgorithms", "SHA-384, SHA-512 and ECDSA with P-256 are supported.", "S-164",
            "rsaSHA384 rsaSHA512 ecdsaSHA256 mixedDigests"),
    ]

    private static let references: [RequirementRow] = [
        .choice(
            "otherTransforms", "Only the enveloped signature and one canonicalization are accepted as transforms.",
            "S-165", "xsltTransform xpathTransform thirdTransform"),
        .required(
            "transformsApplied", "Every named transform must be applied before the digest.",
            "XML Signature 1.1, 4.4.3.2",
            "base64Transform unknownTransform noTransforms notEnveloped"),
        .required(
            "reference", "The only reference must be to the ID of the element around the signature.", core + "5.4.2",
            """
            referenceToOther referenceToAddress referenceToFile referenceByXPointer referenceToDocument twoReferences \
            noReference otherIDAttribute honestInAdvice
            """),
        .choice(
            "sizeOfSignature", "A canonicalization with more than 32 prefixes is refused.", "S-55", "manyPrefixes"),
    ]

    private static let wrapping: [RequirementRow] = [
        .required(
            "signedContent", "Only what the signature covers may be read.", core + "5.4.2",
            """
            xsw1 xsw2 xsw4 xsw5 xsw6 xsw8 honestInExtensions confusedSignature responseInResponse \
            assertionAddedToRefusal decoySignatureOnRefusal
            """),
        .choice(
            "unsignedBeside", "A response with a forged part beside the signed assertion is refused.", "S-166",
            "xsw3 xsw7 evilAssertionLast evilInStatusDetail decoySignature"),
        .required(
            "identifiers", "Each ID is an XML name, and occurs once.", core + "1.3.4",
            "sameIDTwice duplicateID strangeID"),
        .choice(
            "identifierForm", "A response with an ID that is not an XML name is refused.", "S-179", "digitFirstID"),
        .choice("oneAssertion", "A response has one assertion.", "S-60", "twoAssertions"),
    ]

    private static let encryption: [RequirementRow] = [
        .required(
            "decryption", "What is encrypted for the receiver must be decrypted.", core + "6",
            "encryptedByCBC"),
        .choice(
            "keyBeside", "A key beside the encrypted data is used, also if neither refers to the other.", "S-49",
            "encryptedKeyBeside"),
        .required("encryptedName", "An encrypted name must be decrypted.", core + "2.2.4", "encryptedName"),
        .choice("authenticatedEncryption", "AES-256-GCM is supported.", "S-164", "encrypted"),
        .required(
            "undecryptable", "An assertion that cannot be decrypted must not be accepted.", core + "2.3.4",
            "encryptedForStranger corruptedCiphertext corruptedByCBC"),
        .choice("legacyEncryption", "RSA PKCS#1 v1.5 is refused.", "S-167", "encryptedByPKCS1"),
        .choice(
            "decryptionKey", "An encrypted assertion is refused by a receiver without a key.", "S-5",
            "deliveredWithoutKey"),
        .required(
            "encryptedParts", "An encrypted name or attribute must have its encrypted data.", core + "2.2.4",
            "unreadableEncryptedID unreadableEncryptedAttribute"),
    ]
}
