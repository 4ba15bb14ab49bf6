import Foundation
import TestSupport
import Testing

/// `scripts/run-tests`: what a run's end says.
@Suite("Running the tests", .waitsForPrograms)
struct RunTestsProgramTests {
    private func run(
        _ script: String, environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let program = Repository.root.appending(path: "scripts/run-tests").path
        let settings = environment.map { "\($0)=\($1)" }
        let outcome = try Tool.run("env", settings + [program, "sh", "-c", script])
        return (outcome.status, outcome.output)
    }

    @Test("ends with the failures, each once and in one line at most, however much output follows them")
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

    @Test("ends a run that does not end by itself, and lists the tests that had started")
    func endless() throws {
        let (status, output) = try run(
            """
            echo '◇ Test "waits for ever" started.'; echo '◇ Test adds() started.'; echo '◇ Test adds() started.'
            echo '✘ Test "waits for ever" recorded an issue at A.swift:1:2: Expectation failed: x'
            echo '✔ Test adds() passed after 0.1 seconds.'; echo '◇ Test "with cases" started.'
            echo '✔ Test "with cases" with 3 test cases passed after 0.1 seconds.'; exec sleep 60
            """, environment: ["TEST_SECONDS": "3", "TEST_GRACE": "1"])
        #expect(status == 137)
        let end = output.components(separatedBy: "What did not end:\n").last?.components(separatedBy: "What failed:\n")
        #expect(end?.first?.split(separator: "\n").sorted() == ["\"waits for ever\"", "adds()"])
        #expect(end?.last?.contains("recorded an issue") == true)
    }

    @Test("fails if no test ran")
    func empty() throws {
        #expect(try run("echo '✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.'").status == 1)
        #expect(try run("echo '✔ Test run with 10 tests in 2 suites passed after 0.001 seconds.'").status == 0)
    }

    @Test("adds nothing to the output of a successful run")
    func success() throws {
        let outcome = try run("echo '✘ Test \"adds\" recorded a known issue at A.swift:1:2: x'")
        #expect(outcome == (0, "✘ Test \"adds\" recorded a known issue at A.swift:1:2: x\n"))
    }
}
