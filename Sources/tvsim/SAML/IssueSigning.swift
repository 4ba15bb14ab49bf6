import ArgumentParser
import StateStorage
import StructuredText
import TVSimulator

/// The options for the signature and encryption of a response.
struct IssueSigning: ParsableArguments {
    enum Signed: String, ExpressibleByArgument, CaseIterable {
        case assertion, response, both, neither
    }

    @Option(help: "The signed element.")
    var signed = Signed.assertion
    @Option(help: "The RSA key for the signature (PEM). Default: the simulated provider's key.")
    var privateKey: String?
    @Option(
        help: """
            The certificate in the message (PEM). If it does not belong to the key, no validator accepts the signature.
            """)
    var certificate: String?
    @Flag(help: "Omits the certificate from the message.")
    var omitCertificate = false
    @Option(help: "The signature algorithm: rsa-sha256, rsa-pss-sha256 …")
    var algorithm = "rsa-sha256"
    @Option(help: "The digest algorithm: sha256, sha384, sha512, sha1.")
    var digest = "sha256"
    @Option(help: ArgumentHelp("Encrypts the assertion for this certificate (PEM).", valueName: "file"))
    var encryptFor: String?
    @Option(help: "The encryption algorithm: aes256-gcm, aes128-cbc … Default: aes256-gcm.")
    var encryption: String?
    @Option(help: "The key transport algorithm: rsa-oaep, rsa-oaep-sha256, rsa-1_5. Default: rsa-oaep.")
    var keyTransport: String?

    func apply(to order: inout ResponseOrder) throws {
        try NamedFile.demandOneInput([privateKey, certificate, encryptFor].compactMap(\.self))
        order.privateKey = try privateKey.map(NamedPEM.init(file:))
        order.certificate = try certificate.map(NamedPEM.init(file:))
        order.encryptFor = try encryptFor.map(NamedPEM.init(file:))
        order.signed = ResponseMaker.Signing.Signed(rawValue: signed.rawValue) ?? .assertion
        order.omitCertificate = omitCertificate
        order.algorithm = algorithm
        order.digest = digest
        order.encryption = encryption
        order.keyTransport = keyTransport
    }
}

extension NamedPEM {
    /// Reads a file, or standard input if the path is `-`.
    init(file: String) throws(CommandError) {
        self.init(name: NamedFile.shown(file), text: try NamedFile.readText(file))
    }
}
