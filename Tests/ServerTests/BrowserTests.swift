import Foundation
import TVSimEntitlementAPI
import TVSimServer
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// Tests the sign-in on web pages with the Python library requests and Python's HTML parser.
@Suite("A browser at the MVPD's page", .waitsForPrograms)
struct BrowserProgramTests {
    /// Opens a page, fills in its forms, and prints the URL of the last redirect.
    static let script = """
        import sys, urllib.parse, html.parser, requests
        class Forms(html.parser.HTMLParser):
            def __init__(self, text):
                super().__init__(); self.action = None; self.fields = {}; self.labels = []; self.feed(text)
            def handle_starttag(self, tag, attributes):
                attributes = dict(attributes)
                if tag == "form": self.action = attributes["action"]; self.method = attributes["method"]
                if tag == "input" and attributes.get("type") == "hidden":
                    self.fields[attributes["name"]] = attributes["value"]
                if tag == "label": self.labels.append(attributes["for"])
        address, name, password, action = sys.argv[1:]
        session = requests.Session()
        page = session.get(address)
        assert page.status_code == 200, (page.status_code, page.text)
        assert "text/html" in page.headers["Content-Type"] and "frame-ancestors" in page.headers["Content-Security-Policy"]
        form = Forms(page.text)
        assert form.labels == ["username", "password"], form.labels
        form.fields.update(username=name, password=password, action=action)
        answer = session.post(urllib.parse.urljoin(page.url, form.action), data=form.fields)
        if "role=\\"alert\\"" in answer.text: print("refused"); sys.exit()
        form = Forms(answer.text)
        end = session.post(urllib.parse.urljoin(answer.url, form.action), data=form.fields, allow_redirects=False)
        print(end.status_code, end.headers.get("Location"), len(session.cookies))
        """

    static let worlds: [String?] = [nil, "one"]

    @Test("signs in, in the served world and in an isolated one by its path", arguments: worlds)
    func signsIn(world: String?) async throws {
        try await RunningServer.serving { server in
            let prefix = world.map { "/s/\($0)" } ?? ""
            let client = world.map { SocketClient(port: server.client.port, world: $0) } ?? server.client
            var headers = RequestHeaders(
                deviceIdentifier: .init(fingerprint: "d"),
                deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
            let statement = try server.world.softwareStatement(for: "com.example.stream")
            let registered = try #require(
                try await EntitlementCall<RegistrationResponse>.register(
                    .init(softwareStatement: statement), headers: headers
                ).send(over: client).success)
            headers.accessToken = try #require(
                try await EntitlementCall<TokenResponse>.token(
                    .init(clientID: registered.clientID, clientSecret: registered.clientSecret), headers: headers
                ).send(over: client).success?.accessToken)
            let session = try #require(
                try await EntitlementCall<SessionResponse>.session(
                    .init(mvpd: "Cablevision", domainName: "d", redirectURL: "https://app.example/done"), of: "REF30",
                    headers: headers
                ).send(over: client).success)
            let address = server.location.url + prefix + (session.url ?? "")
            func browse(_ arguments: String...) async throws -> String {
                // The server in this process needs the threads of the tasks, so this blocks another thread.
                try await withCheckedThrowingContinuation { done in
                    DispatchQueue.global().async {
                        done.resume(
                            with: Result {
                                let run = try Tool.run(Tool.python, ["-c", Self.script, address] + arguments)
                                return run.status == 0 ? run.output : run.error
                            })
                    }
                }
            }
            let poll = EntitlementCall<ProfilesResponse>.profile(
                ofCode: session.code ?? "", serviceProvider: "REF30", headers: headers)
            #expect(try await browse("alice", "wrong", "sign-in") == "refused\n")
            #expect(try await browse("alice", "", "cancel") == "302 https://app.example/done 0\n")
            #expect(try await poll.send(over: client).success?.profiles.isEmpty == true)
            #expect(try await browse("alice", "secret", "sign-in") == "302 https://app.example/done 1\n")
            #expect(try await poll.send(over: client).success?.profiles["Cablevision"]?.type == .regular)
        }
    }
}
