import Foundation
import Scenario
import StructuredText

/// What came of a command in one situation.
struct SituationResult: Sendable {
    let situation: String
    /// The exit status of the command.
    let status: Int32
    /// The end of the command's output, without colours; empty if it succeeded.
    let output: String
    /// The real time.
    let duration: Duration

    /// Why the command failed; `nil` if it succeeded.
    var failure: String? { status == 0 ? nil : "exit status \(status)" }

    /// The result as text: one line, and the output of a failed command.
    var text: String {
        guard let failure else { return "PASS  \(situation)" }
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        return (["FAIL  \(situation): \(failure)"] + (output.isEmpty ? [] : lines)).joined(separator: "\n").inPlainLines
    }

    /// Returns the results as a suite with a case for each situation.
    static func suite(of results: [SituationResult], named name: String) -> JUnitSuite {
        let cases = results.map { result in
            JUnitCase(
                className: name, name: result.situation, duration: result.duration,
                problem: result.failure.map { .init(.failure, $0, lines: [result.output]) })
        }
        return JUnitSuite(name, cases: cases)
    }
}

/// The output of a command in an unnamed file, so that a command never waits for a reader.
struct CapturedOutput: ~Copyable {
    /// The most octets of a command's output that a report shows.
    private static let limit: off_t = 16 * 1024

    let descriptor: Int32

    /// Creates the file.
    ///
    /// - Throws: `CommandError` when the folder for temporary files cannot be written.
    init() throws(CommandError) {
        let folder = FileManager.default.temporaryDirectory.path
        // `mkstemp` replaces the last six letters.
        var template = Array("\(folder)/tvsim-exec-\(String(repeating: "X", count: 6))".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CommandError(.unwritable, "'\(folder)' cannot be written: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Returns the end of the output, without the last line breaks.
    func end() -> String {
        let size = lseek(descriptor, 0, SEEK_END)
        let start = max(0, size - Self.limit)
        var bytes = [UInt8](repeating: 0, count: Int(max(0, size - start)))
        let count = pread(descriptor, &bytes, bytes.count, start)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // A report has no place for colours (ECMA-48, "SGR"), and lines are indented by blanks.
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\t", with: "    ")
        return (start > 0 ? "…" : "") + plain.trimmingCharacters(in: .newlines)
    }
}
