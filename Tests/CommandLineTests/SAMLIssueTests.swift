import ArgumentParser
import Foundation
import TVSimStructuredText
import TestSupport
import Testing

@testable import tvsim

@Suite("tvsim saml issue", .waitsForPrograms)
struct SAMLIssueTests {
    private static let at = ["--at", "2026-01-01T00:00:00Z"]

    /// Validates an issued response with a certificate, by default the simulation's.
    private static func validate(
        _ file: String, _ tool: Tool, _ more: [String], audience: String = "https://saml.sp.auth.adobe.com"
    ) throws -> Tool.Outcome {
        try tool.run(
            ["saml", "validate", file] + Self.at + [
                "--issuer", "https://idp.tvsim.example/Cablevision", "--audience", audience,
                "--recipient", "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer", "--in-response-to",
                "_request",
                "--format", "json",
            ] + more
        )
    }

    private static func issue(_ tool: Tool, _ more: String...) throws -> String {
        let outcome = try tool.run(["saml", "issue"] + Self.at + more)
        try #require(outcome.status == 0, "\(outcome.error)")
        return outcome.output
    }

    /// Pairs of the command line are a map in JSON, and the response is an argument.
    @Test("has an option for each row of its table, as validate has, and no other rows")
    func rows() throws {
        func declared(_ groups: any ParsableArguments...) -> Set<String> {
            Set(groups.flatMap(ArgumentNames.declared).map(\.name))
        }
        let own: Set = ["attribute", "base64", "output", "saveCertificate"]
        let issue = declared(SAML.Issue(), IssueContent(), IssueTimes(), IssueSigning())
        #expect(issue.subtracting(own) == Set(SAML.Issue.fields.fields.map(\.name)).subtracting(["attributes"]))
        let validate = declared(SAML.Validate())
        #expect(validate == Set(SAML.Validate.fields.fields.map(\.name)).subtracting(["response"]))
    }

