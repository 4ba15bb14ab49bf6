import Foundation
import TVSimXMLSecurity
import TestSupport
import Testing

@Suite("A provider with a fixed response", .waitsForPrograms)
struct RecordedResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How the response differs from a valid one.
        var options: [String] = []
        /// The text that replaces the response; `nil` for the response itself.
        var text: String?
        var defect = "none"
        /// The expected callback of `getAuthentication`.
        let told: String
    }

    private static let believed = #"['setAuthenticationStatus(1, "")']"#
    private static let refused = "[status(AAPL), 'displayProviderDialog(Cablevision, Dish)']"
    private static let rejected = "[status(VSA503), 'displayProviderDialog(Cablevision, Dish)']"

    static let rows = [
        Row(
            testDescription: "as a party of one's own signed it: believed", told: believed),
        Row(testDescription: "to another request", options: ["--in-response-to", "_other"], told: refused),
        Row(testDescription: "with a defect that holds it back", defect: "noResponse", told: rejected),
        Row(
            testDescription: "with another defect, which changes nothing of it", defect: "expired", told: believed),
        Row(testDescription: "that cannot be read", text: "<samlp:Response", told: refused),
        Row(testDescription: "that is empty", text: "", told: refused),
        Row(
            testDescription: "that refuses",
            options: ["--status", "urn:oasis:names:tc:SAML:2.0:status:Responder", "--signed", "response"],
            told: rejected),
    ]

    /// The user in the response gets the entitlements of the provider's subscriber with the same user identifier.
    private static let watches = """
          - checkAuthorization: REF30
            expect: [setToken(REF30)]

        """

    /// A response of an identity provider of which the simulation has only the certificate.
    private static func response(_ tool: Tool, _ options: [String]) throws -> (xml: String, certificate: String) {
        let key = try tool.write(TestKeys.impostor.privateKey, to: "key.pem")
        let certificate = try tool.write(TestKeys.impostor.certificate, to: "idp.pem")
        let outcome = try tool.run(
            [
                "saml", "issue", "--at", "2026-01-01T00:00:00Z", "--issuer", "https://idp.example.com/saml",
                "--private-key", key, "--certificate", certificate, "--name-id", "someone",
                "--attribute", "userID=someone",
            ] + options
        )
        try #require(outcome.status == 0, "\(outcome.error)")
        return (outcome.output, TestKeys.impostor.certificate)
    }

    private static func json(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    @Test("sends it unchanged, and the service validates it with the pinned certificates", arguments: rows)
    func run(_ row: Row) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let (xml, certificate) = try Self.response(tool, row.options)
        let file = try tool.write(
            """
            schema: 1
            name: recorded
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice, expires: +30d}
            providers:
              Cablevision:
                defect: \(row.defect)
                samlResponse: \(try Self.json(row.text ?? xml))
                subscribers: {alice: {attributes: {userID: someone}, entitlements: [REF30]}}
              Dish: {}
            service:
              partnerRequestID: _request
              requestors:
                REF30:
                  integrations:
                    Cablevision:
                      provider: Cablevision
                      identityProvider:
                        entityID: https://idp.example.com/saml
                        singleSignOnService: https://idp.example.com/sso
                        certificates: [\(try Self.json(certificate))]
                    Dish: {provider: Dish}
            flow:
              - setRequestor: REF30
              - getAuthentication:
                expect: \(row.told)

            """ + (row.told == Self.believed ? Self.watches : ""), to: "recorded.yaml")
        let outcome = try tool.run("run", file)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    }

    @Test("whose signature covers line breaks is refused with what the SDK did to it, and profile check warns of it")
    func lineBreaks() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (signed, layout, isBroken) in [
            ("assertion", "</samlp:Status>\n  <saml:Assertion ", false),
            ("response", "</samlp:Status>\n  <saml:Assertion ", true),
        ] {
            // The layout is part of what is signed: the key signs the changed response again.
            let (plain, certificate) = try Self.response(tool, ["--signed", "neither"])
            let (before, after) = ("</samlp:Status><saml:Assertion ", layout)
            try #require(plain.contains(before))
            let xml = try Self.sign(plain.replacingOccurrences(of: before, with: after), signed)
            let file = try tool.write(
                """
                schema: 1
                name: line breaks
                device:
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice, expires: +30d}
                providers:
                  Cablevision:
                    samlResponse: \(try Self.json(xml))
                    subscribers: {alice: {attributes: {userID: someone}}}
                  Dish: {subscribers: {carol: {}}}
                service:
                  partnerRequestID: _request
                  requestors:
                    REF30:
                      integrations:
                        Cablevision:
                          provider: Cablevision
                          identityProvider:
                            entityID: https://idp.example.com/saml
                            singleSignOnService: https://idp.example.com/sso
                            certificates: [\(try Self.json(certificate))]
                        Dish: {provider: Dish}
                flow:
                  - setRequestor: REF30
                  - getAuthentication:
                    expect: \(isBroken ? Self.refused : Self.believed)

                """, to: "breaks.yaml")
            let outcome = try tool.run("run", "--explain", file)
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
            #expect(outcome.output.contains("the SDK removed line breaks") == isBroken, "\(signed): \(outcome.output)")
            let checked = try tool.run("profile", "check", file)
            #expect(checked.status == 0 && checked.error.contains("warning: the SDK removes line breaks") == isBroken)
        }
    }

    /// Signs a response, or its assertion, with the key of the outside identity provider.
    private static func sign(_ xml: String, _ signed: String) throws -> String {
        let element = signed == "response" ? "<samlp:Response " : "<saml:Assertion "
        let start = try #require(xml.range(of: element)?.upperBound)
        let name = try #require(xml[start...].firstMatch(of: /\bID="([^"]+)"/))
        let end = try #require(xml.range(of: "</saml:Issuer>", range: start..<xml.endIndex)?.upperBound)
        let identity = try SigningIdentity(
            privateKeyPEM: TestKeys.impostor.privateKey, certificatePEM: TestKeys.impostor.certificate)
        return try EnvelopedSigner.sign(
            String(xml[..<end]), String(xml[end...]), id: String(name.output.1), with: identity)
    }

    @Test("is set, shown with its length, and reset by the command line")
    func set() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let (xml, _) = try Self.response(tool, [])
        func shown() throws -> String { try tool.line("provider show Cablevision").output }
        #expect(try !shown().contains("samlResponse"))
        #expect(try tool.run("provider", "set", "Cablevision", "samlResponse=\(try Self.json(xml))").status == 0)
        #expect(try shown().contains(/samlResponse +\d+ bytes\n/))
        let listed = try tool.line("provider show Cablevision --format json").output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [String: Any])
        #expect(object["samlResponse"] as? String == xml)
        #expect(try tool.line("provider set Cablevision samlResponse=null").status == 0)
        #expect(try !shown().contains("samlResponse"))
        #expect(try tool.line("provider set Cablevision samlResponse=[a]").error.contains("samlResponse"))
    }
}
