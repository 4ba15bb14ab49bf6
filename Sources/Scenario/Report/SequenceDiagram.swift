import TVSimCore
import TVSimStructuredText
import TVSimWorld

/// The messages of a run between the app, its SDK, the framework, the entitlement service and the TV provider.
///
/// If the decisions of a step are known, their order is that of the messages. Otherwise the requests are drawn before the
/// callbacks, because a record does not contain their order.
struct SequenceDiagram: Sendable {
    /// A participant, from left to right.
    typealias Lane = JournalLane

    /// A row of the diagram: a message from one participant to another, a step of one of them, or a note across all.
    struct Row: Sendable, Hashable {
        let from: Lane
        let to: Lane
        let text: String
        let kind: Kind
        /// Whether it is a note.
        var isNote = false

        enum Kind: String, Sendable {
            case call, answer, note, failure, title
        }
    }

    let rows: [Row]
    /// The participants that a message reaches.
    let lanes: [Lane]

    init(_ steps: [ReportedRun.Step]) {
        let rows = steps.flatMap(Self.rows)
        self.rows = rows
        lanes = Lane.allCases.filter { lane in
            lane == .app || rows.contains { !$0.isNote && ($0.from == lane || $0.to == lane) }
        }
    }

    private static func rows(of step: ReportedRun.Step) -> [Row] {
        var rows = [
            step.isCallOfApp && step.hasSDK
                ? Row(from: .app, to: .sdk, text: step.title, kind: .call) : note(step.title, .title)
        ]
        if let decisions = step.decisions, !decisions.isEmpty {
            rows += decisions.flatMap { self.rows(of: $0, hasSDK: step.hasSDK) }
        } else {
            rows += step.exchanges.flatMap(self.rows)
        }
        rows += step.callbacks.map { Row(from: .sdk, to: .app, text: $0.text, kind: .answer) }
        rows += step.notes.map { note($0, .note) }
        // The comparison has the callbacks; the diagram says only that they differ.
        rows +=
            step.mismatches.isEmpty
            ? step.failures.prefix(1).map { note($0, .failure) } : [note("other callbacks were expected", .failure)]
        return rows
    }

    private static func rows(of request: RedactedExchange) -> [Row] {
        let isGood = request.status.map { $0 < 400 } ?? false
        return [
            Row(from: .sdk, to: .service, text: "\(request.method) \(request.path)", kind: .call),
            Row(
                from: .service, to: .sdk, text: request.status.map(String.init) ?? "no response",
                kind: isGood ? .answer : .failure),
        ]
    }

    /// Returns the messages of a decision: the question and its answer, or one step within a participant.
    private static func rows(of entry: JournalEntry, hasSDK: Bool) -> [Row] {
        // The call is the first row of its step, and its callbacks are the last ones.
        guard entry.kind != "call", entry.kind != "callback" else { return [] }
        let text = entry.text
        let kind: Row.Kind =
            switch entry.verdict {
            case .refused, .failed: .failure
            default: .answer
            }
        guard let way = entry.decision.way?.lanes(hasSDK: hasSDK) else {
            return [note("\(text.event): \(text.outcome)", .note)]
        }
        guard way.from != way.to else {
            return [Row(from: way.from, to: way.to, text: "\(text.event): \(text.outcome)", kind: kind)]
        }
        return [
            Row(from: way.from, to: way.to, text: text.event, kind: .call),
            Row(from: way.to, to: way.from, text: text.outcome, kind: kind),
        ]
    }

    private static func note(_ text: String, _ kind: Row.Kind) -> Row {
        Row(from: .app, to: .provider, text: text, kind: kind, isNote: true)
    }

    /// The values of the page's template.
    ///
    /// Places count from 1, as the columns of a grid do.
    var values: [String: Any] {
        [
            "count": lanes.count, "lanes": lanes.map(\.name),
            "rows": rows.map { row -> [String: Any] in
                let places = [row.from, row.to].compactMap(lanes.firstIndex)
                let order = { (lane: Lane) in lanes.firstIndex(of: lane) ?? 0 }
                let (first, last) = row.isNote ? (0, lanes.count - 1) : (places.min() ?? 0, places.max() ?? 0)
                return [
                    "kind": row.kind.rawValue, "first": first + 1, "last": last + 2, "span": last - first + 1,
                    "text": row.text.onOneLine,
                    "way": row.isNote ? "" : row.from == row.to ? row.from.name : "\(row.from.name) to \(row.to.name)",
                    "direction": row.isNote || row.from == row.to
                        ? "self" : order(row.from) < order(row.to) ? "right" : "left",
                ]
            },
        ]
    }
}

extension JournalLane {
    /// What a report calls the participant.
    fileprivate var name: String {
        switch self {
        case .app: "App"
        case .sdk: "AccessEnabler"
        case .framework: "Apple framework"
        case .service: "Entitlement service"
        case .provider: "TV provider"
        }
    }
}

extension ReportedRun.Step {
    /// Whether the app's SDK takes part, so that it stands between the app and the others.
    fileprivate var hasSDK: Bool {
        guard let decisions, !decisions.isEmpty else { return true }
        return decisions.contains { ["call", "callback", "sdk", "condition"].contains($0.kind) }
            || !callbacks.isEmpty || expected != nil
    }
}

extension FlowStep.Action {
    /// Whether the step is a call of the app to its SDK; otherwise it relaunches the app or changes the world.
    package var isCallOfApp: Bool {
        switch self {
        case .relaunch, .command: false
        default: true
        }
    }
}
