import TVSimSAML
import TVSimXMLSecurity

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
        ResponseRows.valid(
            "encrypted", .encryption, "The assertion is encrypted for the reader with AES-GCM and RSA-OAEP.", .refused,
            why: "This is the valid counterpart of the encrypted cases. A reader with the key must accept it.", .absent
        ) { $0.encryption = .reader },
        ResponseRows.valid(
            "encryptedByCBC", .encryption, "The assertion is encrypted for the reader with AES-CBC and RSA-OAEP.",
            .refused, why: "Most providers still use AES-CBC, so a reader must accept it.", .absent
        ) { $0.encryption = .readerByCBC },
        sealed(
            "encryptedForStranger", ResponseDefect(rawValue: "encryptedForStranger")?.summary ?? "",
            .encryption(FixtureKeys.encryptForStranger), .encryption,
            why: "A reader must report that it cannot decrypt the assertion, not that the assertion is missing."),
        named(
            "corruptedCiphertext", .encryption,
            why: "AES-GCM detects a changed ciphertext. A reader that ignores the failure reads forged content."),
        sealed(
            "corruptedByCBC",
            "The assertion is encrypted with AES-CBC, and one bit was changed, so the padding is wrong.",
            .encryption { $0.corruptsCiphertext = true }, .encryption,
            why: "A reader that reports padding errors reveals the content byte by byte (padding oracle).",
            resembles: "How to Break XML Encryption (CCS 2011)", by: .readerByCBC),
        sealed(
            "encryptedByPKCS1", "The content key is encrypted with RSA PKCS#1 v1.5.",
            .encryption(FixtureKeys.encryptByPKCS1), .encryption,
            why:
                "Padding errors reveal the key after many attempts, so a reader must not accept this by default.",
            resembles: "Bleichenbacher (CRYPTO 1998)"),
        sealed(
            "deliveredWithoutKey", "The assertion is encrypted, and the reader has no key.", .withoutKey,
            .encryption, why: "A reader without a key must report that, not that the assertion is missing."),
        ResponseRows.row(
            "unsigned", .encryption, .unsigned, .absent,
            why: "Anyone can encrypt for the reader, so encryption does not replace a signature."
        ) { $0.encryption = .reader }.renamed(
            "encryptedUnsigned", "The assertion is encrypted but not signed."),
        ResponseRows.made(
            "replayed", .replay, "The same response is delivered a second time.", .secondDelivery, .replay,
            why: "An attacker who has intercepted a response can send it again."
        ) { $0.app = .replayed },
        ResponseRows.made(
            "oneTimeUseReplayed", .replay, "A response with OneTimeUse is delivered a second time.", .secondDelivery,
            .replay,
            why: "The issuer has explicitly forbidden a second use."
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
