import Foundation
import TVSimCore
import TVSimDevice
import TVSimRuns
import TVSimSituations
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimScenario

@Suite("A profile whose situations a command enters")
struct SituatedProfileTests {
    private static let head = "schema: 1\nname: live\ndevice: {account: {provider: Cablevision, subscriber: alice}}\n"

    private static func read(_ text: String) throws -> SituatedProfile {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-situated-\(ProcessInfo.processInfo.globallyUniqueString).yaml").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try SituatedProfile(file: path)
    }

    @Test("has the situations of its matrix, and leads a world into each")
    func situations() async throws {
        let profile = try Self.read(Self.head + "matrix: {access: [denied, granted]}\n")
        #expect(profile.name == "live" && profile.situations == ["access=granted", "access=denied"])
        for (name, access) in [("access=denied", AccessPermission.denied), ("access=granted", .granted)] {
            let world = World(store: try World.state(of: profile.origin))
            let recorder = CoverageRecorder()
            let entered = try await CoverageRecorder.$current.withValue(recorder) {
                try await profile.lead(world, into: name, by: SimulatedSDK())
            }
            #expect(entered?.name == name && entered?.situation[.access] == access.rawValue)
            #expect(try world.device.permissions()["com.example.stream"] == access)
            // No client has seen the situation yet.
            #expect(recorder.visited.filter { $0.area == .cell }.isEmpty)
        }
        let world = World(store: try World.state(of: profile.origin))
        #expect(try await profile.lead(world, into: "access=restricted", by: SimulatedSDK()) == nil)
    }

    @Test("is one profile with a matrix, and its steps succeed")
    func refused() async throws {
        let two = Self.head + "matrix: {access: [denied]}\n---\n" + Self.head
        let several = #expect(throws: CommandError.self) { try Self.read(two) }
        #expect(several?.code == .malformed && several?.reason.contains("expected one profile, found 2") == true)
        let without = #expect(throws: SourceError.self) { try Self.read(Self.head) }
        #expect(without?.code == .missingKey && without?.reason == "the profile needs the key 'matrix'")
    }

    @Test("is led into a situation by its name only if the situation can exist")
    func named() throws {
        let profile = try #require(try ProfileDecoder.decode(text: Self.head, source: "live.yaml").first)
        #expect(try profile.preparation(named: "access=denied").name == "access=denied")
        #expect(try profile.preparation(named: "access=denied/account=signedOut").situation[.account] == "signedOut")
        #expect(throws: CommandError.self) { try profile.preparation(named: "nonsense") }
        #expect(throws: CommandError.self) { try profile.preparation(named: "access=denied/nonsense") }
        for (name, reason) in [("access=denid", "denid"), ("acces=denied", "acces")] {
            let error = #expect(throws: CommandError.self) { try profile.preparation(named: name) }
            #expect(error?.code == .malformed && error?.reason.contains(reason) == true && error?.suggestion != nil)
        }
    }

    @Test("leads into each situation by steps at the line of the matrix, which a failure names")
    func lines() throws {
        let text = Self.head + "flow: [{setRequestor: REF30}]\nmatrix: {access: [denied], platform: [tvOS]}\n"
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "live.yaml").first)
        let steps = try #require(try profile.preparations().first).steps
        #expect(!steps.isEmpty && steps.allSatisfy { $0.line == 5 })
        #expect(try profile.situations().first?.flow.map(\.line) == steps.map(\.line) + [4])
    }

    @Test("does not enter a situation whose steps fail in the world, and says which one")
    func failing() async throws {
        let profile = try #require(try ProfileDecoder.decode(text: Self.head, source: "live.yaml").first)
        let preparation = try profile.preparation(named: "account=signedIn")
        // Another world does not have the provider of the steps.
        let other = try WorldOrigin(
            text: "schema: 1\nname: other\nproviders: {Dish: {subscribers: {carol: {}}}}\n", source: "a test")
        let world = World(store: try World.state(of: other))
        let error = await #expect(throws: CommandError.self) {
            try await SimulatedSDK().lead(world, into: preparation, of: profile)
        }
        #expect(error?.code == .invalid)
        #expect(error?.reason.hasPrefix("the situation 'account=signedIn' cannot be entered: ") == true)
        #expect(error?.reason.contains("Cablevision") == true, "\(error?.reason ?? "")")
    }
}
