import Foundation
import TestSupport
import Testing

@Suite("An import of a large state", .waitsForPrograms)
struct ImportMemoryProgramTests {
    @Test("takes at most four times the memory of its file, and refuses more documents than such a file really has")
    func memory() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let export = try tool.line("device export -").output
        /// Writes a state with documents of a length, and returns its size.
        func write(_ documents: Int, of length: Int) throws -> Int {
            let value = String(repeating: "x", count: length)
            let added = (1...documents).map { #""service/trial/\#($0)":"\#(value)","# }.joined()
            let text = export.replacing("\"documents\" : {", with: "\"documents\" : {\(added)")
            _ = try tool.write(text, to: "state.json")
            return text.utf8.count
        }
        let server = try Serving(tool, ["--profile", tool.write("schema: 1\nname: empty\n", to: "empty.yaml")])
        func put() throws -> (answer: String, peak: Int) {
            let answer = try tool.shell(
                "curl -s -w '%{http_code}' -T state.json '\(server.location.admin)/state'", in: tool.home)
            let status = try String(
                contentsOfFile: "/proc/\(server.started.process.processIdentifier)/status", encoding: .utf8)
            let peak = try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)?.output.1)
            return (answer, try #require(Int(peak)) * 1024)
        }
        _ = try write(1, of: 1)
        let before = try put().peak
        let size = try write(30_000, of: 300)
        let (answer, peak) = try put()
        #expect(answer == "204" && peak - before <= 4 * size, "\(peak - before) bytes for \(size)")
        let many = try write(110_000, of: 1)
        let refusal = try put().answer
        #expect(refusal.contains("'documents' has more than \(100_000 + many / 300) parts"), "\(refusal)")
        #expect(refusal.hasSuffix("400"), "\(refusal)")
        #expect(try server.end().status == 0)
    }
}
