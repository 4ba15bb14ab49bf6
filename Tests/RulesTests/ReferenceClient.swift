import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimRules
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

/// A way in which the reference client breaks exactly one rule, by its name, or two that cannot be told apart.
struct Flaw: Hashable, Sendable {
    let rule: String
    /// The rules that break with it, because one request cannot break the first alone.
    var companions: Set<String> = []
}

/// A client of REST API V2 that keeps every rule, over a world in this process; with a flaw it breaks one of them.
final class ReferenceClient {
    let world: World
    let log = EvidenceLog()
    /// The requests with their secrets, as a proxy would record them.
    let proxy: ProxyTransport
    let flaw: String?
    private let transport: ObservingTransport
    private let browser: ScriptedBrowser

    var device = "device-1"
    var information: Members? = [
        "model": "Roku 4", "version": "4", "osName": "Roku OS", "osVersion": "12", "connectionType": "WiFi",
        "primaryHardwareType": "MediaPlayer",
    ]
    private(set) var client: (id: String, secret: String) = ("", "")
    private(set) var token = ""
    /// The headers that every request gets in addition.
    var extra: HTTPFields = [:]

    init(_ profile: String = "", flaw: String? = nil) throws {
        world = World(store: MemoryStateStore(), recorder: nil)
        try world.install(try ProfileDecoder.decode(text: "schema: 1\nname: test\n" + profile, source: "test")[0])
        self.flaw = flaw
        proxy = ProxyTransport(to: world)
        transport = ObservingTransport(proxy, noting: log)
        browser = ScriptedBrowser(over: transport)
    }

    /// Returns whether the client has the flaw.
    func has(_ rule: String) -> Bool { flaw == rule }

    /// Judges what the client did.
    func report(_ settings: RuleSettings = RuleSettings()) throws -> RuleReport {
        var judge = RuleJudge()
        judge.judge(try history(), by: settings)
        return judge.report
    }

    /// What the world was seen to do.
    func history() throws -> History {
        var history = try log.history(of: world)
        history.platform = try world.device.settings().platform
        return history
    }

    func perform(_ command: String) throws {
        try world.perform(try ProfileDecoder.command(command, in: world.origin().description))
    }

    // MARK: - Requests

    struct Answer {
        let status: Int
        let json: JSONValue
        subscript(_ name: String) -> JSONValue? { if case .object(let members) = json { members[name] } else { nil } }
        func text(_ name: String) -> String { self[name]?.string ?? "" }

        /// The media token of the first decision.
        var mediaToken: String {
            guard case .array(let decisions)? = self["decisions"], case .object(let decision)? = decisions.first,
                case .object(let token)? = decision["token"]
            else { return "" }
            return token["serializedToken"]?.string ?? ""
        }
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, form: [(name: String, value: String)]? = nil,
        json: JSONValue? = nil, headers: HTTPFields = [:], names: Bool = true
    ) async throws -> Answer {
        var request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        var body = Data()
        if let form {
            body = Data(FormCoding.encode(form).utf8)
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        }
        if let json {
            body = Data(try JSONText.line(json).utf8)
            request.headerFields[.contentType] = "application/json"
        }
        if let information {
            request.headerFields[.deviceInformation] = DeviceInformation(members: information).headerValue
        }
        if names {
            request.headerFields[.deviceIdentifier] =
                DeviceIdentifier(fingerprint: device).headerValue
            request.headerFields[.authorization] = "Bearer \(token)"
        }
        for field in [extra, headers].joined() { request.headerFields[field.name] = field.value }
        for field in headers where field.value == "-" { request.headerFields[field.name] = nil }
        let (response, data) = try await transport.send(request, body: body)
        return Answer(status: response.status.code, json: (try? JSONValue(json: data)) ?? .null)
    }

    func register() async throws {
        let statement = try world.softwareStatement(for: "com.example.stream")
        let made = try await send(
            .post, "/o/client/register", json: ["software_statement": .string(statement)], names: false)
        client = (made.text("client_id"), made.text("client_secret"))
    }

    func renewToken() async throws {
        let made = try await send(
            .post, "/o/client/token",
            form: [
                ("grant_type", "client_credentials"), ("client_id", client.id), ("client_secret", client.secret),
            ], names: false)
        token = made.text("access_token")
    }

    /// The endpoints that do not list the identifier of the device, or its description.
    func call(
        _ method: HTTPRequest.Method, _ path: String, form: [(name: String, value: String)]? = nil,
        json: JSONValue? = nil, headers: HTTPFields = [:], ofDevice: Bool = true
    ) async throws -> Answer {
        var headers = headers
        if !ofDevice { headers[.deviceIdentifier] = "-" }
        let kept = information
        if !ofDevice { information = nil }
        defer { information = kept }
        return try await send(method, "/api/v2/REF30" + path, form: form, json: json, headers: headers)
    }

    // MARK: - Steps

    func beginSession(_ mvpd: String? = "Cablevision") async throws -> String {
        let form = [("domainName", "example.com"), ("redirectUrl", "https://app.example/done")]
        return try await call(
            .post, "/sessions", form: (mvpd.map { [("mvpd", $0)] } ?? []) + form.map { ($0.0, $0.1) }
        ).text("code")
    }

    func open(_ url: String) async throws { try await browser.open(url) }

    func signIn(code: String) async throws {
        try await browser.open("/api/v2/authenticate/REF30/\(code)")
        _ = try await world.signIn(as: "alice", password: nil, in: browser)
    }

    @discardableResult
    func poll(_ code: String) async throws -> Answer {
        try await call(.get, "/profiles/code/\(code)", ofDevice: false)
    }

    @discardableResult
    func decide(_ kind: String, _ resources: [String], mvpd: String = "Cablevision") async throws -> Answer {
        try await call(
            .post, "/decisions/\(kind)/\(mvpd)", json: ["resources": .array(resources.map { .string($0) })])
    }

    @discardableResult
    func profile(_ mvpd: String = "Cablevision") async throws -> Answer {
        try await call(.get, "/profiles/\(mvpd)")
    }
}
