import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing

@testable import TVSimSSOBridge

/// What the bridge sends to the service, and what it keeps of it on the device.
@Suite("The bridge's client")
struct BridgeTests {
    @Test(
        "collapses white space before Base64, trims the ends, and leaves the rest as it came",
        arguments: [
            ("<a>\n  <b/>\t \r\n</a>\n", "<a> <b/> </a>"), (" \t<a/> \n ", "<a/>"), ("<a/>", "<a/>"), ("", ""),
            ("\n \n", ""), ("<a b=\"1\n2\"/>", "<a b=\"12\"/>"),
            ("<\u{E9}>\u{A0} \u{A0}</\u{E9}>", "<\u{E9}>\u{A0} \u{A0}</\u{E9}>"),
        ])
    func whiteSpace(_ response: String, _ carried: String) {
        #expect(SAMLResponseEncoding.encode(response) == Data(carried.utf8).base64EncodedString())
    }

    @Test(
        "knows whether the service receives other white space than the provider sent",
        arguments: [
            ("<a>\n<b/></a>", true), ("<a  b=\"1\"/>", true), ("<a>\t</a>", true), ("<a>1\r\n2</a>", true),
            ("<a><b/></a>", false), (" \n<a><b/></a>\r\n", false), ("<a b=\"1\"> </a>", false), ("", false),
        ])
    func changes(_ response: String, _ isChanged: Bool) {
        #expect(SAMLResponseEncoding.changes(response) == isChanged)
    }

    @Test("an app's storage that became empty equals one that was never used")
    func emptyKeychain() throws {
        let device = try Simulator(profile: "schema: 1\nname: keychain\n").world.device
        func kept() throws -> [String] {
            try device.simulation.store.read { try $0.names(withPrefix: "").filter { $0.contains("keychain") } }
        }
        try device.updateKeychainItem(named: "a", of: "com.example.stream") { _ in "1" }
        try device.updateKeychainItem(named: "b", of: "com.example.stream") { _ in "2" }
        try device.updateKeychainItem(named: "a", of: "com.example.stream") { _ in nil }
        #expect(try kept().count == 1)
        #expect(try device.keychainItem("b", of: "com.example.stream") == "2")
        try device.updateKeychainItem(named: "b", of: "com.example.stream") { _ in nil }
        #expect(try kept() == [])
    }

    /// A way to the service on which something else may happen before a request.
    private final class InterruptedWay: EntitlementTransport {
        private let way: WorldTransport
        private let interruption: Locked<(@Sendable () async -> Void)?> = Locked(nil)

        init(_ world: World) {
            way = WorldTransport(world)
        }

        /// Has something happen once, before the next access token is asked for.
        func interrupt(_ body: @escaping @Sendable () async -> Void) { interruption.withLockedValue { $0 = body } }

        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            if request.path == Endpoint.token.template {
                let interrupting = interruption.withLockedValue { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                await interrupting?()
            }
            return try await way.send(request, body: body)
        }
    }

    @Test("a registration that another one replaced while its token was renewed does not come back")
    func replacedRegistration() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: registrations\n")
        let world = simulator.world
        let app = RunningApp(device: world.device, bundleID: "com.example.stream")
        let way = InterruptedWay(world)
        func client(_ name: String) throws -> EntitlementClient {
            EntitlementClient(app: app, softwareStatement: try world.softwareStatement(for: name), transport: way)
        }
        @Sendable func ask(_ client: EntitlementClient) async throws {
            _ = try await client.send { .configuration(of: "REF30", profile: nil, headers: $0) }
        }
        let (former, present, later) = (try client("former"), try client("present"), try client("present"))
        try await ask(former)
        try simulator.perform("advance: 2d")
        way.interrupt { try? await ask(present) }
        try await ask(former)
        try await ask(later)
        let registrations = try simulator.journal().filter { $0.contains("POST /o/client/register: ") }
        #expect(registrations.count == 2)
    }

    @Test("registers again, once, if the service does not know the client, and never in another app's name")
    func unknownClient() async throws {
        let profile = "schema: 1\nname: registrations\n"
        let known = try Simulator(profile: profile)
        let app = RunningApp(device: known.world.device, bundleID: "com.example.stream")
        let statement = try known.softwareStatement()
        func ask(_ simulator: Simulator, _ statement: String?) async throws {
            let client = EntitlementClient(
                app: app, softwareStatement: statement, transport: WorldTransport(simulator.world))
            _ = try await client.send { .configuration(of: "REF30", profile: nil, headers: $0) }
        }
        try await ask(known, statement)
        // The same address, as after a restart that kept nothing: the access token is good, its client unknown. Equal seeds
        // draw equal clients, others do not.
        for seed in [1, 7] {
            let restarted = try Simulator(profile: profile + "seed: \(seed)\n")
            await #expect(throws: ClientFailure.noAccessToken("invalid_client")) { try await ask(restarted, nil) }
            try await ask(restarted, statement)
            try await ask(restarted, statement)
            let registrations = try restarted.journal().filter { $0.contains("POST /o/client/register: ") }
            #expect(registrations.count == 1)
        }
    }

    @Test("does not register a third time if the service does not know the clients that it registers")
    func neverKnown() async throws {
        let simulator = try Simulator(
            profile: "schema: 1\nname: x\nfaults: [{at: service.token, error: invalid_client}]\n")
        let client = EntitlementClient(
            app: RunningApp(device: simulator.world.device, bundleID: "com.example.stream"),
            softwareStatement: try simulator.softwareStatement(), transport: WorldTransport(simulator.world))
        await #expect(throws: ClientFailure.noAccessToken("invalid_client")) {
            _ = try await client.send { .configuration(of: "REF30", profile: nil, headers: $0) }
        }
        let registrations = try simulator.journal().filter { $0.contains("POST /o/client/register: ") }
        #expect(registrations.count == 2)
    }

    @Test("keeps the same bytes in equal worlds")
    func equalBytes() async throws {
        func kept() async throws -> String? {
            let simulator = try Simulator(profile: "schema: 1\nname: x\n")
            let client = EntitlementClient(
                app: RunningApp(device: simulator.world.device, bundleID: "com.example.stream"),
                softwareStatement: try simulator.softwareStatement(), transport: WorldTransport(simulator.world))
            _ = try await client.send { .configuration(of: "REF30", profile: nil, headers: $0) }
            return try simulator.world.device.keychainItem("EntitlementClient", of: "com.example.stream")
        }
        // Keys in an order of chance agree now and then, not nine times.
        let first = try #require(try await kept())
        for _ in 0..<8 { #expect(try await kept() == first) }
    }
}
