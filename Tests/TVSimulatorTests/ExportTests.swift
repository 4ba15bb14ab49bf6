import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimulator

@Suite("An export")
struct ExportTests {
    static let profiles: [Profile] = {
        let paths = (try? ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")) ?? []
        return (try? ProfileFiles.profiles(in: paths)) ?? []
    }()

    @Test("of a world after many changes can be imported, and is then the same")
    func busyWorlds() async throws {
        #expect(Self.profiles.count > 10)
        for profile in Self.profiles {
            let store = MemoryStateStore()
            let world = World(store: store)
            try world.install(profile)
            _ = try await ProfileRunner().run(profile, in: world)
            try await check(store, profile.name)
        }
    }

    /// Commands with numbers as large as they take them.
    static let commands = [
        "fault: {at: service.logout, error: 503, after: 9223372036854775807, times: 9223372036854775807}",
        "fault: {at: service.token, adds: {a: -9223372036854775808, b: 9223372036854775807, c: 1.0e300}, times: 1}",
        "fault: {at: service.authorize, delay: 2m, headers: {x-a: b}, probability: 0.5, only: {mvpd: Cablevision}}",
        "fault: {at: service.register, status: 599, body: '', contentType: text/plain, times: 1, after: 3}",
        "provider: {id: Cablevision, set: {signInPage: {lockout: {after: 9223372036854775807, for: 36524d}}}}",
        "advance: 1d", "permission: denied", "permission: granted", "settings: {region: unsupported}",
        "viewer: {secondScreen: {as: alice, after: 36524d}}",
    ]

    @Test("of a world that commands, pages and requests have changed can be imported after each, and is then the same")
    func everyDoor() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: large numbers
                seed: 9223372036854775807
                providers:
                  Cablevision:
                    signInPage: {lockout: {after: 2, for: 10m}}
                    subscribers:
                      alice:
                        entitlements: [REF30]
                        attributes: {householdID: "123456789012345678901234567890", maxRating: '{"MPAA": 1e300}'}
                service:
                  throttling: {requestsPerSecond: 2147483647, burst: 2147483647}
                faults: [{at: service.logout, error: 503, after: 9223372036854775807}]

                """)
        let store = simulator.world.simulation.store
        try await check(store, "the profile")
        var app = try await PollingApp(simulator.world)
        app.headers.deviceInformation = DeviceInformation(members: [
            "model": "m", "osName": "iOS", "version": "1", "displayWidth": .integer(.max),
            "displayHeight": .integer(.min), "displayPpi": .number(1e300),
        ])
        try await app.begin()
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(try await browser.signIn(with: .init(name: "alice", password: "wrong")) == .stayed)
        #expect(try store.read { try $0.names(withPrefix: "provider/failures/") }.count == 1)
        try await check(store, "a wrong password")
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        _ = try await browser.signIn(with: .init(name: "alice", password: "secret"))
        #expect(try await app.poll() != nil)
        try await check(store, "a sign-in")
        for command in Self.commands {
            try simulator.perform(command)
            try await check(store, command)
            _ = try? await PollingApp(simulator.world, device: command)
            try await check(store, "a registration after \(command)")
        }
    }

    @Test("can contain an account whose provider no longer exists")
    func accountWithoutProvider() async throws {
        let store = MemoryStateStore()
        let world = World(store: store)
        try world.install(try #require(Self.profiles.first { $0.name == "granted, signed in" }))
        try store.write { try IdentityProviderDirectory.setProviders([], in: $0) }
        try await check(store, "an account without its provider")
    }

    /// What is changed in an export: a document, a way into it, and what stands there then.
    static let changes: [(document: String, path: [String], value: String, says: String)] = [
        ("clock", [], #"{"frozen": {"_0": 9223372036854775807}}"#, "'clock'"),
        ("clock", [], #"{"frozen": {"_0": 253402300800000}}"#, "'clock'"),
        ("clock", [], #"{"following": {"offset": 1e300}}"#, "'clock'"),
        ("clock", [], #"{"following": {"offset": 1e13}}"#, "'clock'"),
        ("identifiers", ["next"], "18446744073709551615", "'identifiers'"),
        ("service/configuration", ["accessTokenTTL"], "1", "accessTokenTTL"),
        ("service/configuration", ["accessTokenTTL"], #""99999999d""#, "accessTokenTTL"),
        (
            "service/configuration", ["requestors", "REF30", "integrations", "Cablevision", "authenticationTTL"],
            #""-1d""#, "requestors.REF30.integrations.Cablevision.authenticationTTL"
        ),
        (
            "service/configuration", ["requestors", "REF30", "certificate"], #""garbage""#,
            "requestors.REF30.certificate"
        ),
        ("service/configuration", ["partnerRequestID"], #""1 x""#, "partnerRequestID"),
        ("providers", ["Cablevision", "schemes"], "[]", "Cablevision.schemes"),
        ("providers", ["Cablevision", "bogus"], "1", "no key 'bogus'"),
        ("device/account", ["expires"], "9223372036854775807", "'device/account'"),
        ("device/account", ["expires"], "9007199254740993", "'device/account'"),
        ("faults", [], fault("service.logout", "timeout", times: "-1"), "'faults'"),
        ("faults", [], fault("service.logout", "timeout", times: "-9223372036854775808"), "'faults'"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""draws": -1"#), "draws"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""draws": 9223372036854775807"#), "draws"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""shape": {"delay": 1e16}"#), "shape.delay"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""shape": {"delay": "3m"}"#), "shape.delay"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""shape": {"status": 1000}"#), "shape.status"),
        ("faults", [], fault("service.logout", "timeout", times: "1", #""probability": 2"#), "probability"),
        ("provider/failures/00/11", [], #"{"count": -1, "end": 0}"#, "'count'"),
        (
            "service/throttle/00", [], #"{"first": 0, "second": 0, "requests": 9223372036854775807, "burst": 0}"#,
            "'requests'"
        ),
        ("service/registrations", [], "9223372036854775807", "'service/registrations'"),
        ("service/statements/00", [], "0", "'service/statements/00'"),
        ("faults", [], fault("bogus.op", "timeout", times: "1"), "'bogus.op'"),
        ("faults", [], fault("service.logout", "bogus", times: "1"), "'bogus'"),
        ("service/client/1", [], #"{"a": 1}"#, "'service/client/1'"),
        ("service/trial/1/2/trial/3", [], "5", "'service/trial/1/2/trial/3'"),
        ("service/session/ABCDEFG", [], #""x""#, "'service/session/ABCDEFG'"),
        ("service/assertion/1/2", [], "-9223372036854775808", "'service/assertion/1/2'"),
        ("provider/session/00/11", [], "true", "'provider/session/00/11'"),
        ("keychain/com.example.stream", [], "1", "'keychain/com.example.stream'"),
    ]

    private static func fault(
        _ operation: String, _ error: String, times: String, _ further: String? = nil
    ) -> String {
        let keys = #""operation": "\#(operation)", "error": "\#(error)", "after": 0, "times": \#(times)"#
        return #"{"faults": [{\#(keys)\#(further.map { ", " + $0 } ?? "")}]}"#
    }

    @Test("with invalid content is rejected with the name of the document", arguments: changes)
    func impossible(document: String, path: [String], value: String, says: String) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(value.utf8))
        let store = MemoryStateStore()
        try World(store: store).install(try #require(Self.profiles.first { $0.name == "granted, signed in" }))
        let export = try JSONValue(json: Data(try DeviceExport.of(store).whole.utf8))
        let changed = export.replacing((["documents", document] + path)[...], by: value)
        #expect(changed != export)
        do {
            _ = try DeviceDocument(Array(try JSONText.line(changed).utf8), source: "export")
            Issue.record("\(document) \(path) was taken")
        } catch let error as CommandError {
            #expect(error.code == .malformed && error.reason.contains(says), "\(error)")
        }
    }

    @Test("is indented as another writer of JSON indents it, with sorted keys")
    func layout() throws {
        let store = try World.state(of: .builtIn)
        try store.write { try $0.setEncodedValue(#"{"a":[],"b":{"c":[1,{"é":"\n\"/"}]},"d":{}}"#, named: "x/y") }
        let text = try DeviceExport.of(store).whole
        #expect(
            text.contains(
                """
                    "x/y" : {
                      "a" : [],
                      "b" : {
                        "c" : [
                          1,
                          {
                            "é" : "\\n\\"/"
                          }
                        ]
                      },
                      "d" : {}
                    }
                  },
                  "format" : "tvsim-device",
                  "version" : 1
                }

                """))
        #expect(text.hasPrefix("{\n  \"documents\" : {\n    \"clock\" : {\n"))
        #expect(
            try DeviceExport.of(MemoryStateStore()).whole
                == "{\n  \"documents\" : {},\n  \"format\" : \"tvsim-device\",\n  \"version\" : 1\n}\n")
    }

    @Test("of a large world is one state, in pieces of at most 64 KiB, while others write")
    func largeWorld() throws {
        let store = MemoryStateStore()
        let count = 3000
        @Sendable func name(_ number: Int) -> String { "large/\(10_000 + number)" }
        try store.write { state in
            for number in 0..<count {
                try state.setEncodedValue(#"{"text":"\#(String(repeating: "ä€𝄞", count: 100))"}"#, named: name(number))
            }
        }
        let expected = try store.read { try $0.documents() }
        let busy = BusyStore(base: store) { page in
            try store.write { state in
                // Removes a document that is read later, and adds one.
                try state.setValue(nil, for: StateKey<Int>(name(count - 1 - page)))
                try state.setEncodedValue("1", named: "large/new\(page)")
            }
        }
        let export = try DeviceExport.of(busy)
        #expect(export.length > 2 << 20)
        var pieces: [String] = []
        try export.forEachPiece { pieces.append($0) }
        #expect(pieces.allSatisfy { (1...(1 << 16)).contains($0.utf8.count) })
        #expect(pieces.reduce(0) { $0 + $1.utf8.count } == export.length)
        let read = try JSONValue(json: Data(pieces.joined().utf8))
        guard case .object(let members) = read, case .object(let documents)? = members["documents"] else {
            Issue.record("not an export")
            return
        }
        #expect(documents.count == count)
        for document in expected {
            #expect(try documents[document.name] == JSONValue(json: Data(document.json.utf8)), "\(document.name)")
        }
        #expect(try store.read { try $0.names(withPrefix: "large/new") }.count > 5)
    }

    private func check(_ store: any StateStore, _ name: String) async throws {
        let text = try DeviceExport.of(store).whole
        let copy = MemoryStateStore()
        do {
            try DeviceDocument(Array(text.utf8), source: "export").replace(contentsOf: copy)
        } catch {
            Issue.record("\(name): \(error)")
        }
        #expect(try DeviceExport.of(copy).whole == text, "\(name)")
    }
}

extension JSONValue {
    /// The value with another in a place within it.
    fileprivate func replacing(_ path: ArraySlice<String>, by value: JSONValue) -> JSONValue {
        guard let key = path.first else { return value }
        switch self {
        case .object(var members):
            members[key] = (members[key] ?? .null).replacing(path.dropFirst(), by: value)
            return .object(members)
        case .array(var values):
            guard let index = Int(key), values.indices.contains(index) else { return self }
            values[index] = values[index].replacing(path.dropFirst(), by: value)
            return .array(values)
        default: return self
        }
    }
}

/// A store that another client changes before each page of documents that a snapshot reads.
private struct BusyStore: StateStore {
    let base: any StateStore
    let change: @Sendable (Int) throws -> Void
    let waitsForOthers = false

    init(base: any StateStore, change: @escaping @Sendable (Int) throws -> Void) {
        (self.base, self.change) = (base, change)
    }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result { try base.read(body) }
    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result { try base.write(body) }
    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try base.consistently(reading: names, body)
    }
    func snapshot<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try base.snapshot { try body(Reading(base: $0, change: change)) }
    }

    private final class Reading: StateReading {
        let base: any StateReading
        let change: (Int) throws -> Void
        private var pages = 0

        init(base: any StateReading, change: @escaping (Int) throws -> Void) {
            (self.base, self.change) = (base, change)
        }

        func documents(after name: String, limit: Int) throws -> [StoredDocument] {
            try change(pages)
            pages += 1
            return try base.documents(after: name, limit: limit)
        }
        func value<Value>(for key: StateKey<Value>) throws -> Value? { try base.value(for: key) }
        func names(withPrefix prefix: String) throws -> [String] { try base.names(withPrefix: prefix) }
        func document(named name: String) throws -> StoredDocument? { try base.document(named: name) }
        func replacements() throws -> Int { try base.replacements() }
        func revision() throws -> Int { try base.revision() }
        var opening: Int { base.opening }
        func firstLine() throws -> Int? { try base.firstLine() }
        func log(from first: Int) throws -> [LogLine] { try base.log(from: first) }
    }
}
