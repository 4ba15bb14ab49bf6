import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// Sends the requests of a case to the entitlement service of a separate world, and compares the responses.
package struct ServiceJudge {
    /// The result of the requests.
    package struct Finding: Sendable {
        /// The last answer of the service; `nil` if the case sends no request.
        package var last: ServiceVerdict?
        /// The differences from the expected responses.
        package var differences: [String] = []
    }

    private let world: World
    private let profile: TVSimScenario.Profile
    private let response: String
    private var headers = RequestHeaders(
        deviceIdentifier: .init(fingerprint: "fixture-device"),
        deviceInformation: .init(model: "iPhone", version: "1", osName: "iOS", osVersion: "18"))
    private var credentials = TokenRequest(clientID: "", clientSecret: "")
    private var code = ""

    private init(_ recipe: ExchangeRecipe, response: String) throws {
        profile = try AppJudge.profile(recipe.profile)
        world = World(store: MemoryStateStore())
        try world.install(profile)
        self.response = response
    }

    /// Sends the requests of a recipe, and compares the responses.
    ///
    /// It uses only the requests that a client over HTTP can send.
    ///
    /// - Parameters:
    ///   - recipe: The requests and the expected responses.
    ///   - response: The Base64 of the SAML response for the placeholder `{response}`.
    /// - Returns: The last answer and the differences.
    /// - Throws: An error if the state of the simulation cannot be used.
    package static func judge(_ recipe: ExchangeRecipe, response: String) async throws -> Finding {
        var judge = try ServiceJudge(recipe, response: response)
        try await judge.register()
        var finding = Finding()
        for step in recipe.steps {
            if let event = step.event {
                try judge.world.perform(try ProfileDecoder.command(event, in: judge.profile.world))
                if !recipe.keepsToken { try await judge.takeToken() }
            }
            guard let request = step.request, let expected = step.answer else { continue }
            let (verdict, answer) = try await judge.send(request)
            finding.last = verdict
            let place = "\(request.method) \(request.path)"
            if verdict != expected.verdict {
                finding.differences.append("\(place): \(verdict), not \(expected.verdict)")
            }
            for (name, value) in expected.members.sorted(by: { $0.key < $1.key }) {
                let found = Self.member(name, of: answer)
                if found != value {
                    finding.differences.append("\(place): \(name) is \(found ?? "absent"), not \(value)")
                }
            }
        }
        return finding
    }

    private mutating func register() async throws {
        let statement = try world.softwareStatement(for: profile.app.bundleID)
        let call = EntitlementCall.register(.init(softwareStatement: statement), headers: headers)
        guard let client = try await call.send(over: WorldTransport(world)).success else {
            throw CommandError(.invalid, "the service of a fixture did not register its app")
        }
        credentials = TokenRequest(clientID: client.clientID, clientSecret: client.clientSecret)
        try await takeToken()
    }

    private mutating func takeToken() async throws {
        var bare = headers
        bare.accessToken = nil
        let call = EntitlementCall.token(credentials, headers: bare)
        guard let token = try await call.send(over: WorldTransport(world)).success else {
            throw CommandError(.invalid, "the service of a fixture issued no access token")
        }
        headers.accessToken = token.accessToken
    }

    private mutating func send(_ request: ExchangeRecipe.Request) async throws -> (ServiceVerdict, JSONValue) {
        let path = filled(request.path)
        var fields = headers.fields()
        var body = Data()
        if let form = request.form {
            let pairs = form.sorted { $0.key < $1.key }
            body = RequestBody.form(pairs.map { FormField($0.key, filled($0.value)) }).data
            fields[.contentType] = "application/x-www-form-urlencoded"
        } else if let json = request.json {
            body = Data(json.utf8)
            fields[.contentType] = "application/json"
        }
        for (name, value) in request.headers {
            if let field = HTTPField.Name(name) { fields[field] = value }
        }
        let (answer, data) = try await WorldTransport(world).send(
            HTTPRequest(
                method: HTTPRequest.Method(request.method) ?? .get, scheme: "https",
                authority: EntitlementWire.defaultAuthority, path: path, headerFields: fields), body: body)
        let json = (try? JSONValue(json: data)) ?? .null
        if let given = Self.member("code", of: json), answer.status.kind == .successful { code = given }
        return (ServiceVerdict(answer.status.code, Self.refusal(in: json, status: answer.status)), json)
    }

    /// Returns a text with the values of its placeholders.
    private func filled(_ text: String) -> String {
        ExchangeRecipe.Placeholder.allCases.reduce(text) { text, placeholder in
            text.replacing("{\(placeholder.rawValue)}", with: value(of: placeholder))
        }
    }

    private func value(of placeholder: ExchangeRecipe.Placeholder) -> String {
        switch placeholder {
        case .response: response
        case .responseXML: String(decoding: Data(base64Encoded: response) ?? Data(), as: UTF8.self)
        case .percentEncodedResponse: response.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        case .code: code
        case .codeInSmallLetters: code.lowercased()
        }
    }

    /// Returns the enhanced error code of an error response, or of its first decision; `nil` without an error.
    private static func refusal(in answer: JSONValue, status: HTTPResponse.Status) -> String? {
        if status.kind != .successful { return member("code", of: answer) }
        return member("decisions.0.error.code", of: answer)
    }

    /// Returns a member of a response by its dotted path, as text; `nil` if the member is missing.
    private static func member(_ path: String, of value: JSONValue) -> String? {
        var value = value
        for part in path.split(separator: ".") {
            switch value {
            case .object(let members):
                guard let member = members[String(part)] else { return nil }
                value = member
            case .array(let items):
                guard let index = Int(part), items.indices.contains(index) else { return nil }
                value = items[index]
            default: return nil
            }
        }
        return value.string ?? (try? JSONText.line(value))
    }
}
