import Foundation
import TestSupport
import Testing

/// `scripts/run-tests`: what a run's end says.
@Suite("Running the tests", .waitsForPrograms)
struct RunTestsTests {
    private func run(_ script: String) throws -> (status: Int32, output: String) {
        let program = Repository.root.appending(path: "scripts/run-tests").path
        let outcome = try Tool.run(program, ["sh", "-c", script])
        return (outcome.status, outcome.output)
    }

    @Test("ends with what failed, each once and no longer than a line, however much came after it")
    func failures() throws {
        let failure = "✘ Test \"adds\" recorded an issue at A.swift:1:2: Expectation failed: "
        let (status, output) = try run(
            """
            echo '\(failure)\(String(repeating: "x", count: 900))'; echo 'a.swift:1:2: error: no such module' >&2
            seq 500 | sed 's/^/✔ Test /'; echo 'a.swift:1:2: error: no such module'; exit 3
            """)
        #expect(status == 3)
        let end = output.split(separator: "\n").suffix(3)
        #expect(end.first == "What failed:")
        #expect(end.dropFirst().first?.hasPrefix("\(failure)xxx") == true)
        #expect(end.dropFirst().first?.count ?? 0 <= 401)
        #expect(end.last == "a.swift:1:2: error: no such module")
    }

    @Test("adds nothing to a run that passed")
    func success() throws {
        let outcome = try run("echo '✘ Test \"adds\" recorded a known issue at A.swift:1:2: x'")
        #expect(outcome == (0, "✘ Test \"adds\" recorded a known issue at A.swift:1:2: x\n"))
    }
}
