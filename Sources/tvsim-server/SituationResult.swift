import Foundation
import TVSimStructuredText

/// What came of a command in one situation.
struct SituationResult: Sendable {
    let situation: String
    /// The exit status of the command.
    let status: Int32
    /// The end of the command's output, without colours; empty if it succeeded.
    let output: String
    /// The real time.
    let duration: Duration

    /// The rules of clients for which the situation fails.
    var brokenRules: [String] = []

    /// Why the situation failed; `nil` if it succeeded.
    var failure: String? {
        guard status != 0 else { return nil }
        let broken = brokenRules.isEmpty ? [] : ["broken \(brokenRules.joined(separator: ", "))"]
        return (["exit status \(status)"] + broken).joined(separator: ", ")
    }

    /// The result as text: one line, and the output of a failed command.
    var text: String {
        guard let failure else { return "PASS  \(situation)" }
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        return (["FAIL  \(situation): \(failure)"] + (output.isEmpty ? [] : lines)).joined(separator: "\n").inPlainLines
    }
}
