import TVSimRuns
import TVSimScenario
import TVSimSituations
import TVSimStructuredText

/// An axis, as JSON.
struct AxisListing: Encodable {
    let axis: SituationAxis
    let values: [String]
    let summary: String

    init(_ axis: SituationAxis) {
        self.axis = axis
        values = axis.values
        summary = axis.summary
    }
}

/// All axes, as JSON.
struct AxesListing: Encodable {
    let axes = SituationAxis.allCases.map(AxisListing.init)
}

/// The names of situations, as JSON.
struct SituationsListing: Encodable {
    let situations: [String]
}

/// A situation with the outcomes that the documents allow, as JSON.
struct SituationListing: Encodable {
    let situation: String
    let axes: [String: String]
    let steps: [JSONValue]
    let calls: [Call]

    /// The outcomes of one call.
    struct Call: Encodable {
        let call: CookbookCall
        let outcomes: [AllowedOutcome]
    }

    init(_ situation: CookbookSituation) {
        self.situation = situation.description
        axes = Dictionary(
            uniqueKeysWithValues: SituationAxis.allCases.map { ($0.rawValue, situation[$0]) })
        steps = situation.steps()
        calls = CookbookCall.allCases.map { Call(call: $0, outcomes: situation.outcomes(of: $0)) }
    }
}

/// Formats situations as text.
enum MatrixText {
    /// One line for each axis, with its values.
    static var axes: String {
        Columns.text(SituationAxis.allCases.map { [$0.rawValue, $0.values.joined(separator: ", ")] })
    }

    /// Returns the number of situations, and the axes of which it is the product.
    static func factors(of selection: SituationSelection, giving count: Int) -> String {
        let factors = SituationAxis.allCases.compactMap { axis in selection.values(of: axis).map { (axis, $0) } }
        let combinations = factors.reduce(1) { $0 * $1.1.count }
        let possible = combinations == count ? "" : ": \(count) of \(combinations) combinations can exist"
        let rows = factors.map { ["  \($0.rawValue)", "\($1.count)", $1.joined(separator: ", ")] }
        let lines = ["\(count) \(count == 1 ? "situation" : "situations")\(possible)"]
        return (lines + (rows.isEmpty ? [] : [Columns.text(rows)])).joined(separator: "\n")
    }

    /// Returns the result of a situation: one line if it passed, else the whole trace.
    static func line(_ record: RunRecord) -> String {
        record.passed ? "PASS  \(record.profile)" : RunText.trace(record).inPlainLines
    }

    /// Returns the steps into a situation and the allowed outcomes of each call.
    static func description(of situation: CookbookSituation) -> String {
        var lines = [situation.description]
        let steps = situation.steps()
        if !steps.isEmpty { lines += ["  before the calls:"] + steps.map { "    \(text($0))" } }
        for call in CookbookCall.allCases {
            lines.append("  \(call.rawValue)")
            for outcome in situation.outcomes(of: call) { lines += self.lines(of: outcome).map { "    " + $0 } }
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(of outcome: AllowedOutcome) -> [String] {
        let row = outcome.difference.map { ", row \($0)" } ?? ""
        return ["\(outcome.basis.rawValue)\(row): \(outcome.callbacks.joined(separator: ", "))"]
            + outcome.sources.map { "  \($0.document), \($0.section)" }
    }

    private static func text(_ step: JSONValue) -> String {
        if case .string(let name) = step { return name }
        guard case .object(let entries) = step, let (name, value) = entries.first else { return "" }
        let argument = value.string ?? (try? JSONText.line(value)) ?? ""
        return "\(name): \(argument)"
    }
}
