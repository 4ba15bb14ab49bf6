import Foundation
import TVSimFixtures
import TVSimLiveParty
import TVSimSAML
import TVSimStructuredText
import Testing

/// Keys of one's own are new, private, and end.
struct LiveKeysTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Runs an action with the path of a folder that does not exist yet.
    private static func withFolder(_ action: (String) throws -> Void) throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "live-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try action(home.appending(path: "keys").path)
    }

    /// Runs an action with new keys.
    static func withKeys<Value>(_ action: (LiveKeys) throws -> Value) throws -> Value {
        var value: Value?
        try withFolder { value = try action(try LiveKeys.create(in: $0, at: now)) }
        return try #require(value)
    }

    /// Returns the service provider that new keys play, with a short name.
    static func party() throws -> OurServiceProvider {
        try withKeys { keys in
            let made = try keys.serviceProvider()
            return OurServiceProvider(name: "1", identity: made.identity, impostor: made.impostor)
        }
    }

    @Test("A folder has new keys, which only its owner can read, and which end after 30 days")
    func created() throws {
        try Self.withFolder { folder in
            let made = try LiveKeys.create(in: folder, at: Self.now)
            let read = try LiveKeys.read(folder, at: Self.now)
            #expect(read.entityID == made.entityID && read.fingerprint == made.fingerprint)
            #expect(made.notValidAfter == Self.now + 30 * 86_400)
            for name in ["identity-provider.key", "impostor.key"] {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            let metadata = try String(contentsOfFile: "\(folder)/metadata.xml", encoding: .utf8)
            #expect(metadata == made.metadata && metadata.contains(made.entityID))
            let ours = try String(contentsOfFile: "\(folder)/service-provider.xml", encoding: .utf8)
            #expect(ours.contains(try read.serviceProvider().entityID) && ours.contains("SPSSODescriptor"))
            try Self.withFolder { other in
                let second = try LiveKeys.create(in: other, at: Self.now)
                #expect(second.entityID != made.entityID)
            }
        }
    }

    @Test("A response that the keys sign is valid for them")
    func signs() throws {
        try Self.withFolder { folder in
            let keys = try LiveKeys.create(in: folder, at: Self.now)
            var parties = FixtureParties()
            (parties.issuer, parties.keys, parties.instant) = (keys.entityID, keys.keys, Self.now)
            let honest = try #require(LiveFixture["honest"])
            #expect(try honest.isAsExpected(honest.make(for: parties), for: parties))
        }
    }

    @Test("Keys that have ended, and keys that others can read, are refused")
    func refused() throws {
        try Self.withFolder { folder in
            let keys = try LiveKeys.create(in: folder, at: Self.now)
            #expect(throws: CommandError.self) { try LiveKeys.read(folder, at: keys.notValidAfter + 1) }
            #expect(throws: CommandError.self) { try LiveKeys.create(in: folder, at: Self.now) }
            chmod("\(folder)/identity-provider.key", 0o644)
            #expect(throws: CommandError.self) { try LiveKeys.read(folder, at: Self.now) }
        }
    }

    @Test("Removing keys leaves files of others")
    func removed() throws {
        try Self.withFolder { folder in
            _ = try LiveKeys.create(in: folder, at: Self.now)
            try Data().write(to: URL(fileURLWithPath: folder + "/notes.txt"))
            try LiveKeys.remove(folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["notes.txt"])
            #expect(throws: CommandError.self) { try LiveKeys.remove(folder) }
        }
    }
}
