import Dispatch
import Foundation
import TestSupport
import Testing

/// One script of `Scripts/`, which starts the built program and drives it with programs that we did not write.
///
/// It reports in TAP (Test Anything Protocol): `ok N - sentence`, `not ok N - sentence`, and lines of explanation after `#`.
struct Script: Sendable {
    /// The script's file name.
    let name: String
    /// The programs without which it shows nothing.
    var needs: [String] = []
    /// How many sentences it shows: fewer are a script that ended too early.
    let checks: Int

    /// Runs the script, and records what does not hold.
    func judge(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for complaint in try await complaints() { Issue.record("\(complaint)", sourceLocation: sourceLocation) }
    }

    /// Runs the script.
    ///
    /// - Returns: Each sentence that does not hold, with its explanation, and what is wrong with the run itself; nothing when
    ///   all is well.
    func complaints() async throws -> [String] {
        for program in needs { _ = try Tool.locate(program) }
        let outcome = try await onThread { try start() }
        let lines = outcome.output.split(separator: "\n")
        var shown = 0
        var failed: [String] = []
        for line in lines {
            if line.hasPrefix("ok ") {
                shown += 1
            } else if line.hasPrefix("not ok ") {
                failed.append(String(line))
            } else if let last = failed.indices.last, line.hasPrefix("#") {
                failed[last] += "\n" + line
            }
        }
        let details = "\(Self.hint(outcome.error))\(outcome.error.suffix(2_000))\n\(outcome.output.suffix(2_000))"
        var complaints = failed
        if outcome.status != (failed.isEmpty ? 0 : 1) { complaints.append("status \(outcome.status): \(details)") }
        if shown + failed.count != checks {
            complaints.append("\(shown + failed.count) sentences were judged, not \(checks): \(details)")
        }
        return complaints
    }

    private func start() throws -> (status: Int32, output: String, error: String) {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")
        let script = folder.appendingPathComponent(name).path
        let python = try Tool.locate(Tool.python)
        let variables = [
            "TVSIM=\(try Tool.built().path)", "PYTHON=\(python)", "PYTHONDONTWRITEBYTECODE=1",
            "SCREENSHOTS=\(Repository.root.appending(path: ".build/screenshots").path)",
        ]
        let program = name.hasSuffix(".sh") ? "/bin/sh" : python
        let starter = folder.appendingPathComponent("started.py").path
        return try Tool.run("/usr/bin/env", variables + [python, starter, program, script])
    }

    /// What to do about a Python that lacks what the scripts import.
    private static func hint(_ error: String) -> String {
        guard error.contains("ModuleNotFoundError") else { return "" }
        return """
            \(Tool.python) lacks packages of Tests/requirements.txt: run `make test-programs`, or install them \
            (pip install --requirement Tests/requirements.txt) and name that Python in TVSIM_TEST_PYTHON.

            """
    }

    /// Runs what blocks on a thread that nobody else waits for.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}
