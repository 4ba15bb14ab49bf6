import Foundation
import TVSimEntitlementService
import TestSupport
import Testing

/// Fixtures for the parties of a reader that is not the simulated service.
@Suite("tvsim fixtures for other parties", .waitsForPrograms)
struct OtherPartiesTests {
    private static let parties = [
        "--audience", "https://sp.example/metadata", "--recipient", "https://sp.example/acs?a=1&b=2", "--issuer",
        "https://idp.example", "--at", "2030-02-03T04:05:06Z",
    ]

    /// Returns the entries of a set's manifest by their names.
    private static func entries(_ tool: Tool, _ folder: String) throws -> [String: [String: Any]] {
        let data = try Data(contentsOf: tool.home.appending(path: "\(folder)/manifest.json"))
        let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let cases = try #require(manifest["cases"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: cases.compactMap { entry in
                (entry["name"] as? String).map { ($0, entry) }
            })
    }

    @Test("Fixtures are generated for the given parties and instant, and agree")
    func generated() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = tool.home.path + "/mine"
        let names = ["honest", "xsw3", "expiredCertificate", "logoutResponse", "logoutRequestOfStranger"]
        #expect(try tool.run(["fixtures", "generate", "--output", folder] + Self.parties + names).status == 0)
        let entries = try Self.entries(tool, "mine")
        let reader = try #require(entries["xsw3"]?["reader"] as? [String: Any])
        #expect(reader["audience"] as? String == "https://sp.example/metadata")
        #expect(reader["recipient"] as? String == "https://sp.example/acs?a=1&b=2")
        #expect(reader["issuer"] as? String == "https://idp.example")
        #expect(entries.values.allSatisfy { $0["instant"] as? String == "2030-02-03T04:05:06Z" })
        let files = entries.values.compactMap { $0["files"] as? [String: Any] }
        #expect(files.allSatisfy { $0["requests"] == nil && $0["profile"] == nil })
        let verified = try tool.run(["fixtures", "verify", folder, "--python", "no-python"])
        #expect(verified.status == 0 && verified.output.contains("5 cases, all agree"), "\(verified.output)")
    }

    @Test("A key of one's own signs them, and a changed file is still noticed")
    func ownKey() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let key = try tool.write(SimulationKeys.samlPrivateKey, to: "own.key")
        let folder = tool.home.path + "/signed"
        let names = [
            "honest", "wrongKey", "namesakeCertificate", "notYetValidCertificate", "encrypted", "logoutResponse",
        ]
        let made = try tool.run(
            ["fixtures", "generate", "--output", folder, "--private-key", key, "--at", "2030-02-03T04:05:06Z"] + names)
        #expect(made.status == 0, "\(made.error)")
        let verified = try tool.run(["fixtures", "verify", folder, "--python", "no-python"])
        #expect(verified.status == 0 && verified.output.contains("6 cases, all agree"), "\(verified.output)")
        let file = URL(fileURLWithPath: folder + "/wrongKey/response.b64")
        try (try String(contentsOf: file, encoding: .utf8) + "x").write(to: file, atomically: true, encoding: .utf8)
        let changed = try tool.run(["fixtures", "verify", folder, "--python", "no-python"])
        #expect(changed.status == 1 && changed.output.contains("wrongKey/response.b64 is missing or was modified"))
    }

    @Test("Without names, the set has every response and message but the recorded one")
    func everyCase() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = tool.home.path + "/all"
        #expect(try tool.run(["fixtures", "generate", "--output", folder] + Self.parties).status == 0)
        #expect(try Self.entries(tool, "all").count == 294)
        let verified = try tool.run(["fixtures", "verify", folder, "--python", "no-python"])
        #expect(verified.status == 0, "\(verified.output.suffix(2000))")
    }

    @Test(
        "A case about the simulated parties, an empty name and a file without a key are refused",
        arguments: [
            (["--issuer", "https://idp.example", "accessDenied"], 64, "accessDenied"),
            (["--issuer", "https://idp.example", "ecdsaSHA256"], 64, "recorded"),
            (["--audience", "", "honest"], 64, "--audience must not be empty"),
            (["--at", "soon", "honest"], 64, "soon"), (["--private-key", "/dev/null", "honest"], 65, "/dev/null"),
        ])
    func refused(_ arguments: [String], _ status: Int32, _ word: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(["fixtures", "generate", "--output", tool.home.path + "/none"] + arguments)
        #expect(outcome.status == status && outcome.error.contains(word), "\(outcome.status) \(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: tool.home.path + "/none"))
    }
}
