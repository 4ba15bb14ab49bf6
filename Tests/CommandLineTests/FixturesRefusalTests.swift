import Foundation
import TestSupport
import Testing

@Suite("Errors of tvsim fixtures", .waitsForPrograms)
struct FixturesRefusalTests {
    @Test("are one line with an exit status by kind, and leave no files")
    func refusals() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let full = tool.home.appending(path: "full").path
        let kept = try tool.write("mine\n", to: "full/notes.txt")
        let file = try tool.write("mine\n", to: "file")
        let strange = try tool.write("{}", to: "strange/manifest.json")
        _ = try tool.write("{", to: "broken/manifest.json")
        _ = try tool.write(
            #"{"schema":2,"generator":"tvsim","seed":0,"cases":[]}"#, to: "future/manifest.json")
        let home = tool.home.path
        let rows: [([String], Int32, String)] = [
            (["fixtures", "explain", "xsw33"], 66, "did you mean 'xsw3"),
            (["fixtures", "explain"], 64, "<name>"),
            (["fixtures", "explain", ""], 66, "unknown fixture ''"),
            (["fixtures", "generate"], 64, "--output"),
            (["fixtures", "generate", "--output", full], 73, "is not empty"),
            (["fixtures", "generate", "--output", file], 73, "is a file, not a folder"),
            (["fixtures", "generate", "--output", home + "/no/where"], 73, "cannot be written"),
            (["fixtures", "generate", "--output", "/proc/fixtures"], 73, "cannot be written"),
            (["fixtures", "generate", "--output", home + "/new", "honest", "expird"], 66, "did you mean 'expired'?"),
            (["fixtures", "generate", "--output", home + "/new", "--seed", "-1"], 64, "--seed"),
            (["fixtures", "verify"], 64, "<dir>"),
            (["fixtures", "verify", home + "/nowhere"], 66, "not found"),
            (["fixtures", "verify", file], 66, "not a folder of fixtures"),
            (["fixtures", "verify", full], 66, "contains no manifest.json"),
            (["fixtures", "verify", (strange as NSString).deletingLastPathComponent], 65, "invalid manifest"),
            (["fixtures", "verify", home + "/broken"], 65, "invalid manifest"),
            (["fixtures", "verify", home + "/future"], 65, "unsupported manifest version 2"),
            (["fixtures", "verify", full, "--format", "yaml"], 64, "--format"),
            (["fixtures", "lst"], 64, "lst"),
        ]
        for (arguments, status, word) in rows {
            let outcome = try tool.run(arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.error)")
            #expect(outcome.errorLines.count == 1 && outcome.output == "", "\(arguments): \(outcome.error)")
            #expect(
                outcome.error.hasPrefix("tvsim: ") && outcome.error.contains(word), "\(arguments): \(outcome.error)")
        }
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "mine\n")
        #expect(!FileManager.default.fileExists(atPath: home + "/new"))
        let left = try FileManager.default.contentsOfDirectory(atPath: home)
        #expect(left.allSatisfy { !$0.contains(".tmp") }, "\(left)")
    }

    @Test("reject a manifest with an unknown case, but not an empty folder")
    func edges() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = tool.home.appending(path: "set")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(try tool.run("fixtures", "generate", "--output", folder.path + "/", "honest").status == 0)
        let manifest = folder.appending(path: "manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try Data(text.replacingOccurrences(of: #""name" : "honest""#, with: #""name" : "later""#).utf8).write(
            to: manifest)
        let outcome = try tool.run("fixtures", "verify", folder.path)
        #expect(outcome.status == 65 && outcome.error.contains("unknown fixture 'later'"))
    }
}
