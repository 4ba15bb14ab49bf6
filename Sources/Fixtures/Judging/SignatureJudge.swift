import Foundation

/// Judges that we did not write, who look at the signature alone.
package enum SignatureJudge: String, Sendable, CaseIterable {
    /// The program of the XML Security Library.
    case xmlsec1
    /// The Python package.
    case signxml

    /// Returns whether the judge is on this machine; the interpreter is the one that may have signxml.
    package func isThere(python: String) -> Bool {
        switch self {
        case .xmlsec1: Program.run("xmlsec1", ["--version"])?.status == 0
        case .signxml: Program.run(python, ["-c", "import signxml, lxml"])?.status == 0
        }
    }

    /// A response and the certificate that is pinned, by their absolute paths.
    package struct Question: Sendable {
        let path: String
        let certificate: String
    }

    /// Asks the judge of responses.
    ///
    /// - Returns: For each path whether the judge accepts the first signature; `nil` where the judge cannot be asked.
    package func judge(_ questions: [Question], python: String) -> [String: Bool]? {
        switch self {
        case .xmlsec1: Self.xmlsec(questions)
        case .signxml: Self.signxml(questions, python: python)
        }
    }

    private static func xmlsec(_ questions: [Question]) -> [String: Bool]? {
        var found: [String: Bool] = [:]
        for question in questions {
            let result = Program.run(
                "xmlsec1",
                [
                    // Nothing outside of the document is fetched.
                    "--verify", "--enabled-reference-uris", "empty,same-doc", "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:protocol:Response", "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--pubkey-cert-pem", question.certificate,
                    question.path,
                ])
            guard let result else { return nil }
            found[question.path] = result.status == 0
        }
        return found
    }

    /// One interpreter for all: it takes longer to start than to judge.
    private static let script = """
        import sys, logging
        logging.disable(logging.CRITICAL)
        from signxml import XMLVerifier
        for path, certificate in zip(sys.argv[1::2], sys.argv[2::2]):
            try:
                XMLVerifier().verify(open(path, 'rb').read(), x509_cert=open(certificate).read(), id_attribute='ID')
                sys.stdout.write('1')
            except Exception:
                sys.stdout.write('0')
        """

    private static func signxml(_ questions: [Question], python: String) -> [String: Bool]? {
        let files = questions.flatMap { [$0.path, $0.certificate] }
        guard let result = Program.run(python, ["-c", script] + files), result.status == 0,
            result.output.count == questions.count
        else { return nil }
        return Dictionary(
            zip(questions.map(\.path), result.output.map { $0 == "1" }), uniquingKeysWith: { first, _ in first })
    }
}

/// Programs of this machine.
enum Program {
    /// Runs a program and waits for its end; `nil` where it cannot be started.
    static func run(_ name: String, _ arguments: [String]) -> (status: Int32, output: String)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: read, as: UTF8.self))
    }
}
