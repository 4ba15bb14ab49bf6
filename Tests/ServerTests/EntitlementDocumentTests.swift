import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// Compares the OpenAPI document of the entitlement API with the table of endpoints.
@Suite("The document of the entitlement API")
struct EntitlementDocumentTests {
    private static let document = EntitlementDocument.document()

    /// The described operations by method and path.
    private static let operations: Members = {
        var operations: Members = [:]
        for (path, methods) in document["paths"]?.members ?? [:] {
            for (method, operation) in methods.members ?? [:] {
                operations["\(method.uppercased()) \(path)"] = operation
            }
        }
        return operations
    }()

    /// The endpoints for apps: REST API V2, client registration, the reset of passes and single sign-on, without the
    /// pages for browsers.
    static let endpoints = Endpoint.all.filter { endpoint in
        ["/api/", "/o/client", "/reset-tempass"].contains { endpoint.template.hasPrefix($0) }
    }

    @Test(
        "describes every endpoint of REST API V2, of client registration, of the reset of passes and of single sign-on")
    func complete() {
        #expect(Set(Self.operations.keys) == Set(Self.endpoints.map { "\($0.method.rawValue) \($0.template)" }))
    }

    @Test("describes an endpoint and its responses as the table does", arguments: endpoints)
    func operation(of endpoint: Endpoint) throws {
        let operation = try #require(Self.operations["\(endpoint.method.rawValue) \(endpoint.template)"])
        #expect(operation["operationId"]?.string == endpoint.name)
        #expect(operation["summary"]?.string?.isEmpty == false)
        let demanded = endpoint.required.contains(.accessToken)
        #expect(operation["security"] == .array(demanded ? [.object(["accessToken": .array([])])] : []))

        var required: Set<String> = []
        for parameter in operation["parameters"]?.elements ?? [] where parameter["required"] == .bool(true) {
            required.insert("\(parameter["in"]?.string ?? "") \(parameter["name"]?.string ?? "")")
        }
        let inPath = endpoint.template.split(separator: "/").filter { $0.hasPrefix("{") }
            .map { "path \($0.dropFirst().dropLast())" }
        let headers: [RequestHeader: String] = [
            .deviceIdentifier: "AP-Device-Identifier", .deviceInformation: "X-Device-Info",
            .frameworkStatus: "AP-Partner-Framework-Status", .serviceToken: "AD-Service-Token",
        ]
        let inQuery: [String] =
            switch endpoint {
            // A logout requires the URL to which it redirects.
            case .logout: ["query redirectUrl"]
            case _ where endpoint.template.hasPrefix("/reset"): ["query requestor_id", "query mvpd_id"]
            default: []
            }
        #expect(
            required == Set(inPath + inQuery + endpoint.required.compactMap { headers[$0].map { "header \($0)" } }))

