import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A silent sign-in over HTTP alone")
struct FrameworkExchangeTests {
    /// A client of REST API V2 that asks Apple's framework over HTTP.
    struct Client {
        let server: RunningServer
        var headers: HTTPFields = [:]

        init(_ server: RunningServer) async throws {
            self.server = server
            let info = Data(#"{"model": "AppleTV11,1", "osName": "tvOS", "osVersion": "18"}"#.utf8)
            headers[.deviceInformation] = info.base64EncodedString()
            headers[.deviceIdentifier] = "fingerprint ZGV2aWNlLTE="
            let statement = try server.world.softwareStatement(for: "com.example.stream")
            headers[.contentType] = "application/json"
            let client = try await send(.post, "/o/client/register", #"{"software_statement": "\#(statement)"}"#).json()
            headers[.contentType] = "application/x-www-form-urlencoded"
            let fields = [
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.string ?? ""),
                ("client_secret", client["client_secret"]?.string ?? ""),
            ]
            let token = try await send(.post, "/o/client/token", FormCoding.encode(fields)).json()
            headers[.authorization] = "Bearer \(token["access_token"]?.string ?? "")"
        }

        func send(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> SocketClient.Answer
        {
            try await server.client.exchange(
                HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers),
                body: Data(body.utf8))
        }

        /// Asks the framework, and keeps the status for the service.
        mutating func ask(_ request: JSONValue = [:]) async throws -> JSONValue {
            var members = request.members ?? [:]
            members["includeAccountProviderIdentifier"] = true
            members["includeAuthenticationExpirationDate"] = members["includeAuthenticationExpirationDate"] ?? true
            let body = try JSONText.line(JSONValue.object(members))
            let answer = try await server.admin(.post, "/framework/account-metadata", body).json()
            headers[.frameworkStatus] = answer["partnerFrameworkStatus"]?.string
            return answer
        }

        /// Signs in with the account of the device, and returns the type of the profile.
        ///
        /// A client that gives up ends if the provider gave it no SAML response.
        mutating func signIn(givingUp givesUp: Bool = false) async throws -> String? {
            _ = try await ask()
            let form = FormCoding.encode([("domainName", "example.com"), ("redirectUrl", "app://x")])
            let session = try await send(.post, "/api/v2/REF30/sessions/sso/Apple", form).json()
            guard let query = session["authenticationRequest"] else { return session["reasonType"]?.string }
            let answer = try await ask([
                "verificationToken": query["request"] ?? .null, "attributeNames": query["attributesNames"] ?? .null,
                "channelIdentifier": "https://saml.sp.auth.adobe.com",
            ])
            let saml = answer["metadata"]?["samlAttributeQueryResponse"]?.string ?? ""
            if givesUp, saml.isEmpty { return nil }
            let response = FormCoding.encode([("SAMLResponse", Data(saml.utf8).base64EncodedString())])
            let profiles = try await send(.post, "/api/v2/REF30/profiles/sso/Apple", response).json()
            return profiles["profiles"]?["Cablevision"]?["type"]?.string
        }
    }

    static let profile = """
        schema: 1
        name: checked
        device:
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
          apps: {com.example.stream: {access: granted}}
        service: {checksDevice: true}
        """

    private static func serving(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.serving(
            World(store: try World.state(of: WorldOrigin(text: profile, source: "test"))), body)
    }

    @Test("succeeds with the framework's own status and SAML response, also if the service checks the device")
    func silentSignIn() async throws {
        try await Self.serving { server in
            var client = try await Client(server)
            #expect(try await client.signIn() == "appleSSO")
            let profiles = try await client.send(.get, "/api/v2/REF30/profiles").json()
            #expect(profiles["profiles"]?["Cablevision"]?["type"] == "appleSSO")
        }
    }

