import TVSimStructuredText

extension JournalFlow {
    /// What one line says about a flow, from left to right.
    package struct Line: Sendable {
        /// The instant at which it began, as text.
        package let began: String
        /// What came of it.
        package let verdict: Verdict
        /// The verdict as a word, or that the attempt waits.
        package let word: String
        /// What the app attempted, or the name of the command.
        package let what: String
        /// What it is about: resources, an MVPD, an endpoint or the app; of a command, what it changed.
        package let subject: String
        /// The status of the response that decided; `nil` if something else did.
        package let status: Int?
        /// Why it ended so, with the error code and what had been set that led to it; what it waits for; empty if it
        /// succeeded.
        package let cause: String
    }

    /// The flow as one line.
    package var line: Line {
        let outcome = outcome
        return Line(
            began: TimeText.format(began), verdict: outcome.verdict,
            word: waiting == nil ? outcome.verdict.word : FlowWaiting.word, what: command?.name ?? call ?? kind.title,
            subject: sentence ?? subject?.names.joined(separator: ", ") ?? app ?? "", status: outcome.status,
            cause: outcome.verdict.isBad
                ? reasons(outcome).joined(separator: "; cause: ") : waiting?.sentence ?? "")
    }

    /// The reason of an outcome, and what had been set that led to it.
    private func reasons(_ outcome: Outcome) -> [String] {
        let reason = [outcome.code, outcome.reason.isEmpty ? nil : outcome.reason].compactMap(\.self)
        return [reason.isEmpty ? nil : reason.joined(separator: ": "), cause?.sentence].compactMap(\.self)
    }
}

extension JournalFlow.Verdict {
    /// Whether the app got less than it had asked for.
    package var isBad: Bool {
        switch self {
        case .fellBack, .refused, .failed, .fault: true
        case .note, .changed, .ok: false
        }
    }

    /// The verdict as a word.
    package var word: String {
        switch self {
        case .note: "done"
        case .changed: "changed"
        case .ok: "succeeded"
        case .fellBack: "fell back"
        case .refused: "refused"
        case .failed: "failed"
        case .fault: "fault"
        }
    }
}

extension JournalFlows {
    /// Returns the flows and commands of a journal, the oldest first.
    ///
    /// - Parameters:
    ///   - page: The whole journal.
    ///   - question: Which flows are wanted.
    /// - Returns: The newest that match.
    package static func flows(of page: JournalPage, _ question: FlowQuestion) -> [JournalFlow] {
        var known = JournalFlows(finding: question.contains)
        for entry in page.entries { known.add(entry.number, entry.entry) }
        return known.flows.filter(question.selects).suffix(question.limit)
    }
}
