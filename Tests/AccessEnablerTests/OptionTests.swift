import AccessEnabler
import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// What an app has every request carry.
@Suite("The SDK's options and data")
struct OptionTests {
    /// Notes what each request says, and passes it on.
    final class Watch: EntitlementTransport {
        let world: World
        let statement: String
        let requests = Locked<[HTTPRequest]>([])
        private let held = Locked<(count: Int, waiting: [Awaited<Void>])>((0, []))

        init(_ world: World) throws {
            self.world = world
            statement = try world.softwareStatement(for: "com.example.stream")
        }

        /// Lets the next registrations wait for each other.
        func holdRegistrations(_ count: Int) { held.withLockedValue { $0.count = count } }

        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            requests.withLockedValue { $0.append(request) }
            if request.path == "/o/client/register" { await meetOthers() }
            return try await WorldTransport(world).send(request, body: body)
        }

        private func meetOthers() async {
            await awaiting("other registration") { continuation in
                let ready = held.withLockedValue { held in
                    held.waiting.append(continuation)
                    guard held.waiting.count >= held.count else { return [Awaited<Void>]() }
                    defer { held = (0, []) }
                    return held.waiting
                }
                for other in ready { other.resume() }
            }
        }
    }

    /// The claims of an access token.
    struct JWTBody: Decodable {
        let sub: String

        init(bearer: String) throws {
            let part = bearer.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
            let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
            self = try JSONDecoder().decode(Self.self, from: #require(Data(base64Encoded: String(padded))))
        }
    }

    static func app(_ profile: String) async throws -> (TestApp, Watch) {
        let world = World(store: MemoryStateStore())
        try world.install(try ProfileDecoder.decode(text: profile, source: "test")[0])
        let watch = try Watch(world)
        let app = await world.run(as: "com.example.stream", over: watch) {
            TestApp(AccessEnabler(watch.statement))
        }
        return (app, watch)
    }

    @Test(
        "go out with every request, from the call on that set them",
        .proves("setOptions", "visitorID", "device_info"))
    func options() async throws {
        let (app, watch) = try await Self.app(PreauthorizeTests.signedIn)
        app.enabler.setOptions([
            "visitorID": "92387", "device_info": "eyJtb2RlbCI6IlRWIiwib3NOYW1lIjoiaU9TIn0=", "unknown": 1,
        ])
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthorization("REF30")
        #expect(await app.next(2) == ["setRequestorComplete 1", "setToken REF30"])
        let requests = watch.requests.withLockedValue { $0 }
        let visitor = try #require(HTTPField.Name("AP-Visitor-Identifier"))
        let device = try #require(HTTPField.Name("X-Device-Info"))
        #expect(requests.count == 6)
        for request in requests {
            #expect(request.headerFields[visitor] == "92387", "\(request.path ?? "")")
            #expect(request.headerFields[device] == "eyJtb2RlbCI6IlRWIiwib3NOYW1lIjoiaU9TIn0=", "\(request.path ?? "")")
        }
        #expect(requests.contains { $0.path == "/api/v2/REF30/configuration" })

        app.enabler.setOptions([:])
        app.enabler.checkAuthorization("REF30")
        #expect(await app.next(1) == ["setToken REF30"])
        let last = try #require(watch.requests.withLockedValue { $0.last })
        #expect(last.headerFields[visitor] == nil)
        #expect(last.headerFields[device] != "eyJtb2RlbCI6IlRWIiwib3NOYW1lIjoiaU9TIn0=")
    }

    /// Observed: `UIDevice.systemName`, which the vendor's snippet sends, is `iPadOS` on an iPad (Differences, S-56).
    @Test(
        "describe the device as the vendor's snippet does on it",
        arguments: [("iOS", "MobilePhone"), ("iPadOS", "Tablet"), ("tvOS", "SetTopBox")])
    func deviceInformation(osName: String, hardware: String) async throws {
        let (app, watch) = try await Self.app(
            PreauthorizeTests.signedIn.replacing("device:", with: "device:\n  platform: \(osName)"))
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let field = try #require(HTTPField.Name("X-Device-Info"))
        let header = watch.requests.withLockedValue { $0.compactMap { $0.headerFields[field] }.last } ?? ""
        let information = try #require(DeviceInformation(headerValue: header))
        #expect(information.members["osName"] == .string(osName))
        #expect(information.members["primaryHardwareType"] == .string(hardware))
    }

    @Test(
        "name the variant of the configuration only in the request for it", .proves("applicationProfile")
    )
    func applicationProfile() async throws {
        let (app, watch) = try await Self.app(PreauthorizeTests.signedIn)
        app.enabler.setOptions(["applicationProfile": "qa"])
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthorization("REF30")
        #expect(await app.next(2) == ["setRequestorComplete 1", "setToken REF30"])
        let naming = watch.requests.withLockedValue { $0 }.filter { request in
            "\(request)".contains("qa") || request.headerFields.contains { $0.value == "qa" }
        }
        #expect(naming.map(\.path) == ["/api/v2/REF30/configuration?profile=qa"])
    }

    @Test("go out with requests in the name of the app that obtained the token, too")
    func optionsInAnothersName() async throws {
        let profile = PreauthorizeTests.signedIn.replacing(
            "apps: {", with: "apps: {com.example.news: {access: granted}, ")
        let (app, watch) = try await Self.app(profile)
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let other = await watch.world.run(as: "com.example.news", over: watch) {
            TestApp(AccessEnabler(watch.statement))
        }
        other.enabler.setOptions(["visitorID": "92387"])
        other.enabler.setRequestor("REF30")
        other.enabler.checkAuthorization("REF30")
        #expect(await other.next(2) == ["setRequestorComplete 1", "setToken REF30"])
        let last = try #require(watch.requests.withLockedValue { $0.last })
        #expect(last.path == "/api/v2/REF30/decisions/authorize/Cablevision")
        #expect(last.headerFields[try #require(HTTPField.Name("AP-Visitor-Identifier"))] == "92387")
    }

    @Test(
        "register an app once with its software statement, even if it creates several enablers at the same time",
        .proves("init(softwareStatement)"))
    func onceRegistered() async throws {
        let (first, watch) = try await Self.app(PreauthorizeTests.signedIn)
        let others = await watch.world.run(as: "com.example.stream", over: watch) {
            (0..<4).map { _ in TestApp(AccessEnabler(watch.statement)) }
        }
        // All ask before any is answered: each registers, and what is kept first is everybody's.
        watch.holdRegistrations(5)
        for app in [first] + others { app.enabler.setRequestor("REF30") }
        for app in [first] + others { #expect(await app.next(1) == ["setRequestorComplete 1"]) }
        let tokens = watch.requests.withLockedValue { requests in
            Set(requests.filter { $0.path?.hasPrefix("/api/") == true }.compactMap { $0.headerFields[.authorization] })
        }
        let clients = try Set(tokens.map { try JWTBody(bearer: $0).sub })
        #expect(clients.count == 1)
        // Whoever comes later finds that registration, and the profile that was obtained by it.
        for app in [first] + others {
            app.enabler.checkAuthorization("REF30")
            #expect(await app.next(1) == ["setToken REF30"])
        }
    }

    @Test(
        "send the user of a promotional pass, at authentication and authorization",
        .proves("checkAuthorization(withData)", "getAuthorization(withData)", "getAuthentication(withData)"))
    func data() async throws {
        let (app, watch) = try await Self.app(
            """
            schema: 1
            name: promotion
            service:
              requestors: {REF30: {integrations: {Promotion: {provider: null, tempPass: {duration: 1h, resources: 5}}}}}
            """)
        app.enabler.setRequestor("REF30")
        app.enabler.getAuthorization("A", withData: ["email": "a@b.example"])
        #expect(await app.next(2) == ["setRequestorComplete 1", "displayProviderDialog 1"])
        app.enabler.setSelectedProvider("Promotion")
        #expect(await app.next(4) == ["status N011", "setAuthenticationStatus 1 ", "status Z011", "setToken A"])
        app.enabler.checkAuthorization("B", withData: ["email": "a@b.example"])
        #expect(await app.next(2) == ["status Z011", "setToken B"])
        let name = try #require(HTTPField.Name("AP-TempPass-Identity"))
        let told = watch.requests.withLockedValue { $0 }.filter { $0.headerFields[name] != nil }.map { $0.path ?? "" }
        #expect(
            told == [
                "/api/v2/REF30/profiles/Promotion", "/api/v2/REF30/decisions/authorize/Promotion",
                "/api/v2/REF30/decisions/authorize/Promotion",
            ])
    }

    @Test(
        "mean one service by all of the vendor's hosts, as apps write them", .proves("setRequestor(serviceProviders)"))
    func vendorsHosts() async throws {
        let (app, watch) = try await Self.app(PreauthorizeTests.signedIn)
        app.enabler.setRequestor(
            "REF30",
            serviceProviders: [
                "sp.auth-staging.adobe.com/adobe-services", "https://sp.auth.adobe.com/adobe-services/",
                URL(string: "https://api.auth.adobe.com") as Any, "sp-prequal.auth.adobe.com",
                "sp-prequal.auth-staging.adobe.com/adobe-services",
            ])
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let asked = watch.requests.withLockedValue { $0 }.filter { $0.path?.hasSuffix("/configuration") == true }
        #expect(asked.count == 1)
    }

    @Test(
        "wait for setRequestor, and follow it in their order",
        .proves("calls that wait for setRequestor", "getAuthentication(withData, andFilter)"))
    func waitingCalls() async throws {
        let (app, _) = try await Self.app(PreauthorizeTests.signedIn)
        app.enabler.getSelectedProvider()
        app.enabler.getAuthentication(true, withData: [:], andFilter: [TV_PROVIDERS: ["Cablevision"]])
        app.enabler.checkPreauthorizedResources(["REF30"])
        app.enabler.getMetadata([METADATA_OPCODE_KEY: 77])
        app.enabler.checkAuthorization("REF30")
        app.enabler.logout()
        app.enabler.setRequestor("REF30")
        #expect(
            await app.next(8) == [
                "setRequestorComplete 1", "selectedProvider Cablevision", "setAuthenticationStatus 1 ",
                "preauthorizedResources [\"REF30\"]", "setMetadataStatus nil 255", "setToken REF30", "status VSA203",
                "navigate https://api.auth.adobe.com/adobe-services/logout?noflash=true&mso_id=Cablevision"
                    + "&requestor_id=REF30&redirect_url=adobepass%3A%2F%2Fios.app",
            ])
    }
}
