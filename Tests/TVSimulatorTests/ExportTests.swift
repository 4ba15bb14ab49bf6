import Foundation
import IdentityProvider
import ProgramSupport
import SavedDevices
import Scenario
import SimulatedDevice
import SimulatedWorld
import StateStorage
import StructuredText
import TestSupport
import Testing

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
        ("faults", [], fault("bogus.op", "timeout", times: "1"), "'bogus.op'"),
        ("faults", [], fault("service.logout", "bogus", times: "1"), "'bogus'"),
        ("service/client/1", [], #"{"a": 1}"#, "'service/client/1'"),
        ("service/trial/1/2/trial/3", [], "5", "'service/trial/1/2/trial/3'"),
        ("service/session/ABCDEFG", [], #""x""#, "'service/session/ABCDEFG'"),
        ("service/assertion/1/2", [], "-9223372036854775808", "'service/assertion/1/2'"),
        ("provider/session/00/11", [], "true", "'provider/session/00/11'"),
        ("keychain/com.example.stream", [], "1", "'keychain/com.example.stream'"),
    ]

    private static func fault(_ operation: String, _ error: String, times: String) -> String {
        #"{"faults": [{"operation": "\#(operation)", "error": "\#(error)", "after": 0, "times": \#(times)}]}"#
    }

    @Test("with invalid content is rejected with the name of the document", arguments: changes)
    func impossible(document: String, path: [String], value: String, says: String) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(value.utf8))
        let store = MemoryStateStore()
        try World(store: store).install(try #require(Self.profiles.first { $0.name == "granted, signed in" }))
        var export = try DeviceDocument(of: store)
        if path.isEmpty {
            export.documents[document] = SourceNode(value).content
        } else {
            let before = try #require(export.documents[document])
            export.documents[document] = SourceNode(before.json.replacing(path[...], by: value)).content
            #expect(export.documents[document] != before)
        }
        do {
            _ = try DeviceDocument(text: try export.text(), source: "export")
            Issue.record("\(document) \(path) was taken")
        } catch let error as CommandError {
            #expect(error.code == .malformed && error.reason.contains(says), "\(error)")
        }
    }

    @Test("that would exceed the limit of imports is rejected, with what to do")
    func tooLarge() throws {
        let document = try DeviceDocument(of: try World.state(of: .builtIn))
        let size = try document.text().utf8.count
        #expect(try document.text(upTo: size).utf8.count == size)
        let error = #expect(throws: CommandError.self) { try document.text(upTo: size - 1) }
        #expect(error?.code == .unwritable)
        #expect(error?.reason.contains("'tvsim device erase'") == true)
    }

    private func check(_ store: MemoryStateStore, _ name: String) async throws {
        let text = try DeviceDocument(of: store).text()
        let copy = MemoryStateStore()
        do {
            try DeviceDocument(text: text, source: "export").replace(contentsOf: copy)
        } catch {
            Issue.record("\(name): \(error)")
        }
        #expect(try DeviceDocument(of: copy).text() == text, "\(name)")
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
