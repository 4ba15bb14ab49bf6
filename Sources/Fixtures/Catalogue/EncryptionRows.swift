import SAML
import XMLSecurity

/// Encrypted assertions, and assertions that are delivered twice.
///
/// The simulated service has no decryption key and rejects all encrypted assertions. Apple's framework delivers no
/// encrypted assertions.
enum EncryptionRows {
    private static func sealed(
        _ name: String, _ summary: String, _ defect: ResponseRecipe.Defect, _ policy: ValidationFailure.Policy,
        why: String, resembles: String? = nil, by encryption: ResponseRecipe.EncryptedFor = .reader
    ) -> FixtureCase {
        ResponseRows.made(
            name, .encryption, summary, defect, policy, .absent, why: why, resembles: resembles
        ) { $0.encryption = encryption }
    }

    private static func named(
        _ name: String, _ policy: ValidationFailure.Policy, why: String
    ) -> FixtureCase {
        ResponseRows.row(name, .encryption, policy, .absent, why: why) { $0.encryption = .reader }
    }

    static let all: [FixtureCase] = [
        ResponseRows.honest(
            "encrypted", .encryption, "The assertion is encrypted for the reader, by AES-GCM and RSA-OAEP.", .refused,
            why: "The twin of every encrypted case: a reader with the key must believe it.", .absent
        ) { $0.encryption = .reader },
        ResponseRows.honest(
            "encryptedByCBC", .encryption, "The assertion is encrypted for the reader, by AES-CBC and RSA-OAEP.",
            .refused, why: "What most providers in the field still send.", .absent
        ) { $0.encryption = .readerByCBC },
        sealed(
            "encryptedForStranger", "The assertion is encrypted for a key that the reader has not.",
            .encryption {
                $0.contentKey?.wrapped = FixtureKeys.octets(FixtureKeys.wrappedForStranger)
            }, .encryption,
            why: "What cannot be opened is refused, and never taken for a response without an assertion."),
        named(
            "corruptedCiphertext", .encryption,
            why: "AES-GCM notices a changed ciphertext: who reads on without looking reads what nobody has sent."),
        sealed(
            "corruptedByCBC",
            "One bit of the assertion, which is encrypted by AES-CBC, is turned over: the padding is wrong.",
            .encryption { $0.corruptsCiphertext = true }, .encryption,
            why: "A reader that says that it was the padding tells the content, octet by octet.",
            resembles: "How to Break XML Encryption (CCS 2011)", by: .readerByCBC),
        sealed(
            "encryptedByPKCS1", "The key of the encryption is in RSA PKCS#1 v1.5.",
            .encryption {
                $0.transport = .legacyPKCS1
                $0.contentKey?.wrapped = FixtureKeys.octets(FixtureKeys.wrappedByPKCS1)
            }, .encryption,
            why: "The padding tells whoever asks often enough; it is opened only where it is asked for by name.",
            resembles: "Bleichenbacher (CRYPTO 1998)"),
        sealed(
            "deliveredWithoutKey", "The assertion is encrypted, and the reader has no key at all.", .withoutKey,
            .encryption, why: "A reader without a key must say so, not that there is no assertion."),
        ResponseRows.row(
            "unsigned", .encryption, .unsigned, .absent,
            why: "Everybody can encrypt for the reader: what is sealed is not therefore signed."
        ) { $0.encryption = .reader }.renamed(
            "encryptedUnsigned", "The assertion is encrypted, and nobody signed it."),
        ResponseRows.made(
            "replayed", .replay, "The same response comes a second time.", .secondDelivery, .replay,
            why: "A response that was seen once can be sent again by whoever saw it."
        ) { $0.app = .replayed },
        ResponseRows.made(
            "oneTimeUseReplayed", .replay, "A response for one use comes a second time.", .secondDelivery, .replay,
            why: "The issuer has even said that it must not be used again."
        ) {
            $0.base = { $0.isOneTimeUse = true }
            $0.app = .replayed
        },
    ]
}

extension FixtureCase {
    /// Returns the case with another name and summary.
    fileprivate func renamed(_ name: String, _ summary: String) -> FixtureCase {
        FixtureCase(name, family, summary, why: why, resembles: resembles, isDefective: isDefective, input)
    }
}
