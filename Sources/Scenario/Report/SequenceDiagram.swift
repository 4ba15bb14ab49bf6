import StructuredText

/// The messages between the app, its SDK and the entitlement service, with the places at which a page draws them.
///
/// A record does not contain the order of a step's requests and callbacks: the requests are drawn first.
struct SequenceDiagram: Sendable {
    /// A participant; the value is the place of its line, in pixels from the left.
    enum Lane: Int, Sendable, CaseIterable {
        case app = 100
        case sdk = 450
        case service = 800

        var name: String {
            switch self {
            case .app: "App"
            case .sdk: "AccessEnabler"
            case .service: "Entitlement service"
            }
        }
    }

    /// A row of the diagram: a message from one participant to another, or a note across all of them.
    struct Row: Sendable, Hashable {
        let from: Lane
        let to: Lane
        let text: String
        let kind: Kind
        /// Whether it is a note.
        var isNote = false

        enum Kind: String, Sendable {
            case call, answer, note, failure
        }
    }

    /// The height of a row in pixels.
    static let rowHeight = 34
    /// The length above which a text is cut; the steps below the diagram have the whole text.
    private static let longestText = 46

    let rows: [Row]

    init(_ steps: [ReportedRun.Step]) { rows = steps.flatMap(Self.rows) }

    private static func rows(of step: ReportedRun.Step) -> [Row] {
        var rows = [
            step.isCallOfApp
                ? Row(from: .app, to: .sdk, text: step.title, kind: .call) : note(step.title, .note)
        ]
        for request in step.effect.requests {
            rows.append(Row(from: .sdk, to: .service, text: "\(request.method) \(request.path)", kind: .call))
            let answer = request.status.map(String.init) ?? "no response"
            let isGood = request.status.map { $0 < 400 } ?? false
            rows.append(Row(from: .service, to: .sdk, text: answer, kind: isGood ? .answer : .failure))
        }
        rows += step.effect.callbacks.map { Row(from: .sdk, to: .app, text: $0.text, kind: .answer) }
        rows += step.effect.appActions.map { note("app: \($0)", .note) }
        rows += step.effect.notes.map { note("\($0)", .note) }
        rows += step.failures.prefix(1).map { note($0, .failure) }
        return rows
    }

    private static func note(_ text: String, _ kind: Row.Kind) -> Row {
        Row(from: .app, to: .service, text: text, kind: kind, isNote: true)
    }

    /// The values of the page's template.
    var values: [String: Any] {
        [
            "height": 50 + rows.count * Self.rowHeight,
            "lanes": Lane.allCases.map { ["x": $0.rawValue, "name": $0.name] },
            "rows": rows.enumerated().map { index, row -> [String: Any] in
                let y = 60 + index * Self.rowHeight
                return [
                    "kind": row.kind.rawValue, "isNote": row.isNote, "y": y, "textY": y - 7,
                    "from": row.from.rawValue, "to": row.to.rawValue,
                    "middle": (row.from.rawValue + row.to.rawValue) / 2,
                    "text": Self.cut(row.text, to: row.isNote ? 96 : Self.longestText),
                ]
            },
        ]
    }

    private static func cut(_ text: String, to length: Int) -> String {
        text.count <= length ? text.onOneLine : String(text.prefix(length - 1)).onOneLine + "…"
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
