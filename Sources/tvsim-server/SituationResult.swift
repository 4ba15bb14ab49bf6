import Foundation
import SimulatedWorld
import StructuredText
import XMLSecurity

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

    /// Returns the results as JUnit XML: one suite with a case for each situation.
    static func report(of results: [SituationResult], named name: String) -> String {
        let failed = results.count { $0.failure != nil }
        let total = results.map(\.duration).reduce(.zero, +)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="tvsim exec">"#,
            "<testsuite name=\(quoted(name)) tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\" "
                + "skipped=\"0\" time=\"\(seconds(total))\">",
        ]
        for result in results {
            let head =
                "  <testcase classname=\(quoted(name)) name=\(quoted(result.situation)) "
                + "time=\"\(seconds(result.duration))\""
            guard let failure = result.failure else {
                lines.append(head + "/>")
                continue
            }
            let output = XMLEscaping.escape(result.output.inPlainLines)
            lines += [
                head + ">", "    <failure message=\(quoted(failure))>\(output)</failure>", "  </testcase>",
            ]
        }
        return (lines + ["</testsuite>", "</testsuites>", ""]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String { "\"\(XMLEscaping.escape(text.onOneLine))\"" }

    /// Returns a real time in seconds, with three decimals.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let fraction = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
        return "\(seconds).\(fraction)"
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
