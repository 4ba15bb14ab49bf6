import TestSupport
import Testing

@Suite("tvsim profile check", .waitsForPrograms)
struct ProfileCheckTests {
    @Test("reports each invalid file in one line, in order, and runs nothing")
    func everyFile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(
            "schema: 1\nname: good\nflow: [{setRequestor: REF30, expect: [setToken(X)]}]\n", to: "p/b.yaml")
        for name in ["a", "c"] { _ = try tool.write("schema: 1\nname: \(name)\nflwo: []\n", to: "p/\(name).yaml") }
        let line = "3:1: the profile has no key 'flwo'; did you mean 'flow'?"
        let folder = try tool.line("profile check p")
        #expect(folder.error == "tvsim: p/a.yaml:\(line)\ntvsim: p/c.yaml:\(line)\n")
        #expect(folder.output == "" && folder.status == 65)
        let missing = try tool.line("profile check p/a.yaml nowhere.yaml")
        #expect(missing.error == "tvsim: file 'nowhere.yaml' not found\n" && missing.status == 66)
        let good = try tool.line("profile check p/b.yaml")
        #expect(good.error + good.output == "" && good.status == 0)
    }
}
