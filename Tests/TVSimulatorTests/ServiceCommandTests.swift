import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// Changes of the service and its parties in a running world.
@Suite struct ServiceCommandTests {
    @Test("the service, a requestor and an integration change in one command, and the rest stays")
    func service() throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        let before = try simulator.world.service.configuration()
        try simulator.perform(
            "service: {accessTokenTTL: 1h, requestors: {REF30: {domains: [example.com], "
                + "integrations: {Dish: {enabled: false}}}}}")
        let after = try simulator.world.service.configuration()
        #expect(after.accessTokenTTL == 3_600)
        #expect(after.requestor("REF30")?.domains == ["example.com"])
        #expect(after.requestor("REF30")?.integration("Dish")?.enabled == false)
        #expect(
            after.requestor("REF30")?.integrations.map(\.name) == before.requestor("REF30")?.integrations.map(\.name))
    }

    @Test("a new MVPD is added in a running world, and a user signs in with it")
    func newMVPD() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        var app = try await PollingApp(simulator.world)
        try simulator.perform("addProvider: {id: Acme, set: {subscribers: {alice: {entitlements: [REF30]}}}}")
        try simulator.perform("service: {requestors: {REF30: {integrations: {Acme: {}}}}}")
        try await app.begin(mvpd: "Acme")
        try await app.signIn()
        #expect(try await app.poll(mvpd: "Acme")?.type == .regular)
        #expect(try await app.decide(mvpd: "Acme").authorized)
    }

    @Test("a new MVPD and its provider find each other in either order", arguments: [false, true])
    func printedOrder(providerFirst: Bool) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        var app = try await PollingApp(simulator.world)
        let commands = [
            "service: {requestors: {REF30: {integrations: {Acme: {}, Other: {provider: null}}}}}",
            "addProvider: {id: Acme, set: {subscribers: {alice: {entitlements: [REF30]}}}}",
        ]
        for command in providerFirst ? commands.reversed() : commands { try simulator.perform(command) }
        let requestor = try simulator.world.service.configuration().requestor("REF30")
        #expect(requestor?.integration("Acme")?.provider == "Acme")
        #expect(requestor?.integration("Other") != nil && requestor?.integration("Other")?.provider == nil)
        try await app.begin(mvpd: "Acme")
        try await app.signIn()
        #expect(try await app.poll(mvpd: "Acme")?.type == .regular)
    }

    @Test("a new temporary pass has no provider, and is watched with until its time is over")
    func newPass() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        try simulator.perform("service: {requestors: {REF30: {integrations: {Dishes: {tempPass: {duration: 10m}}}}}}")
        let app = try await PollingApp(simulator.world)
        #expect(try simulator.world.service.configuration().requestor("REF30")?.integration("Dishes")?.provider == nil)
        #expect(try await app.profile(mvpd: "Dishes")?.type == .temporary)
        #expect(try await app.decide(mvpd: "Dishes").source == .temppass)
        try simulator.perform("advance: 10m")
        #expect(try await app.decide(mvpd: "Dishes").authorized == false)
    }

    @Test("a new requestor is served", arguments: ["REF31"])
    func newRequestor(id: RequestorID) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        try simulator.perform("service: {requestors: {Channel9: {integrations: {Dish: {}}}}}")
        let app = try await PollingApp(simulator.world, requestor: "Channel9")
        let configuration = try await app.send(.configuration(of: "Channel9", headers: app.headers)).required()
        #expect(configuration.requestor.mvpds.map(\.id) == ["Dish"])
    }

    @Test(
        "a name that is probably misspelt is refused when it is set, and nothing changes",
        arguments: [
            ("service: {requestors: {REF3O: {domains: [a.b]}}}", "did you mean 'REF30'"),
            ("service: {accessTokenTTL: 1h, requestors: {REF30: {integrations: {Cablevison: {}}}}}", "'Cablevision'"),
            ("service: {requestors: {REF30: {integrations: {Acme: {provider: Acme}}}}}", "unknown provider 'Acme'"),
            ("service: {requestors: {REF30: {integrations: {Mediacon: {}}}}}", "write 'provider: null'"),
            ("addProvider: {id: Dish}", "the provider 'Dish' exists"),
            ("service: {throtling: documented}", "throttling"),
        ])
    func refused(command: String, reason: String) throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        let error = try #require(throws: (any Error).self) { try simulator.perform(command) }
        #expect("\(error)".contains(reason), "\(error)")
        #expect(try simulator.world.service.configuration().accessTokenTTL == 21_600)
    }

    @Test("the public key of media tokens is served as a key set and in PEM")
    func keys() async throws {
        let world = try PollingApp.world()
        func get(_ path: String) throws -> Data {
            let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: path)
            let (response, body) = try world.respond(to: request, body: Data())
            try #require(response.status == .ok)
            return body
        }
        let set = try JSONDecoder().decode(JSONWebKeySet.self, from: try get("/keys/media-token.json"))
        let key = try #require(set.keys.first)
        func octets(_ text: String) -> Data {
            let padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            return Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)) ?? Data()
        }
        let pem = String(decoding: try get("/keys/media-token.pem"), as: UTF8.self)
        let der =
            Data(
                base64Encoded: pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()) ?? Data()
        #expect(octets(key.n).count == 256 && octets(key.e) == Data([1, 0, 1]))
        #expect(der.range(of: octets(key.n)) != nil)
        #expect(key.kty == "RSA" && key.alg == "RS256")
    }
}
