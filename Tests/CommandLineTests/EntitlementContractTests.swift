import Foundation
import TestSupport
import Testing

/// The entitlement API against its own document, judged by schemathesis with a registered app's access token, and the
/// documents themselves, judged by openapi-spec-validator.
@Suite("The contract of the entitlement API", .waitsForPrograms)
struct EntitlementContractTests {
    /// An MVPD of each kind that an answer can be about.
    private static let world = """
        schema: 1
        name: an MVPD of each kind
        service:
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

    /// Whether the headers about the device are generated too, or are those of one device throughout.
    ///
    /// The first asks how headers are judged, with garbled ones among them; the second gets past them, to answers.
    enum Headers: CaseIterable {
        case generated, given
    }

    @Test(
        "holds for whatever a registered app asks, and nobody else is let in", arguments: Headers.allCases)
    func generatedRequests(_ headers: Headers) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, ["--profile", try tool.write(Self.world, to: "world.yaml")])
        let app = try Registered(tool, server, device: Self.device)
        _ = try tool.write(app.configuration, to: "schemathesis.toml")
        let given =
            headers == .given
            ? "-H 'X-Device-Info: \(Self.device)' -H 'AP-Device-Identifier: fingerprint ZGV2aWNlLTE='" : ""
        // A document says what a request looks like, not who exists in a world: that check is left out. Those of
        // missing and wrong tokens are among the others.
        let output = try tool.shell(
            """
            '\(try TestSupport.Tool.judge("schemathesis"))' --config-file schemathesis.toml run \
            '\(server.location.admin)/entitlement-openapi.json' --url '\(server.location.url)' --max-examples 15 \
            --seed 1 --request-timeout 20 --exclude-checks positive_data_acceptance --generation-database none \
            --no-color \(given); echo "status $?"
            """, in: tool.home)
        #expect(output.hasSuffix("status 0\n"), "\(output.suffix(6000))")
        #expect(output.contains("17 selected / 17 total") && output.contains("generated"))
        #expect(try server.end().status == 0)
    }

    @Test(
        "and that of the admin API are OpenAPI 3.1", arguments: ["openapi.json", "entitlement-openapi.json"])
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

/// An app that has registered at a server with the statement that the command line shows, and has an access token.
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

    private let statement: String
    private let credentials: Credentials
    private let token: String

    init(_ tool: Tool, _ server: Serving, device: String) throws {
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

    /// What schemathesis must know to get further than refusals: who asks, and what there is in the world.
    var configuration: String {
        let known: [(name: String, at: String, values: [String])] = [
            ("providers", "path.serviceProvider", ["REF30"]),
            ("mvpds", "path.mvpd", ["Cablevision", "Dish", "Suddenlink", "TempPass", "Promotion"]),
            ("providers", "query.requestor_id", []), ("mvpds", "query.mvpd_id", []),
            ("mvpds", "body.mvpd", []), ("addresses", "query.redirectUrl", ["https://example.com/done", "app://done"]),
            ("addresses", "body.redirectUrl", []), ("resources", "body.resources[*]", ["REF30", "REF31"]),
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
