package import Foundation
package import TVSimCore
import TVSimStructuredText
package import TVSimWorld

/// What a failed test needs of its world, as one text.
///
/// Clients in each language print it below the failure, and Swift tests record it. What a reader needs first comes first:
/// the test, the clock, what the app attempted in vain and why, broken rules, refused requests. Then the journal, and what the app's first call would do.
package struct FailureText {
    /// What became of the test.
    package struct Outcome: Sendable {
        let test: String
        let status: String
        let place: String?
        let message: String?

        /// Creates an outcome.
        ///
        /// - Parameters:
        ///   - test: The name of the test.
        ///   - status: `passed`, `failed` or `skipped`.
        ///   - place: The file and the line; `nil` if they are not known.
        ///   - message: What failed, such as the text of an assertion; `nil` if it is not known.
        package init(test: String, status: String, place: String?, message: String?) {
            (self.test, self.status, self.place, self.message) = (test, status, place, message)
        }
    }

    /// When it was for the app.
    package struct Clock: Sendable {
        let now: Date
        /// By how many seconds it is ahead of the machine's clock, with which it goes; `nil` if it stands still.
        let ahead: TimeInterval?

        /// Reads a clock.
        ///
        /// - Throws: `StateError` if the world cannot be read.
        package init(_ clock: SimulatedClock) throws {
            now = try clock.now()
            guard case .following(let offset) = try clock.mode() else {
                ahead = nil
                return
            }
            ahead = offset.rounded()
        }

        /// How it moves, for a reader.
        var pace: String {
            guard let ahead else { return "which stands still unless the test moves it" }
            guard ahead != 0 else { return "which follows the machine's" }
            let distance = TimeText.format(duration: abs(ahead))
            return "which goes with the machine's, \(distance) \(ahead < 0 ? "behind" : "ahead of") it"
        }
    }

    /// The newest entries of the journal that the text has.
    private static let newest = 25
    /// The refused requests and attempts, the lines of a test's message, and the characters of an answer.
    private static let (requests, lines, answer) = (5, 40, 400)

    private let world: String
    private let outcome: Outcome?
    let clock: Clock
    let journal: JournalPage
    let exchanges: [Int: HTTPExchangeLog.Kept]
    private let rules: Result<RuleReport, any Error>

    /// What the app's first call would do; `nil` without an app of the SDK.
    package var outlook: CallOutlook?
    /// What of the system's waits for a person now; `nil` if nothing does.
    package var waiting: String?
    /// What acts as the user in the language of the test; `nil` if the reader knows.
    package var person: String?
    /// Where a reader finds the entries of the journal that the text leaves out.
    package var rest = "are in journal.txt"
    /// What explains that no request reached the world; empty where nothing does.
    package var silence: [String] = []
    /// The time of the machine; `nil` if a client adds it, so that equal worlds have equal texts.
    package var machine: Date?

    /// Creates the text of a world.
    ///
    /// - Parameters:
    ///   - world: The world, as a noun phrase.
    ///   - outcome: What became of its test; `nil` if that is not known.
    ///   - clock: Its clock.
    ///   - journal: Its journal.
    ///   - exchanges: The requests that reached it, by the numbers of the entries that they caused.
    ///   - rules: What came of the rules about clients, or why they cannot be judged.
    package init(
        of world: String, _ outcome: Outcome?, at clock: Clock, _ journal: JournalPage,
        _ exchanges: [Int: HTTPExchangeLog.Kept], _ rules: Result<RuleReport, any Error>
    ) {
        (self.world, self.outcome, self.clock) = (world, outcome, clock)
        (self.journal, self.exchanges, self.rules) = (journal, exchanges, rules)
    }

    /// The text: a heading and lines for each part that has something to say.
    package var text: String {
        let (attempts, validity) = (attempts, validity)
        // What ended an attempt comes before what may have misled the client.
        let parts: [(title: String, lines: [String])] = [
            ("tvsim test", attempts.isEmpty ? told + validity : told),
            ("tvsim attempts", attempts.isEmpty ? [] : attempts + validity), ("tvsim rules", broken),
            ("tvsim requests", refused),
            ("tvsim journal", recent), ("tvsim explain", outlook.map(reasons) ?? []),
        ]
        return parts.filter { !$0.lines.isEmpty }.map { part in
            "--- \(part.title) ---\n" + part.lines.map { $0.onOneLine + "\n" }.joined()
        }.joined()
    }

    /// What became of the test, and when it was for the app.
    private var told: [String] {
        var lines: [String] = []
        if let outcome {
            lines.append("\(outcome.test): \(outcome.status)" + (outcome.place.map { " (\($0))" } ?? ""))
            // An assertion may have compared tokens, and the text is kept in files.
            let message = Redaction.redact(outcome.message ?? "").split(
                separator: "\n", omittingEmptySubsequences: false)
            if outcome.message != nil { lines += message.prefix(Self.lines).map { "    \($0)" } }
            if message.count > Self.lines { lines.append("    … \(message.count - Self.lines) more lines") }
        }
        lines.append("the clock of the world: \(TimeText.format(clock.now)), \(clock.pace)")
        if let machine, abs(machine.timeIntervalSince(clock.now)) > 86_400 {
            let second = Date(timeIntervalSince1970: machine.timeIntervalSince1970.rounded(.down))
            lines.append("the clock of this machine: \(TimeText.format(second))")
        }
        if let waiting {
            lines.append(
                "the app waits for a person: \(waiting) is open; act as the user\(person.map { " with \($0)" } ?? ""), "
                    + "or set an answer with the command 'viewer'")
        }
        let strikes = journal.entries.compactMap(\.entry.fault)
        guard !strikes.isEmpty else { return lines }
        let counts = Dictionary(strikes.map { ("\($0.operation.rawValue) (\($0.error))", 1) }, uniquingKeysWith: +)
        let named = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        return lines + ["intended, by faults of the test: " + named.joined(separator: ", ")]
    }

    /// The newest attempts by which the app got less than it had asked for, with what had been set that led to it, and
    /// those that still wait.
    private var attempts: [String] {
        let attempts = JournalFlows.flows(of: journal, .all).filter {
            $0.kind != .command && ($0.outcome.verdict.isBad || $0.waiting != nil)
        }
        let shown = attempts.suffix(Self.requests).map { attempt in
            "\(attempt.title): \(attempt.line.word): \(attempt.line.cause)"
        }
        return attempts.count > shown.count ? ["… \(attempts.count - shown.count) earlier attempts"] + shown : shown
    }

    /// The broken rules: the gravest with their first findings, and the names of the others.
    ///
    /// The gravest are the mandatory ones. If the app keeps those, one of the others may be why the test failed.
    private var broken: [String] {
        let broken: [RuleReport.Judged]
        switch rules {
        case .success(let report): broken = report.broken(atLeast: .guideline)
        case .failure(let error): return ["not judged: \(error)"]
        }
        let mandatory = broken.filter { $0.severity == .mandatory }
        let gravest = mandatory.isEmpty ? Array(broken.prefix(Self.requests)) : mandatory
        let others = broken.map(\.id).filter { id in !gravest.contains { $0.id == id } }
        return gravest.flatMap { RuleText.broken($0, most: 1) }
            + (others.isEmpty ? [] : ["also broken, recommended: \(others.joined(separator: ", "))"])
    }

    /// The requests that the service or a page refused, with the reasons and those answers that are still known.
    private var refused: [String] {
        let sent = journal.entries.compactMap { each in
            each.entry.requestStatus.map { (number: each.number, entry: each.entry, status: $0) }
        }
        let refused = sent.filter { $0.status >= 400 }
        let total = "requests that reached \(world): \(sent.count); with status 400 or more: \(refused.count)"
        return [total] + (sent.isEmpty ? silence : [])
            + refused.suffix(Self.requests).flatMap { request -> [String] in
                let text = request.entry.text
                var line = "\(text.event) -> \(text.outcome) (\(text.reason))"
                if let fault = request.entry.fault {
                    line += " [intended: the fault \(fault.error) at \(fault.operation.rawValue)]"
                }
                let body = exchanges[request.number]?.shown().response?.body.map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
                return [line] + (body.map { ["    " + $0.prefix(Self.answer)] } ?? [])
            }
    }

    /// The newest entries of the journal.
    private var recent: [String] {
        let shown = journal.entries.suffix(Self.newest)
        guard !shown.isEmpty else { return ["(no entries)"] }
        let left = journal.entries.count - shown.count
        return (left > 0 ? ["… \(left) earlier entries \(rest)"] : [])
            + shown.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
    }

    /// What a silent sign-in would do now; without the SDK and the framework it would be about what no app does.
    private func reasons(_ outlook: CallOutlook) -> [String] {
        let parties = Set(journal.entries.compactMap(\.entry.decision.way).flatMap { [$0.from, $0.to] })
        guard parties.contains(.sdk) || parties.contains(.framework) else { return [] }
        // Only an app of the SDK makes the call, and gets its callbacks.
        let first =
            if parties.contains(.sdk) {
                "\(outlook.call) would cause now: \(outlook.callbacks.joined(separator: ", "))"
            } else if outlook.unmet == nil {
                "a silent sign-in would not begin now"
            } else {
                // All conditions may hold, and the service may still refuse the provider's answer.
                outlook.failure == nil
                    ? "all conditions of a silent sign-in hold now" : "a silent sign-in would fail now"
            }
        return [first] + (outlook.unmet ?? []).map { "NO   \($0)" }
            + (outlook.failure.map { ["why: \($0)"] } ?? [])
            + (outlook.remedy.map { ["if it should succeed, perform: \($0)"] } ?? [])
    }
}