    @Test(
        "the text of a failed test says what ended or was told to end by the world's clock, unless it is the machine's",
        arguments: [
            (false, false, false), (true, false, false), (true, true, false), (true, false, true), (true, true, true),
        ])
    func validity(signsIn: Bool, advances: Bool, follows: Bool) async throws {
        let text = Self.profile.replacing(
            "{checksDevice: true}",
            with: "{checksDevice: true, requestors: {REF30: {integrations: {Cablevision: {authenticationTTL: 1h}}}}}"
        ).replacing("name: checked", with: follows ? "name: checked\nclock: follow" : "name: checked")
        let world = World(store: try World.state(of: WorldOrigin(text: text, source: "test")))
        try await RunningServer.serving(world) { server in
            var client = try await Client(server)
            if signsIn {
                #expect(try await client.signIn() == "appleSSO")
                if advances {
                    #expect(try await server.admin(.post, "/commands", #"{"advance": "1h"}"#).status == 204)
                }
                #expect(try await client.send(.get, "/api/v2/REF30/profiles").status == 200)
            }
            let lines = try await server.admin(.get, "/evidence/report.txt").text.split(separator: "\n").map(
                String.init)
            let expired = "by this clock: The appleSSO profile of 'Cablevision' expired at 2026-01-01T01:00:00Z."
            let told = "by this clock: POST /api/v2/REF30/profiles/sso/Apple told the end 2026-01-01T01:00:00Z."
            #expect(
                lines.filter { $0.hasPrefix("by this clock: ") }
                    == (signsIn && !follows ? (advances ? [expired] : []) + [told] : []))
            // A test that moves the clock knows that it is not that of the machine.
            #expect(lines.contains { $0.contains("clock: follow") } == (signsIn && !follows && !advances))
            // A client adds the time of the machine.
            #expect(!lines.contains { $0.hasPrefix("the clock of this machine") })
        }
    }

    /// What is set, the verdict of the attempt, the reason, and the cause; without a cause the client signs in.
    static let stops: [(set: String, verdict: String, reason: String, cause: String?)] = [
        ("none", "ok", "", nil), ("expired", "refused", "", "Cablevision has the SAML defect expired."),
        (
            "statusRequestDenied", "refused", "the provider is configured to refuse",
            "Cablevision has the SAML defect statusRequestDenied."
        ),
        (
            "statusNoPassive", "refused", "the provider is configured to refuse",
            "Cablevision has the SAML defect statusNoPassive."
        ),
        (
            "noResponse", "refused", "the provider is configured to send no SAML response",
            "Cablevision has the SAML defect noResponse."
        ),
    ]

