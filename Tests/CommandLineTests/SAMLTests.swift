import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

@Suite("tvsim saml validate", .waitsForPrograms)
struct SAMLCommandTests {
    /// A response that is valid at noon of 2026-01-01, and the certificate that verifies its signature.
    struct Fixture {
        let tool: Tool
        let certificate: String
        let other: String
        let identity: SigningIdentity

        init() throws {
            tool = try Tool()
            let own = try Self.make("idp", in: tool.home)
            certificate = own.certificate
            other = try Self.make("other", in: tool.home).certificate
            identity = try SigningIdentity(
                privateKeyPEM: String(contentsOfFile: own.key, encoding: .utf8),
                certificatePEM: String(contentsOfFile: own.certificate, encoding: .utf8))
        }

        private static func make(_ name: String, in home: URL) throws -> (key: String, certificate: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out",
                "\(name).pem", "-days", "30", "-subj", "/CN=\(name)",
            ]
            process.currentDirectoryURL = home
            process.standardError = FileHandle.nullDevice
            try process.runWithLimit()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "the program openssl is needed")
            return (home.appending(path: "\(name).key").path, home.appending(path: "\(name).pem").path)
        }

        func response(_ defect: ResponseDefect = .none) throws -> String {
            let noon = Date(timeIntervalSince1970: 1_767_268_800)
            let content = ResponseContent(
                responseID: "_r", assertionID: "_a", issueInstant: noon, issuer: "https://idp.example",
                inResponseTo: "_q", audience: "https://sp.example", recipient: "https://sp.example/acs",
                nameID: "alice",
                notBefore: noon, notOnOrAfter: noon.addingTimeInterval(300), authnInstant: noon,
                sessionNotOnOrAfter: noon.addingTimeInterval(3_600),
                attributes: [.init("userID", ["alice-1"])])
            return try ResponseIssuer(identity: identity).issue(content, defect: defect) ?? ""
        }

        func validate(_ response: String, _ more: String...) throws -> Tool.Outcome {
            let file = try tool.write(response, to: "response.xml")
            return try tool.run(
                ["saml", "validate", file, "--certificate", certificate, "--at", "2026-01-01T12:00:00Z"] + more
            )
        }
    }

    @Test("checks required attributes, and rejects replayed assertions")
    func furtherQuestions() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let response = tool.home.appending(path: "asked.xml").path
        let certificate = tool.home.appending(path: "asked.pem").path
        _ = try tool.run(
            "saml", "issue", "--at", "2026-01-01T12:00:00Z", "--assertion-id", "_known", "--save-certificate",
            certificate,
            "--output", response)
        func ask(_ more: String...) throws -> Tool.Outcome {
            try tool.run(
                ["saml", "validate", response, "--certificate", certificate, "--at", "2026-01-01T12:00:00Z"] + more
            )
        }
        #expect(try ask("--require-attribute", "userID", "--seen", "_other").status == 0)
        #expect(try ask("--require-attribute", "zip").output.contains("attributes: The attribute 'zip' is missing"))
        #expect(try ask("--seen", "_known").output.contains("replay: "))
        #expect(try ask("--authn-context", "urn:x").output.contains("session: "))
        #expect(try ask("--proxy-count", "0").status == 0)
        #expect(try ask("--subject", "subscriber").status == 0)
        #expect(try ask("--subject", "mallory").output.contains("subject: "))
    }

    @Test("notes a time of authentication in the future, and refuses it with --strict")
    func strict() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let response = tool.home.appending(path: "early.xml").path
        let certificate = tool.home.appending(path: "early.pem").path
        _ = try tool.run(
            "saml", "issue", "--at", "2026-01-01T12:00:00Z", "--defect", "authenticatedInFuture",
            "--save-certificate", certificate, "--output", response)
        let arguments = ["saml", "validate", response, "--certificate", certificate, "--at", "2026-01-01T12:00:00Z"]
        let note = "The user was authenticated in the future, at 2026-01-01T13:00:00Z"
        let noted = try tool.run(arguments)
        #expect(noted.status == 0 && noted.output.contains("  note: \(note)."))
        let refused = try tool.run(arguments + ["--strict"])
        #expect(refused.status == 1 && refused.output.contains("  session: \(note)"))
    }

    @Test("accepts deviations with --allow, and rejects an unknown name")
    func relaxations() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let response = tool.home.appending(path: "r.xml").path
        let certificate = tool.home.appending(path: "c.pem").path
        _ = try tool.run(
            "saml", "issue", "--at", "2026-01-01T12:00:00Z", "--defect", "outOfOrder", "--defect", "noNameID",
            "--save-certificate", certificate, "--output", response)
        let arguments = ["saml", "validate", response, "--certificate", certificate, "--at", "2026-01-01T12:00:00Z"]
        let refused = try tool.run(arguments)
        #expect(refused.status == 1 && refused.output.contains("(`--allow element-order` accepts it)"))
        let second = try tool.run(arguments + ["--allow", "element-order"])
        #expect(second.status == 1 && second.output.contains("(`--allow missing-name-id` accepts it)"))
        let both = arguments + ["--allow", "element-order", "--allow", "missing-name-id"]
        let accepted = try tool.run(both)
        #expect(accepted.status == 0 && !accepted.output.contains("nameID"))
        #expect(try tool.run(both + ["--format", "json"]).output.contains(#""nameID":null"#))
        let unknown = try tool.run(arguments + ["--allow", "element-ordr"])
        #expect(unknown.status == 64 && unknown.error.contains("did you mean 'element-order'?"))
    }

    @Test("prints untrusted text in one line without control characters")
    func hostileText() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let certificate = tool.home.appending(path: "c.pem").path
        let place = "https://somebody.example"
        let honest = try tool.run("saml", "issue", "--destination", place, "--save-certificate", certificate).output
        let file = try tool.write(
            honest.replacing(place, with: "x&#10;valid&#10;  nameID: admin&#x9b;2J&#x202E;"), to: "hostile.xml")
        for arguments in [
            ["saml", "inspect", file],
            ["saml", "validate", file, "--certificate", certificate, "--recipient", "https://sp.example"],
        ] {
            let printed = try tool.run(arguments).output
            #expect(!printed.split(separator: "\n").contains("valid"))
            #expect(!printed.contains("\u{9B}") && !printed.contains("\u{202E}") && printed.contains("\\u{9B}2J"))
        }
    }

    @Test("prints the content of a valid response")
    func valid() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let outcome = try fixture.validate(
            try fixture.response(), "--issuer", "https://idp.example", "--audience", "https://sp.example",
            "--recipient",
            "https://sp.example/acs", "--in-response-to", "_q", "--format", "json")
        #expect(outcome.error == "")
        #expect(outcome.status == 0)
        #expect(
            outcome.output
                == #"{"attributes":{"userID":["alice-1"]},"issuer":"https://idp.example","nameID":"alice","#
                + #""notes":["The certificate is not valid yet."],"#
                + #""sessionNotOnOrAfter":"2026-01-01T13:00:00Z","signed":"assertion","valid":true}"# + "\n")
        let base64 = Data(try fixture.response().utf8).base64EncodedString()
        #expect(try fixture.validate(base64).status == 0)
    }

    @Test("says what was not compared, and takes it from the metadata of both sides")
    func notCompared() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let response = try fixture.response()
        let told = try fixture.validate(response).output
        #expect(
            told.contains(
                "\n  not compared: issuer (found https://idp.example), recipient (found https://sp.example/acs), "
                    + "inResponseTo (found _q), audience (found https://sp.example)\n"), "\(told)")
        let json = try fixture.validate(response, "--issuer", "https://idp.example", "--format", "json").output
        #expect(json.contains(#""unchecked":[{"found":["https://sp.example/acs"],"policy":"recipient"},"#), "\(json)")
        func metadata(_ entityID: String, consumers: [String]) -> String {
            let services = consumers.map {
                "<md:AssertionConsumerService index=\"0\" Location=\"\($0)\""
                    + " Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST\"/>"
            }
            return "<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"\(entityID)\">"
                + "<md:SPSSODescriptor>\(services.joined())</md:SPSSODescriptor></md:EntityDescriptor>"
        }
        let own = try fixture.tool.write(
            metadata("https://sp.example", consumers: ["https://sp.example/acs"]), to: "sp.xml")
        let compared = try fixture.validate(response, "--sp-metadata", own)
        #expect(
            compared.status == 0 && compared.output.contains("not compared: issuer (found https://idp.example), inR"))
        #expect(!compared.output.contains("audience"))
        let other = try fixture.tool.write(
            metadata("https://other.example", consumers: ["https://sp.example/acs"]), to: "other.xml")
        let refused = try fixture.validate(response, "--sp-metadata", other)
        #expect(refused.status == 1 && refused.output.contains("\n  audience: "))
        let open = try fixture.tool.write(metadata("https://sp.example", consumers: []), to: "open.xml")
        let failed = try fixture.validate(response, "--sp-metadata", open)
        #expect(
            failed.status == 65 && failed.error.contains("open.xml: The metadata has no <AssertionConsumerService>"))
        #expect(failed.error.contains("give the address with --recipient"))
        let twice = try fixture.tool.run(
            ["saml", "validate", "-", "--certificate", fixture.certificate, "--sp-metadata", "-"], input: "x")
        #expect(twice.status == 64 && twice.error.contains("'-' (standard input) can be used only once"))
    }

    @Test("prints why a response is invalid, and exits with 1")
    func invalid() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let late = try fixture.validate(try fixture.response(), "--at", "2026-01-01T13:00:00Z", "--format", "json")
        #expect(late.status == 1)
        #expect(late.error == "")
        #expect(late.output.hasPrefix(#"{"failures":[{"acceptedBy":{"clockSkew":"3301s"},"actual":"#))
        #expect(late.output.contains(#""policy":"conditions""#))
        #expect(late.output.hasSuffix("],\"valid\":false}\n"))
        #expect(try fixture.validate(try fixture.response(.tampered)).output.hasPrefix("not valid\n  "))
        for wrong in [["--issuer", "x"], ["--audience", "x"], ["--recipient", "x"], ["--in-response-to", "x"]] {
            #expect(try fixture.validate(try fixture.response(), wrong[0], wrong[1]).status == 1, "\(wrong)")
        }
        #expect(try fixture.validate("garbage").status == 1)
        let stranger = try fixture.tool.write(try fixture.response(), to: "r.xml")
        #expect(
            try fixture.tool.run("saml", "validate", stranger, "--certificate", fixture.other, "--format", "json")
                .output
                .contains(#""policy":"signature""#))
    }

    @Test("differs from inspect, which prints the parts without validation")
    func inspect() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let file = try fixture.tool.write(try fixture.response(.tampered), to: "r.xml")
        let shown = try fixture.tool.run("saml", "inspect", file)
        #expect(shown.status == 0)
        #expect(shown.error == "")
        #expect(shown.output.contains("  Assertion in Response\n    ID: _a\n"))
        #expect(shown.output.contains("    Attribute userID: alice-1\n"))
        #expect(shown.output.contains("  Signature in Assertion\n    References: #_a\n"))
        let json = try fixture.tool.run("saml", "inspect", file, "--format", "json").output
        #expect(json.contains(#""trusted":false"#))
        let garbage = try fixture.tool.run("saml", "inspect", "-", input: "<a><b></a>")
        #expect(garbage.status == 65)
        #expect(garbage.error.hasPrefix("tvsim: <stdin>: "))
        #expect(garbage.errorLines.count == 1)
    }

    @Test("accepts a clock difference up to the skew")
    func skew() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let response = try fixture.response()
        #expect(try fixture.validate(response, "--at", "2026-01-01T11:59:59Z").status == 1)
        #expect(try fixture.validate(response, "--at", "2026-01-01T11:59:59Z", "--clock-skew", "1s").status == 0)
    }

    @Test("requires its arguments")
    func refusals() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let tool = fixture.tool
        let junk = try tool.write("not a certificate", to: "junk.pem")
        let certificate = try tool.run("saml", "validate", junk, "--certificate", junk)
        #expect(
            certificate.error
                == "tvsim: \(junk): The text is not a certificate in PEM, DER, Base64, PKCS #7 or SAML metadata: as Base64 it has "
                + "15 characters, not a multiple of 4: characters or '=' at its end are missing\n")
        #expect(certificate.status == 65)
        #expect(try tool.run("saml", "validate", junk).status == 64)
        #expect(try tool.run("saml", "validate", junk, "--certificate", "nowhere.pem").status == 66)
        #expect(try tool.run("saml", "validate", "nowhere.xml", "--certificate", fixture.certificate).status == 66)
        #expect(try fixture.validate("x", "--at", "noon").status == 64)
        #expect(try fixture.validate("x", "--clock-skew", "5").status == 64)
        #expect(try fixture.validate("x", "--profile", "websso").error.contains("did you mean 'web-sso'?"))
    }

    @Test("prints no attribute that looks like another line")
    func namesake() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line(
            "saml issue --at 2026-01-01T12:00:00Z --attribute issuer=mallory --attribute signed=both --attribute empty= "
                + "--save-certificate idp.pem --output r.xml")
        let told = try tool.line("saml validate r.xml --certificate idp.pem --at 2026-01-01T12:00:00Z").output
        #expect(told.contains("\n  attribute issuer: mallory\n") && told.contains("\n  attribute signed: both\n"))
        #expect(told.split(separator: "\n").count { $0.hasPrefix("  issuer: ") || $0.hasPrefix("  signed: ") } == 2)
        let shown = try tool.line("saml inspect r.xml").output
        #expect(shown.contains("\n    Attribute issuer: mallory\n") && shown.contains("\n    Attribute empty: \n"))
    }

    @Test("supports 'never', and rejects options without an effect")
    func idleOptions() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let silent = try tool.line("saml issue --confirmation-not-on-or-after never").output
        #expect(
            silent.contains("<saml:SubjectConfirmationData ")
                && !silent.contains("SubjectConfirmationData InResponseTo=\"_request\" NotOnOrAfter"))
        for (words, part) in [
            ("--authn-instant never --session-index 1", "--session-index requires an authentication"),
            ("--authn-instant never --authn-context x", "--authn-context requires an authentication"),
            (
                "--authn-instant never --session-not-on-or-after +1h",
                "--session-not-on-or-after requires an authentication"
            ),
            ("--proxy-count -1", "--proxy-count must not be negative"), ("--seed -1", "'-1' is invalid for '--seed"),
        ] {
            let outcome = try tool.line("saml issue \(words)")
            #expect(outcome.status == 64 && outcome.error.contains(part), "\(outcome.error)")
        }
        let unconfirmed = try tool.run([
            "saml", "issue", "--recipient", "", "--confirmation-not-on-or-after", "+1h",
        ])
        #expect(unconfirmed.status == 64 && unconfirmed.error.contains("requires a confirmation"))
        for (words, part) in [
            ("--clock-skew -1s", "invalid duration '-1s'"), ("--proxy-count -1", "--proxy-count must not be negative"),
            ("--audience A --audience B", "--audience can be used only once"),
        ] {
            try tool.line("saml issue --save-certificate idp.pem --output r.xml")
            let outcome = try tool.line("saml validate r.xml --certificate idp.pem \(words)")
            #expect(outcome.status == 64 && outcome.error.contains(part), "\(outcome.error)")
        }
    }

    @Test("reads one file from standard input, and names it in errors")
    func standardInput() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("saml issue --output r.xml")
        for (words, status, start) in [
            ("validate - --certificate -", 64, "'-' (standard input) can be used only once"),
            ("validate r.xml --certificate - --decryption-key -", 64, "'-' (standard input) can be used only once"),
            ("issue --private-key - --certificate -", 64, "'-' (standard input) can be used only once"),
            ("validate r.xml --certificate -", 65, "<stdin>: "), ("issue --encrypt-for -", 65, "<stdin>: "),
        ] as [(String, Int32, String)] {
            let arguments = ["saml"] + words.split(separator: " ").map(String.init)
            let outcome = try tool.run(arguments, input: "no PEM")
            #expect(outcome.status == status && outcome.error.hasPrefix("tvsim: \(start)"), "\(outcome.error)")
        }
    }

    @Test("expands short format names, and rejects characters that XML does not allow")
    func issuedTexts() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (name, format) in [
            ("transient", "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"),
            ("emailAddress", "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"), ("urn:x", "urn:x"),
        ] {
            let xml = try tool.line("saml issue --name-id-format \(name)").output
            #expect(xml.contains("<saml:NameID Format=\"\(format)\">"))
        }
        for option in ["--name-id", "--issuer", "--audience", "--in-response-to", "--session-index", "--response-id"] {
            let outcome = try tool.run(["saml", "issue", option, "a\u{1}b"])
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(option)")
            #expect(
                outcome.error.contains("'a\\u{1}b' contains a character that XML does not allow"), "\(outcome.error)")
        }
        #expect(try tool.run(["saml", "issue", "--attribute", "userID=a\u{1}b"]).status == 64)
    }

    @Test("prints notes about the certificate as text and as JSON")
    func notes() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        func validate(at instant: String) throws -> String {
            try tool.line("saml issue --at \(instant) --save-certificate idp.pem --output r.xml")
            return try tool.line("saml validate r.xml --certificate idp.pem --at \(instant) --format json").output
        }
        #expect(
            try validate(at: "1999-12-31T23:59:59Z").contains(#""notes":["The certificate is not valid yet."],"#))
        #expect(try !validate(at: "2000-01-01T00:00:00Z").contains("notes"))
    }
}