        let statuses = Set((operation["responses"]?.members ?? [:]).keys)
        #expect(statuses.isSuperset(of: [String(endpoint.successStatus), "400", "405", "500"]))
        // Client registration rejects clients with its own 401 errors.
        #expect(statuses.contains("401") == (demanded || [.register, .token].contains(endpoint)))
        let success = operation["responses"]?[String(endpoint.successStatus)]
        #expect(
            success?["content"] != nil || success?["headers"]?["Location"] != nil || endpoint.successStatus == 204,
            "\(endpoint.name) answers nothing")
    }

    /// The optional headers and parameters of each endpoint.
    ///
    /// They come from the documentation's endpoints, the flags of Differences, S-36, and the headers that the service
    /// reads from any request.
    private static let optional: [Endpoint: String] = [
        .register: "X-Device-Info User-Agent", .token: "X-Device-Info User-Agent",
        .configuration: "AP-Device-Identifier X-Device-Info",
        .session: "shared AP-Visitor-Identifier User-Agent", .resume: "AP-Visitor-Identifier",
        .sessionInformation: "AP-Visitor-Identifier",
        .partnerSession: "AP-Partner-Framework-Status AP-Visitor-Identifier User-Agent",
        .partnerProfile: "AP-Visitor-Identifier", .authenticate: "forceAuthn isPassive",
        .profiles: "AP-Partner-Framework-Status shared AP-Visitor-Identifier",
        .profile: "AP-Partner-Framework-Status AP-TempPass-Identity shared AP-Visitor-Identifier",
        .profileByCode: "AP-TempPass-Identity AP-Visitor-Identifier",
        .authorize: "AP-Partner-Framework-Status AP-TempPass-Identity shared AP-Visitor-Identifier",
        .preauthorize: "AP-Partner-Framework-Status shared AP-Visitor-Identifier",
        .logout: "shared AP-Visitor-Identifier", .resetTempPass: "device_id", .resetTempPassOfPerson: "key",
        .serviceToken: "X-SSO-ID X-SSO-LINK X-Device-Info User-Agent", .refreshServiceToken: "", .linkDevice: "",
        .unlinkDevices: "", .listDevices: "",
    ]

    @Test(
        "describes every optional header and parameter", arguments: endpoints)
    func optionalParameters(of endpoint: Endpoint) throws {
        let operation = try #require(Self.operations["\(endpoint.method.rawValue) \(endpoint.template)"])
        let parameters = (operation["parameters"]?.elements ?? []).filter { $0["required"] != .bool(true) }
        var expected = try #require(Self.optional[endpoint]).replacing(
            "shared", with: "AD-Service-Token Adobe-Subject-Token X-Roku-Reserved-Roku-Connect-Token")
        // Throttling reads the client's address from this header if a server forwards the request.
        if endpoint.isThrottled { expected += " X-Forwarded-For" }
        #expect(
            parameters.compactMap { $0["name"]?.string }.sorted()
                == expected.split(separator: " ").map(String.init).sorted())
        for parameter in parameters {
            #expect(parameter["description"]?.string?.isEmpty == false)
            #expect(parameter["example"]?.string?.isEmpty == false)
            let isUnused = parameter["name"]?.string == "AP-Visitor-Identifier"
            #expect(parameter["description"]?.string?.contains("The simulation ignores it") == isUnused)
        }
    }

    @Test(
        "lists the values of a sign-in's flags that the service accepts",
        arguments: ["forceAuthn", "isPassive"])
    func flags(name: String) async throws {
        let operation = try #require(Self.operations["GET \(Endpoint.authenticate.template)"])
        let flags = (operation["parameters"]?.elements ?? []).filter { $0["name"]?.string == name }
        let reference = try #require(flags.first?["schema"]?["$ref"]?.string?.split(separator: "/").last)
        let schema = Self.document["components"]?["schemas"]?[String(reference)]
        let words = (schema?["enum"]?.elements ?? []).compactMap(\.string)
        #expect(words.sorted() == ["0", "1", "false", "true"])
        try await RunningServer.serving { server in
            // The service reads the flag before it looks up the code, so an unknown code is sufficient here.
            for word in words + ["yes", "TRUE", ""] {
                let answer = try await server.client.exchange(
                    HTTPRequest(
                        method: .get, scheme: "http", authority: "localhost",
                        path: "/api/v2/authenticate/REF30/8ER640M?\(name)=\(word)"), body: Data())
                #expect(answer.status == 400)
                let isRefused =
                    answer.text.contains("neither &#39;true&#39; nor") || answer.text.contains("neither 'true' nor")
                #expect(isRefused == !words.contains(word), "\(word): \(answer.text)")
            }
        }
    }

    @Test(
        "requires a valid access token as the service does",
        arguments: [nil, "Bearer", "Bearer none", "Basic YTpi"])
    func withoutToken(authorization: String?) async throws {
        try await RunningServer.serving { server in
            for endpoint in Self.endpoints where endpoint.required.contains(.accessToken) {
                var fields: HTTPFields = [
                    .deviceIdentifier: DeviceIdentifier(fingerprint: "device-1").headerValue,
                    .deviceInformation: DeviceInformation(members: [:]).headerValue,
                ]
                fields[.authorization] = authorization
                let path = endpoint.template.replacing("{serviceProvider}", with: "REF30")
                    .replacing("{mvpd}", with: "Cablevision").replacing("{code}", with: "8ER640M")
                    .replacing("{partner}", with: "Apple")
                let answer = try await server.client.exchange(
                    HTTPRequest(
                        method: endpoint.method, scheme: "http", authority: "localhost", path: path,
                        headerFields: fields), body: Data())
                #expect(answer.status == 401, "\(endpoint.name)")
                let code =
                    endpoint.errors == .singleSignOn ? "unauthorized" : "invalid_access_token_client_application"
                #expect(answer.text.contains("\"\(code)\""))
            }
        }
    }

    @Test("says that a refused method comes with the allowed ones, as it does", arguments: endpoints)
    func refusedMethod(of endpoint: Endpoint) async throws {
        let operation = try #require(Self.operations["\(endpoint.method.rawValue) \(endpoint.template)"])
        #expect(operation["responses"]?["405"]?["headers"]?["Allow"]?["required"] == .bool(true))
        try await RunningServer.serving { server in
            let answer = try await server.client.exchange(
                HTTPRequest(
                    method: .trace, scheme: "http", authority: "localhost",
                    path: endpoint.template.replacing(/\{\w+\}/, with: "a")))
            #expect(answer.status == 405)
            let allowed = answer.response.headerFields[.allow]?.components(separatedBy: ", ")
            #expect(allowed?.contains(endpoint.method.rawValue) == true, "\(allowed ?? [])")
            #expect(allowed?.contains("HEAD") == allowed?.contains("GET"), "\(allowed ?? [])")
        }
    }

    @Test("is served by the admin API")
    func served() async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.get, "/entitlement-openapi.json")
            #expect(answer.status == 200)
            #expect(try JSONDecoder().decode(JSONValue.self, from: Data(answer.text.utf8)) == Self.document)
        }
    }

    @Test("names every enhanced error under its status, and has no broken references")
    func references() throws {
        let text = try JSONText.line(Self.document)
        for code in EnhancedErrorCode.all where [400, 401, 403, 500].contains(code.status) {
            #expect(text.contains("\"\(code.name)\""))
        }
        let components = try #require(Self.document["components"]?["schemas"]?.members)
        for match in text.matches(of: /"\$ref":"([^"]*)"/) {
            let name = String(match.1).replacing("#/components/schemas/", with: "")
            #expect(components[name] != nil, "\(match.1)")
        }
    }
}