    @Test("contains the value of each option")
    func parts() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let text = try Self.issue(
            tool, "--issuer", "urn:i", "--audience", "urn:a", "--audience", "urn:b", "--recipient", "urn:r",
            "--destination", "urn:d", "--in-response-to", "_q", "--name-id", "alice", "--name-id-format", "urn:f",
            "--attribute", "x=1", "--attribute", "y=a=b", "--attribute", "x=2", "--response-id", "_r",
            "--assertion-id", "_s", "--authn-context", "urn:c", "--session-index", "7", "--one-time-use",
            "--proxy-count", "2", "--not-before", "-1s", "--not-on-or-after", "+1h", "--authn-instant",
            "2025-12-31T00:00:00Z", "--session-not-on-or-after", "never", "--confirmation-not-on-or-after", "+2m")
        for part in [
            "urn:i</saml:Issuer>", "<saml:Audience>urn:a</saml:Audience><saml:Audience>urn:b</saml:Audience>",
            #"Recipient="urn:r""#, #"Destination="urn:d""#, #"InResponseTo="_q""#,
            #"<saml:NameID Format="urn:f">alice<"#,
            "<saml:AttributeValue>1</saml:AttributeValue><saml:AttributeValue>2</saml:AttributeValue>", ">a=b<",
            #"ID="_r""#, #"ID="_s""#, "urn:c</saml:AuthnContextClassRef>", #"SessionIndex="7""#, "<saml:OneTimeUse>",
            #"Count="2""#, #"NotBefore="2025-12-31T23:59:59Z" NotOnOrAfter="2026-01-01T01:00:00Z""#,
            #"AuthnInstant="2025-12-31T00:00:00Z""#, #"NotOnOrAfter="2026-01-01T00:02:00Z""#,
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("SessionNotOnOrAfter"))
        let refusal = try Self.issue(tool, "--status", "Responder", "--status", "NoPassive", "--status-message", "no")
        #expect(refusal.contains("status:NoPassive") && refusal.contains("<samlp:StatusMessage>no<"))
        #expect(!(try Self.issue(tool, "--unsolicited").contains("InResponseTo")))
        #expect(!(try Self.issue(tool, "--recipient", "").contains("SubjectConfirmation")))
        let kinds = [
            ("uri", "urn:oasis:names:tc:SAML:2.0:attrname-format:uri"), ("urn:own", "urn:own"), ("", nil),
        ]
        for (given, kind) in kinds {
            let text = try Self.issue(tool, "--attribute-name-format", given)
            #expect(text.contains("NameFormat=\"\(kind ?? "")\"") == (kind != nil))
            #expect(text.contains("NameFormat") == (kind != nil))
        }
        #expect(try Self.issue(tool).contains("attrname-format:basic"))
    }

    @Test("adds a restriction for each further audience")
    func furtherAudiences() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let certificate = tool.home.appending(path: "idp.pem").path
        let file = tool.home.appending(path: "r.xml").path
        _ = try Self.issue(
            tool, "--save-certificate", certificate, "--output", file, "--audience", "urn:a", "--audience", "urn:b",
            "--further-audience", "urn:c", "--further-audience", "urn:a")
        for (audience, status) in [("urn:a", 1), ("urn:b", 1), ("urn:c", 1)] as [(String, Int32)] {
            let verdict = try Self.validate(file, tool, ["--certificate", certificate], audience: audience)
            #expect(verdict.status == status && verdict.output.contains("audience"), "\(verdict.output)")
        }
        _ = try Self.issue(
            tool, "--output", file, "--audience", "urn:a", "--audience", "urn:b", "--further-audience", "urn:a")
        #expect(try Self.validate(file, tool, ["--certificate", certificate], audience: "urn:a").status == 0)
        #expect(try Self.validate(file, tool, ["--certificate", certificate], audience: "urn:b").status == 1)
    }

    @Test("combines several defects, and lists all defects")
    func defects() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let certificate = tool.home.appending(path: "idp.pem").path
        let file = tool.home.appending(path: "r.xml").path
        _ = try Self.issue(
            tool, "--save-certificate", certificate, "--output", file, "--defect", "sessionExpired", "--defect",
            "wrongAudience", "--defect", "emptyNameID")
        let verdict = try Self.validate(file, tool, ["--certificate", certificate])
        #expect(verdict.status == 1)
        let policies = verdict.output.components(separatedBy: #""policy":""#).dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #expect(policies == ["subject", "audience", "session"])
        let listed = try tool.run("saml", "defects", "--format", "json").output
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [String: Any])
        let rows = try #require(whole["defects"] as? [[String: Any]])
        #expect(rows.count > 140 && rows.allSatisfy { $0["name"] is String && $0["summary"] is String })
        #expect(try tool.run("saml", "defects").output.split(separator: "\n").count == rows.count)
        #expect(try Self.issue(tool, "--defect", "noResponse") == "")
    }

    @Test("issues the response of any provider of the device, with its key and the device's clock")
    func providers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.run("clock", "set", "2030-01-01T00:00:00Z")
        let certificate = tool.home.appending(path: "idp.pem").path
        let file = tool.home.appending(path: "r.xml").path
        for (arguments, issuer, userID) in [
            (["Cablevision", "--as", "bob"], "Cablevision", "bob-1"), (["Dish"], "Dish", "carol-1"),
            (["Mediacom"], "Mediacom", "erin-1"),
        ] {
            let issued = try tool.run(
                ["saml", "issue", "--save-certificate", certificate, "--output", file, "--provider"] + arguments)
            #expect(issued.status == 0, "\(issued.error)")
            let verdict = try tool.run(
                "saml", "validate", file, "--certificate", certificate, "--at", "2030-01-01T00:00:00Z", "--issuer",
                "https://idp.tvsim.example/\(issuer)", "--audience", "https://saml.sp.auth.adobe.com", "--recipient",
                "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer")
            #expect(verdict.status == 0 && verdict.output.contains("userID: \(userID)"), "\(verdict.output)")
        }
        for (arguments, status, text) in [
            (["--provider", "Dich"], 66, "unknown provider 'Dich'; did you mean 'Dish'?"),
            (["--provider", "Dish", "--as", "karol"], 66, "Dish has no subscriber 'karol'; did you mean 'carol'?"),
            (["--as", "carol"], 64, "--as requires --provider"),
        ] as [([String], Int32, String)] {
            let outcome = try tool.run(["saml", "issue"] + arguments)
            #expect(outcome.status == status && outcome.errorLines == ["tvsim: " + text], "\(outcome.error)")
        }
    }

    @Test("writes the response and the certificate into two files, both or neither")
    func twoFiles() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let kept = try tool.write("old", to: "kept.pem")
        let rows: [(output: String, certificate: String, status: Int32, word: String)] = [
            ("nowhere/r.xml", "kept.pem", 73, "'nowhere/r.xml' cannot be written"),
            ("kept.pem", "nowhere/c.pem", 73, "'nowhere/c.pem' cannot be written"),
            ("kept.pem", "./kept.pem", 64, "--output and --save-certificate must be different files"),
            ("new.pem", tool.home.path + "/new.pem", 64, "--output and --save-certificate must be different files"),
        ]
        for row in rows {
            let outcome = try tool.run(
                "saml", "issue", "--output", row.output, "--save-certificate", row.certificate)
            #expect(outcome.status == row.status && outcome.error.contains(row.word), "\(outcome.error)")
            #expect(try String(contentsOfFile: kept, encoding: .utf8) == "old")
            #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "new.pem").path))
        }
    }

    @Test("encrypts for a certificate, and validate decrypts with the key")
    func encryption() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let certificate = tool.home.appending(path: "idp.pem").path
        let reader = try tool.write(TestKeys.impostor.certificate + "\n", to: "reader.pem")
        let key = try tool.write(TestKeys.impostor.privateKey + "\n", to: "reader.key")
        let file = tool.home.appending(path: "r.xml").path
        let legacy = ["--allow-legacy-encryption"]
        for (encryption, transport, flags) in [
            ("aes256-gcm", "rsa-oaep", []), ("aes256-gcm", "rsa-1_5", legacy), ("tripledes-cbc", "rsa-oaep", legacy),
        ] {
            _ = try Self.issue(
                tool, "--save-certificate", certificate, "--output", file, "--encrypt-for", reader, "--encryption",
                encryption, "--key-transport", transport)
            let without = try Self.validate(file, tool, ["--certificate", certificate])
            #expect(without.status == 1 && without.output.contains(#""policy":"encryption""#))
            let opened = try Self.validate(file, tool, ["--certificate", certificate, "--decryption-key", key] + flags)
            #expect(opened.status == 0, "\(opened.output)")
        }
    }

    @Test("signs with a given key, and rejects impossible combinations")
    func refusals() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let certificate = try tool.write(TestKeys.provider.certificate + "\n", to: "c.pem")
        let key = try tool.write(TestKeys.provider.privateKey + "\n", to: "c.key")
        let file = tool.home.appending(path: "r.xml").path
        _ = try Self.issue(tool, "--private-key", key, "--certificate", certificate, "--output", file)
        #expect(try Self.validate(file, tool, ["--certificate", certificate]).status == 0)
        let negative = try Self.validate(file, tool, ["--certificate", certificate, "--proxy-count=-1"])
        #expect(negative.status == 64 && negative.error.contains("--proxy-count must not be negative"))
        let status = "urn:oasis:names:tc:SAML:2.0:status:Requester"
        for (arguments, status, word) in [
            (["--defect", "expire"], 64, "did you mean 'expired'?"), (["--private-key", key], 64, "--certificate"),
            (
                ["--private-key", certificate, "--certificate", certificate], 65,
                "c.pem: The text is not an RSA private key"
            ),
            (["--status", status, "--defect", "expired"], 64, "the defect 'expired' has no effect on this response"),
            (["--status", status, "--defect", "missingAttribute"], 64, "the defect 'missingAttribute' has no effect"),
            (["--encrypt-for", key], 65, "expected the certificate"), (["--encrypt-for", "nowhere"], 66, "nowhere"),
            (["--algorithm", "md5"], 64, "rsa-sha256"), (["--attribute", "x"], 64, "NAME=VALUE"),
            (["--not-before", "soon"], 64, "instant"), (["--not-before", "never"], 64, "never"),
            (["--defect", "statusNotSuccess", "--defect", "noNameID"], 64, "Subject"),
            (["--signed", "neither", "--defect", "voidCanonicalization"], 64, "has no effect"),
            (["--defect", "expired", "--defect", "notYetValid"], 64, "the other defects undo the defect 'expired'"),
            (
                ["--defect", "noAudience", "--defect", "wrongAudience"], 64,
                "the other defects undo the defect 'noAudience'"
            ),
            (["--unsolicited", "--in-response-to", "_x"], 64, "cannot be used together"),
            (["--encryption", "aes128-cbc"], 64, "--encrypt-for"),
            (["--key-transport", "rsa-1_5"], 64, "--encrypt-for"),
            (["--at", "9999-12-31T23:59:59Z"], 64, "a year from 1970 to 9899"),
        ] as [([String], Int32, String)] {
            let outcome = try tool.run(["saml", "issue"] + arguments)
            #expect(outcome.status == status && outcome.errorLines.count == 1, "\(arguments): \(outcome.error)")
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
    }
}