    @Test("that the provider ends is not called a success, and says what ended it", arguments: stops.indices)
    func stopped(_ index: Int) async throws {
        let (defect, verdict, reason, cause) = Self.stops[index]
        try await Self.serving { server in
            let command = #"{"provider": {"id": "Cablevision", "set": {"defect": "\#(defect)"}}}"#
            #expect(try await server.admin(.post, "/commands", command).status == 204)
            var client = try await Client(server)
            let isSignedIn = try await client.signIn(givingUp: true) == "appleSSO"
            #expect(isSignedIn == (cause == nil))
            let flows = try await server.admin(.get, "/journal/flows").json()["flows"]?.elements ?? []
            let attempt = try #require(flows.last { $0["kind"] == "silentSignIn" })
            #expect(attempt["verdict"]?.string == verdict, "\(attempt)")
            #expect(attempt["cause"]?["sentence"]?.string == cause, "\(attempt)")
            if !reason.isEmpty { #expect(attempt["reason"]?.string == reason) }
            // What is failed at one door is failed at each.
            let page = try await server.admin(.get, "/evidence/report.html").text
            #expect(page.contains("none refused") == isSignedIn)
            let text = try await server.admin(.get, "/evidence/report.txt").text
            #expect(reason.isEmpty || text.contains(reason))
            #expect(text.contains("--- tvsim attempts ---") == !isSignedIn)
            if let cause {
                #expect(text.contains("Silent sign-in com.example.stream: refused: "), "\(text)")
                #expect(text.contains("; cause: \(cause)\n"))
            }
        }
    }

    @Test("is a success at every door if a fault only adds to its answers")
    func shapedAnswer() async throws {
        try await Self.serving { server in
            let fault = #"{"fault": {"at": "service.sessionsSSO", "headers": {"X-Added": "yes"}}}"#
            #expect(try await server.admin(.post, "/commands", fault).status == 204)
            var client = try await Client(server)
            #expect(try await client.signIn() == "appleSSO")
            let flows = try await server.admin(.get, "/journal/flows").json()["flows"]?.elements ?? []
            let attempts = flows.filter { $0["kind"] == "silentSignIn" }
            #expect(attempts.map { $0["verdict"] } == ["ok"] && attempts.allSatisfy { $0["cause"] == nil })
            #expect(try await server.admin(.get, "/evidence/report.html").text.contains("none refused"))
            let text = try await server.admin(.get, "/evidence/report.txt").text
            #expect(!text.contains("--- tvsim attempts ---") && text.contains("1 of service.sessionsSSO (headers)"))
            #expect(text.contains("all conditions of a silent sign-in hold now"), "\(text)")
            let explained = try await server.admin(.get, "/explain?call=setRequestor").json()
            #expect(explained["remedy"] == nil && explained["why"] == nil, "\(explained)")
        }
    }

    @Test(
        "hands over what the framework said, also of an account that has just ended; an older answer breaks the rule",
        arguments: [(["expireAccount"], [], "held"), ([], [#"{"advance": "31d"}"#], "broken")])
    func endedStatus(before: [String], after: [String], verdict: String) async throws {
        try await Self.serving { server in
            var client = try await Client(server)
            for command in before { _ = try await server.admin(.post, "/commands", "\"\(command)\"") }
            _ = try await client.ask()
            for command in after { _ = try await server.admin(.post, "/commands", command) }
            _ = try await client.send(.get, "/api/v2/REF30/profiles")
            let rules = try await server.admin(.get, "/rules").json()["rules"]?.elements ?? []
            let rule = try #require(rules.first { $0["id"] == "status-true" })
            #expect(rule["verdict"]?.string == verdict, "\(rule)")
        }
    }

    @Test("is in the report and in the archive with each of its requests once, and its answer")
    func evidence() async throws {
        try await Self.serving { server in
            var client = try await Client(server)
            _ = try await client.signIn()
            _ = try await client.send(.get, "/api/v2/REF30/profiles")
            let sent = [
                "POST /o/client/register 201", "POST /o/client/token 201", "POST /api/v2/REF30/sessions/sso/Apple 200",
                "POST /api/v2/REF30/profiles/sso/Apple 201", "GET /api/v2/REF30/profiles 200",
            ]
            let archive = try await server.admin(.get, "/evidence/requests.har").json()
            let entries = archive["log"]?["entries"]?.elements ?? []
            let kept = entries.map { entry -> String in
                let url = entry["request"]?["url"]?.string ?? ""
                let status: Int64 = if case .integer(let code)? = entry["response"]?["status"] { code } else { 0 }
                return
                    "\(entry["request"]?["method"]?.string ?? "") \(url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }) \(status)"
            }
            #expect(kept == sent)
            let page = try await server.admin(.get, "/evidence/report.html").text
            let steps = try #require(page.components(separatedBy: "<ol class=\"steps\">").last)
            let shown = steps.matches(
                of: /<summary><code>(\w+) http:(?:\/|&#x2F;)+[^\/&]+(.*?)<\/code> <span class="\w+">(\d+)</
            ).map {
                "\($0.1) \($0.2.replacing("&#x2F;", with: "/")) \($0.3)"
            }
            #expect(shown.sorted() == sent.sorted(), "\(shown)")
            #expect(steps.contains("<code>Silent sign-in com.example.stream</code>"))
        }
    }

    @Test(
        "is refused with the old status after the device has changed, and works with a new status",
        arguments: [
            (#"{"permission": "denied"}"#, "permission_access_not_granted", "access denied"),
            (#""resetPermission""#, "permission_access_not_determined", "access notDetermined"),
            (#""signOut""#, "provider_id_not_determined", "no provider"),
            (#"{"signIn": {"provider": "Dish", "as": "carol"}}"#, "provider_id_mismatch", "provider 'Dish'"),
            (#""expireAccount""#, "provider_info_expired", "until 2026-01-01T00:00:00Z"),
            (#"{"app": {"singleSignOnEntitlement": false}}"#, "permission_access_not_granted", "access restricted"),
        ])
    func oldStatus(_ command: String, _ code: String, _ told: String) async throws {
        try await Self.serving { server in
            var client = try await Client(server)
            _ = try await client.ask()
            #expect(try await client.send(.get, "/api/v2/REF30/profiles").status == 200)
            #expect(try await server.admin(.post, "/commands", command).status == 204)
            let refused = try await client.send(.get, "/api/v2/REF30/profiles")
            #expect(refused.status == 400)
            #expect(try refused.json()["code"]?.string == "invalid_header_pfs_\(code)")
            let reason = try server.world.simulation.journal.entries().map(\.text).last?.reason
            #expect(reason?.contains(told) == true, "\(reason ?? "")")
            _ = try await client.ask()
            #expect(try await client.send(.get, "/api/v2/REF30/profiles").status == 200)
        }
    }

    @Test("states the members that the header requires, for an account that never expires and without access")
    func requiredMembers() async throws {
        try await Self.serving { server in
            let app = #"{"signIn": {"provider": "Cablevision", "as": "alice", "expires": "never"}}"#
            #expect(try await server.admin(.post, "/commands", app).status == 204)
            var client = try await Client(server)
            let provider = { (text: String?) in
                try JSONText.value(String(decoding: Data(base64Encoded: text ?? "") ?? Data(), as: UTF8.self))
                    .members?["frameworkProviderInfo"]
            }
            _ = try await client.ask()
            #expect(
                try provider(client.headers[.frameworkStatus])
                    == ["id": "Cablevision", "expirationDate": "64092211200000"])
            // The service knows that the device would give no other date.
            #expect(try await client.send(.get, "/api/v2/REF30/profiles").status == 200)
            _ = try await client.ask(["includeAuthenticationExpirationDate": false])
            #expect(try provider(client.headers[.frameworkStatus]) == ["id": "Cablevision"])
            #expect(try await server.admin(.post, "/commands", #"{"permission": "denied"}"#).status == 204)
            _ = try await client.ask()
            #expect(try provider(client.headers[.frameworkStatus]) == [:])
        }
    }

    @Test("reports to the service what the framework answered, also without an account")
    func status() async throws {
        try await RunningServer.serving { server in
            var client = try await Client(server)
            func told() throws -> PartnerFrameworkStatus? {
                client.headers[.frameworkStatus].flatMap(PartnerFrameworkStatus.init(headerValue:))
            }
            _ = try await client.ask()
            #expect(try told()?.frameworkPermissionInfo?.accessStatus == .notDetermined)
            #expect(try told()?.frameworkPermissionInfo?.error?.code == "0")
            #expect(try told()?.frameworkProviderInfo == .init())
            #expect(try await server.admin(.post, "/commands", #"{"permission": "granted"}"#).status == 204)
            _ = try await client.ask()
            #expect(try told()?.frameworkPermissionInfo == .init(accessStatus: .granted))
            #expect(try told()?.frameworkProviderInfo?.error?.code == "4")
            #expect(try await client.signIn() == "pfs_fallback")
            let signIn = #"{"signIn": {"provider": "Cablevision", "as": "alice", "expires": "2026-01-31T00:00:00Z"}}"#
            #expect(try await server.admin(.post, "/commands", signIn).status == 204)
            _ = try await client.ask()
            #expect(try told()?.frameworkProviderInfo == .init(id: "Cablevision", expirationDate: "1769817600000"))
        }
    }
}
