import ArgumentParser
import TVSimIdentityProvider
import TVSimSAML

/// The options for the signature and encryption of a response.
struct IssueSigning: ParsableArguments {
    @Option(help: row("signed"))
    var signed = ResponseMaker.Signing.Signed.assertion
    @Option(help: "The RSA key for the signature (PEM). Default: the simulated provider's key.")
    var privateKey: PEMFile?
    @Option(
        help: """
            The certificate in the message (PEM). If it does not belong to the key, no validator accepts the signature.
            """)
    var certificate: PEMFile?
    @Flag(help: row("omitCertificate"))
    var omitCertificate = false
    @Option(help: row("algorithm"))
    var algorithm = "rsa-sha256"
    @Option(help: row("digest"))
    var digest = "sha256"
    @Option(help: ArgumentHelp("Encrypts the assertion for this certificate (PEM).", valueName: "file"))
    var encryptFor: PEMFile?
    @Option(help: "The encryption algorithm: aes256-gcm, aes128-cbc … Default: aes256-gcm.")
    var encryption: String?
    @Option(help: "The key transport algorithm: rsa-oaep, rsa-oaep-sha256, rsa-1_5. Default: rsa-oaep.")
    var keyTransport: String?

    /// The paths of the input files.
    var files: [String] { [privateKey, certificate, encryptFor].compactMap { $0?.path } }
}

private func row(_ key: String) -> ArgumentHelp { ArgumentHelp(ResponseMaker.fields, key) }
