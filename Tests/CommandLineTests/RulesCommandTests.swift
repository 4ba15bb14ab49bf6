import Foundation
import Testing

@Suite("The rules of clients on the command line")
struct RulesCommandTests {
    @Test(
        "lists the rules of a severity and of a part of an app, each in a line",
        arguments: [
            ([], "bearer", true), (["--severity", "recommended"], "bearer", false),
            (["--severity", "mandatory"], "bearer", true), (["--party", "framework"], "vsa-first", true),
            (["--party", "framework"], "bearer", false),
        ] as [([String], String, Bool)])
    func list(_ options: [String], _ rule: String, _ isListed: Bool) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(["rules", "list"] + options)
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").contains { $0.contains("  \(rule) ") } == isListed)
        let json = try tool.run(["rules", "list", "--format", "json"] + options).output
        #expect(json.hasPrefix("{\"rules\":[") && json.contains("\"id\":\"\(rule)\"") == isListed)
    }

    @Test("shows what exercises a rule and where it is written; an unknown one gets a suggestion")
    func show() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = try tool.run("rules", "show", "poll-gap")
        #expect(shown.output.contains("exercised by: The app polls a code twice."))
        #expect(shown.output.contains("https://experienceleague.adobe.com/"))
        #expect(try tool.run("rules", "show", "action-none").output.contains("\nchosen: "))
        let unknown = try tool.run("rules", "show", "pol-gap")
        #expect(unknown.status == 66 && unknown.error.contains("poll-gap"))
    }

    @Test(
        "says what to do with what cannot be judged",
        arguments: [
            ("journal.json", #"{"count": 0, "first": 0, "last": 0, "entries": []}"#, "kept.json", 65, "is a journal"),
            ("evidence.json", #"{"requests": []}"#, "kept.json", 65, "not the evidence of a world"),
            ("evidence.json", #"{"rules": {"rules": []}, "requests": []}"#, "kept.json", 65, "requests.har"),
            ("other.json", "{}", "folder", 66, "has no evidence.json"),
        ])
    func refusals(_ file: String, _ text: String, _ input: String, _ status: Int32, _ said: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = tool.home.appending(path: "kept")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = try tool.write(text, to: "kept/\(file)")
        let outcome = try tool.run("rules", "check", input == "folder" ? folder.path : path)
        #expect(outcome.status == status && outcome.error.contains(said), "\(outcome.error)")
    }

    @Test("looks through a folder without waiting for a named pipe")
    func namedPipe() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for folder in ["kept/pipe", "kept/file"] {
            try FileManager.default.createDirectory(
                at: tool.home.appending(path: folder), withIntermediateDirectories: true)
        }
        #expect(mkfifo(tool.home.appending(path: "kept/pipe/evidence.json").path, 0o600) == 0)
        let pipeOnly = try tool.run("rules", "check", tool.home.appending(path: "kept").path)
        #expect(pipeOnly.status == 66 && pipeOnly.error.contains("has no evidence.json"), "\(pipeOnly.error)")
        let path = try tool.write("{}", to: "kept/file/evidence.json")
        let both = try tool.run("rules", "check", tool.home.appending(path: "kept").path)
        #expect(both.status == 65 && both.error.contains("'\(path)' is not the evidence"), "\(both.error)")
        #expect(mkfifo(tool.home.appending(path: "kept/file/pipe.yaml").path, 0o600) == 0)
        let profiles = try tool.run("run", tool.home.appending(path: "kept/file").path)
        #expect(profiles.status == 66 && profiles.error.contains("no profiles"), "\(profiles.error)")
    }

    @Test("a mark is in the journal, and changes nothing else")
    func mark() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let before = try tool.run("device", "export", "-").output
        #expect(try tool.line("mark play --resource news").status == 0)
        #expect(try tool.run("device", "export", "-").output == before)
        #expect(try tool.line("journal show").output.contains(#"mark: done ({"event":"play","resource":"news"})"#))
        #expect(try tool.line("mark launch --resource news").status == 64)
        #expect(try tool.line("mark lunch").status == 64)
        #expect(try tool.line("mark waived --rule poll-gap --reason x").status == 0)
        let unknown = try tool.line("mark waived --rule pol-gap --reason x")
        #expect(unknown.status == 64 && unknown.error.contains("did you mean 'poll-gap'?"), "\(unknown.error)")
    }
}
