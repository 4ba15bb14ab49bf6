import Foundation
import TestSupport
import Testing

/// Tests the entitlement API with requests that schemathesis generates from the OpenAPI document.
///
/// The requests have the access token of a registered app. openapi-spec-validator validates the documents themselves.
@Suite("The contract of the entitlement API", .waitsForPrograms)
struct EntitlementContractProgramTests {
    /// One MVPD for each kind of response.
    private static let world = """
        schema: 1
        name: an MVPD of each kind
        providers: {Cablevision: {subscribers: {alice: {entitlements: [REF30]}}}}
        service:
          partnerRequestID: _request
          requestors:
            REF30:
              integrations:
                Cablevision: {}
                Dish: {degradation: AuthNAll}
                Suddenlink: {degradation: AuthZNone}
                TempPass: {tempPass: {duration: 10m}}
                Promotion: {tempPass: {duration: 10m, resources: 2}}

        """

    private static let device = Data(
        #"{"model":"iPhone","version":"1","osName":"iOS","osVersion":"18","connectionType":"WiFi"}"#.utf8
    ).base64EncodedString()

    /// The status of a framework with a signed-in subscriber of Cablevision.
    private static let frameworkStatus = Data(
        #"""
        {"frameworkPermissionInfo":{"accessStatus":"granted"},\#
        "frameworkProviderInfo":{"id":"Cablevision","expirationDate":"1767312000000"}}
        """#.utf8
    ).base64EncodedString()

    /// The journal lines that must occur at least once, so that the test covers more than errors.
    private static let successes = [
        "configuration 200", "sessions(/.*)? 200 authenticate", "sessions 200 resume", "sessions/.* 200 retry",
        "sessions(/.*)? 200 authorize", "sessions/[A-Z0-9]{7} 200 . missing", "sessions/sso/Apple 200 partner_profile",
        "sessions/sso/Apple 200 resume", "profiles/sso/Apple 201", "profiles 200 .*",
        "profiles/Dish 200 degraded", "profiles/TempPass 200 temporary",
        "profiles/code/.* 200", "decisions/preauthorize/.* 200 permit", "decisions/authorize/.* 200 permit",
        "logout/.* 200",
    ]
    private static let linkSuccesses = [
        "serviceToken 201 issued", "serviceToken 200 refreshed", "link 201 .*", "unlink 200 .*", "list 200 .*",
    ]

    /// Whether the device headers are generated too, or always describe the same device.
    ///
    /// Generated headers test their validation. Constant headers pass the validation, so that requests succeed. The
    /// single sign-on service also needs a service token, and gets requests of its own.
    enum Headers: CaseIterable {
        case generated, given, linked
    }

    @Test(
        "holds for generated requests of a registered app, and other clients are rejected", arguments: Headers.allCases)
    func generatedRequests(_ headers: Headers) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, ["--profile", try tool.write(Self.world, to: "world.yaml")])
        let app = try Registered(tool, server, device: Self.device)
        let responses = try ["_first", "_second"].map { id in
            try tool.line(
                "saml issue --at 2026-01-01T00:00:00Z --assertion-id \(id) --name-id alice --attribute userID=alice --base64"
            ).output
                .trimmingCharacters(in: .newlines)
        }
        let apple = [
            ("statuses", "header.AP-Partner-Framework-Status", [Self.frameworkStatus]),
            ("responses", "body.SAMLResponse", [responses[1]]),
        ]
        _ = try tool.write(app.configuration(knowing: apple), to: "schemathesis.toml")
        let device = "-H 'X-Device-Info: \(Self.device)' -H 'AP-Device-Identifier: fingerprint ZGV2aWNlLTE=' "
        let given =
            switch headers {
            case .generated: ""
            case .given: device + "-H 'AP-Partner-Framework-Status: \(Self.frameworkStatus)'"
            case .linked:
                // No operation of the service is linked to another one.
                device + "-H 'AD-Service-Token: \(try app.serviceToken())' --phases examples,coverage,fuzzing "
                    + "--include-path-regex '/(serviceToken|link|unlink|list)$'"
            }
        // The document does not say which names exist in a world, so valid requests may be rejected. That check is
        // switched off. The checks for missing and wrong tokens stay on.
        try app.signInByFramework(status: Self.frameworkStatus, response: responses[0])
        let output = try tool.shell(
            """
            '\(try TestSupport.Tool.judge("schemathesis"))' --config-file schemathesis.toml run \
            '\(server.location.admin)/entitlement-openapi.json' --url '\(server.location.url)' --max-examples 15 \
            --seed 1 --request-timeout 20 --exclude-checks positive_data_acceptance --generation-database none \
            --no-color \(given); echo "status $?"
            """, in: tool.home)
        #expect(output.hasSuffix("status 0\n"), "\(output.suffix(6000))")
        let isComplete = output.contains(/(\d+) selected \/ \1 total/)
        #expect((headers == .linked ? output.contains("5 selected") : isComplete) && output.contains("generated"))
        let journal = try server.journal()
        let successes =
            switch headers {
            case .generated: [String]()
            case .given: Self.successes.map { "v2/REF30/" + $0 }
            case .linked: Self.linkSuccesses.map { "REF30/" + $0 }
            }
        for success in successes {
            let pattern = try Regex("[A-Z]+ /api/\(success).*")
            #expect(journal.contains { $0.wholeMatch(of: pattern) != nil }, "\(success)")
        }
        #expect(try server.end().status == 0)
    }

    @Test(
        "and the one of the admin API are valid OpenAPI 3.1", arguments: ["openapi.json", "entitlement-openapi.json"])
    func documents(_ name: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, [])
        let text = try server.curl("\(server.location.admin)/\(name)")
        #expect(text.contains(#""openapi":"3.1.0""#))
        let file = try tool.write(text, to: name)
        let judge = try TestSupport.Tool.judge("openapi-spec-validator")
        let output = try tool.shell("'\(judge)' --schema 3.1 '\(file)'; echo $?", in: tool.home)
        #expect(output.hasSuffix("OK\n0\n"), "\(output)")
        #expect(try server.end().status == 0)
    }
}

/// An app with an access token, which has registered with the software statement that the command line prints.
private struct Registered {
    private struct Shown: Decodable {
        let softwareStatement: String
    }
    private struct Credentials: Decodable {
        let client_id: String
        let client_secret: String
    }
    private struct Token: Decodable {
        let access_token: String
    }

    private let tool: Tool
    private let service: String
    private let device: String
    private let statement: String
    private let credentials: Credentials
    private let token: String

    init(_ tool: Tool, _ server: Serving, device: String) throws {
        (self.tool, self.device, service) = (tool, device, server.location.url)
        func answer<Answer: Decodable>(_ type: Answer.Type, _ line: String) throws -> Answer {
            let text = try tool.shell(line, in: tool.home)
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        }
        statement = try answer(Shown.self, "tvsim device show --format json").softwareStatement
        let client = "\(server.location.url)/o/client"
        credentials = try answer(
            Credentials.self,
            """
            curl -s -H 'X-Device-Info: \(device)' -d '{"software_statement": "\(statement)"}' '\(client)/register'
            """)
        let form = "grant_type=client_credentials&client_id=\(credentials.client_id)"
        token = try answer(
            Token.self,
            "curl -s -H 'X-Device-Info: \(device)' -d '\(form)&client_secret=\(credentials.client_secret)' "
                + "'\(client)/token'"
        ).access_token
    }

    /// Gets a token of the single sign-on service.
    func serviceToken() throws -> String {
        struct Answer: Decodable {
            let serviceToken: String
        }
        let text = try tool.shell(
            "curl -s -X POST -H 'AP-Device-Identifier: fingerprint ZGV2aWNlLTE=' -H 'Authorization: Bearer \(token)' "
                + "-H 'X-SSO-ID: alice' '\(service)/api/REF30/serviceToken'", in: tool.home)
        return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).serviceToken
    }

    /// Signs in through Apple's framework, which creates a profile and another pending SAML request.
    func signInByFramework(status: String, response: String) throws {
        let fields = "--data-urlencode domainName=example.com --data-urlencode redirectUrl=https://example.com/done"
        for (path, fields, word) in [
            ("sessions", fields, "partner_profile"),
            ("profiles", "--data-urlencode 'SAMLResponse=\(response)'", "appleSSO"), ("sessions", fields, "authorize"),
        ] {
            let line =
                "curl -s -H 'X-Device-Info: \(device)' -H 'AP-Device-Identifier: fingerprint ZGV2aWNlLTE=' "
                + "-H 'AP-Partner-Framework-Status: \(status)' -H 'Authorization: Bearer \(token)' "
                + "\(fields) '\(service)/api/v2/REF30/\(path)/sso/Apple'"
            let answer = try tool.shell(line, in: tool.home)
            try #require(answer.contains(word), "\(answer)")
        }
    }

    /// Returns the configuration of schemathesis, with the credentials and names that requests need to succeed.
    ///
    /// - Parameter others: Additional parameters: name, location and value.
    /// - Returns: The text of the file.
    func configuration(knowing others: [(name: String, at: String, values: [String])]) -> String {
        let known: [(name: String, at: String, values: [String])] =
            others + [
                ("providers", "path.serviceProvider", ["REF30"]),
                ("mvpds", "path.mvpd", ["Cablevision", "Dish", "Suddenlink", "TempPass", "Promotion"]),
                ("providers", "query.requestor_id", []), ("mvpds", "query.mvpd_id", []),
                ("mvpds", "body.mvpd", []),
                ("addresses", "query.redirectUrl", ["https://example.com/done", "app://done"]),
                ("addresses", "body.redirectUrl", []), ("domains", "body.domainName", ["example.com"]),
                ("partners", "path.partner", ["Apple"]), ("resources", "body.resources[*]", ["REF30", "REF31"]),
                ("identities", "header.AP-TempPass-Identity", ["eyJlbWFpbCI6ImEifQ=="]),
                ("statements", "body.software_statement", [statement]),
                ("clients", "body.client_id", [credentials.client_id]),
                ("secrets", "body.client_secret", [credentials.client_secret]),
            ]
        let dictionaries = known.filter { !$0.values.isEmpty }
            .map { "\($0.name) = { values = [\($0.values.map { "\"\($0)\"" }.joined(separator: ", "))] }" }
        let bindings = known.map { "\"\($0.at)\" = { dictionary = \"\($0.name)\", probability = 0.9 }" }
        return """
            [auth.openapi]
            accessToken = { bearer = "\(token)" }
            [dictionaries]
            \(dictionaries.joined(separator: "\n"))
            [parameters]
            \(bindings.joined(separator: "\n"))

            """
    }
}

extension Serving {
    /// Returns the service's decisions as lines with the request, the status and its meaning.
    fileprivate func journal() throws -> [String] {
        struct Page: Decodable {
            struct Entry: Decodable {
                let room: String
                let event: String
                let outcome: String
            }
            let entries: [Entry]
        }
        let text = try curl("\(location.admin)/journal?limit=10000")
        return try JSONDecoder().decode(Page.self, from: Data(text.utf8)).entries.map { "\($0.event) \($0.outcome)" }
    }
}