extension SAMLIssueTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test(
            "signs independently of the system's OpenSSL configuration",
            arguments: ["rsa-sha1", "rsa-sha256"])
        func configured(_ algorithm: String) throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let configuration = try tool.write(
                "openssl_conf = a\n[a]\nproviders = b\n[b]\nnull = c\n[c]\nactivate = 1\n", to: "openssl.cnf")
            // This configuration disables all algorithms of OpenSSL.
            let forbidden = "OPENSSL_CONF='\(configuration)'"
            #expect(
                try tool.shell("\(forbidden) openssl dgst -sha256 openssl.cnf || echo refused", in: tool.home)
                    .hasSuffix(
                        "refused\n"))
            let response = try issue(tool, "--algorithm", algorithm)
            let line = "\(forbidden) tvsim saml issue --at 2026-01-01T00:00:00Z --algorithm \(algorithm)"
            #expect(try tool.shell(line, in: tool.home) == response)
        }

        @Test("creates a response that validate, xmlsec1 and signxml accept")
        func honest() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let certificate = tool.home.appending(path: "idp.pem").path
            let file = tool.home.appending(path: "r.xml").path
            #expect(try issue(tool, "--save-certificate", certificate, "--output", file, "--signed", "both") == "")
            let verdict = try validate(file, tool, ["--certificate", certificate])
            #expect(verdict.status == 0, "\(verdict.output)")
            #expect(verdict.output.contains(#""signed":"both""#))
            let judged = try TestSupport.Tool.run(
                "xmlsec1",
                [
                    "--verify", "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:protocol:Response", "--id-attr:ID",
                    "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--pubkey-cert-pem", certificate, file,
                ])
            #expect(judged.status == 0, "\(judged.error)")
            let script = """
                import sys
                from lxml import etree
                from signxml import XMLVerifier
                XMLVerifier().verify(etree.parse(sys.argv[1]).getroot(), x509_cert=open(sys.argv[2]).read(), id_attribute='ID')
                """
            let python = try TestSupport.Tool.run(TestSupport.Tool.python, ["-c", script, file, certificate])
            #expect(python.status == 0, "\(python.error)")
            #expect(try issue(tool) == issue(tool) && issue(tool) != issue(tool, "--seed", "1"))
            #expect(try Data(base64Encoded: issue(tool, "--base64").trimmingCharacters(in: .newlines)) != nil)
        }
    }
}
