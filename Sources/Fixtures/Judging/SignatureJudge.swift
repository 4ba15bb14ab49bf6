import Foundation
package import TVSimStructuredText

/// External tools that check only the signature.
package enum SignatureJudge: String, Sendable, CaseIterable {
    /// The program `xmlsec1` of the XML Security Library.
    case xmlsec1
    /// The Python package `signxml`.
    case signxml

    /// Returns whether the tool is installed; `python` is the interpreter for signxml.
    ///
    /// - Throws: ``CommandError`` if the tool is installed but fails.
    package func isInstalled(python: String) throws(CommandError) -> Bool {
        let (program, question) =
            self == .xmlsec1 ? ("xmlsec1", ["--version"]) : (python, ["-c", "import signxml, lxml"])
        let result = try Program.run(program, question)
        if result.status == 0 { return true }
        // Python raises `ModuleNotFoundError` if a package is not installed.
        if result.isMissing || result.status == 1 && result.error.contains("ModuleNotFoundError") { return false }
        throw Self.failure("cannot determine whether \(rawValue) is installed: '\(program)'", result)
    }

    /// A response and the trusted certificate, by their absolute paths.
    package struct Question: Sendable {
        let path: String
        let certificate: String
    }

    /// Checks the signatures of responses with the tool.
    ///
    /// - Returns: For each path, whether the tool accepts the first signature.
    /// - Throws: ``CommandError`` if the tool is installed but fails; a failing tool is not a verdict.
    package func judge(_ questions: [Question], python: String) throws(CommandError) -> [String: Bool] {
        switch self {
        case .xmlsec1: try Self.xmlsec(questions)
        case .signxml: try Self.signxml(questions, python: python)
        }
    }

    /// Creates the error for a tool that is installed but gives no verdict.
    private func broken(_ result: Program.Result) -> CommandError {
        Self.failure("\(rawValue) gave no verdict; it", result)
    }

    private static func failure(_ who: String, _ result: Program.Result) -> CommandError {
        let end = result.status.map { "ended with status \($0)" } ?? "was ended by a signal"
        let said = result.error.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
        return CommandError(.unavailable, "\(who) \(end)\(said)")
    }

    private static func xmlsec(_ questions: [Question]) throws(CommandError) -> [String: Bool] {
        var found: [String: Bool] = [:]
        for question in questions {
            let result = try Program.run(
                "xmlsec1",
                [
                    // These options prevent the tool from fetching external resources.
                    "--verify", "--enabled-reference-uris", "empty,same-doc", "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:protocol:Response", "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--pubkey-cert-pem", question.certificate,
                    question.path,
                ])
            // Status 1 means that the signature is invalid. Any other status, or a signal, is not a verdict.
            guard result.status == 0 || result.status == 1 else { throw SignatureJudge.xmlsec1.broken(result) }
            found[question.path] = result.status == 0
        }
        return found
    }

    /// One interpreter checks all responses, because its start takes longer than a check.
    private static let script = """
        import sys, logging, json
        logging.disable(logging.CRITICAL)
        from signxml import XMLVerifier
        for path, certificate in json.load(sys.stdin.buffer):
            try:
                XMLVerifier().verify(open(path, 'rb').read(), x509_cert=open(certificate).read(), id_attribute='ID')
                sys.stdout.write('1')
            except Exception:
                sys.stdout.write('0')
        """

    private static func signxml(_ questions: [Question], python: String) throws(CommandError) -> [String: Bool] {
        // The paths are passed as input, because many long paths can exceed the limit of a command line.
        let files = (try? JSONEncoder().encode(questions.map { [$0.path, $0.certificate] })) ?? Data()
        let result = try Program.run(python, ["-c", script], input: files)
        guard result.status == 0, result.output.count == questions.count else {
            throw SignatureJudge.signxml.broken(result)
        }
        return Dictionary(
            zip(questions.map(\.path), result.output.map { $0 == "1" }), uniquingKeysWith: { first, _ in first })
    }
}
