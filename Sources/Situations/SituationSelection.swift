/// A choice of situations: for each axis the values that occur.
///
/// An axis that is not named has the value of the baseline only.
///
/// ```swift
/// var selection = SituationSelection()
/// try selection.add("access")                     // every value
/// try selection.add("platform=iOS,tvOS")          // two values
/// selection.situations().count                    // 8
/// ```
package struct SituationSelection: Sendable {
    /// The indices of the selected values.
    private var indices: [SituationAxis: [Int]] = [:]

    /// Creates a selection of the baseline alone.
    package init() {}

    /// The cookbook's decision table: every combination of the conditions that decide about the silent exchange.
    package static let decisionTable = SituationSelection(
        .platform, .access, .account, .integration, .singleSignOn, .degradation, .response,
        limiting: .platform, to: ["iOS", "tvOS"])

    private init(_ axes: SituationAxis..., limiting limited: SituationAxis, to values: [String]) {
        for axis in axes { indices[axis] = Array(axis.values.indices) }
        indices[limited] = values.compactMap(limited.values.firstIndex)
    }

    /// The axes that are named.
    package var axes: Set<SituationAxis> { Set(indices.keys) }

    /// The selected values of an axis; `nil` if it is not named.
    package func values(of axis: SituationAxis) -> [String]? { indices[axis]?.map { axis.values[$0] } }

    /// Selects values of an axis, which the axis has.
    package mutating func select(_ values: [String], of axis: SituationAxis) {
        indices[axis] = Set(values.compactMap(axis.values.firstIndex)).sorted()
    }

    /// Selects every value of an axis (`NAME`), or some of its values (`NAME=VALUE,VALUE`).
    ///
    /// - Throws: ``SituationError`` if the axis or a value is unknown, or the axis was selected before.
    package mutating func add(_ text: String) throws(SituationError) {
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let axis = try SituationAxis(named: words[0])
        guard indices[axis] == nil else { throw SituationError("the axis '\(axis.rawValue)' is given twice") }
        var selected: Set<Int> = []
        for value in words.count == 2 ? words[1].split(separator: ",", omittingEmptySubsequences: false) : [] {
            guard value != "all" else {
                throw SituationError("write '\(axis.rawValue)' instead of '\(text)' for all values of the axis")
            }
            selected.insert(try axis.index(ofValue: String(value)))
        }
        indices[axis] = words.count == 2 ? selected.sorted() : Array(axis.values.indices)
    }

    /// Returns the selected situations that can exist, as ``possibleSituations()`` does.
    ///
    /// - Throws: ``SituationError`` if a selected value occurs in none of them.
    package func situations() throws(SituationError) -> [CookbookSituation] {
        let found = possibleSituations()
        for axis in SituationAxis.allCases {
            for index in indices[axis] ?? []
            where !found.contains(where: { $0.index(of: axis) == index }) {
                throw SituationError(
                    "\(axis.rawValue)=\(axis.values[index]) is impossible with the other values: "
                        + reason(against: axis, index))
            }
        }
        return found
    }

    private func reason(against axis: SituationAxis, _ index: Int) -> String {
        var situation = CookbookSituation.baseline
        for (other, selected) in indices { situation = situation.setting(other, toValueAt: selected.first ?? 0) }
        situation = situation.setting(axis, toValueAt: index)
        return ImpossibleSituation.rules.first { $0.condition.holds(in: situation) }?.reason
            ?? "'tvsim matrix show AXIS=VALUE/AXIS=VALUE' says why"
    }

    /// Returns the selected situations that can exist, in the order of the axes; the last axis changes fastest.
    package func possibleSituations() -> [CookbookSituation] {
        var found: [CookbookSituation] = []
        append(.baseline, varying: SituationAxis.allCases[...], to: &found)
        return found
    }

    /// The rules, by the last of their axes.
    private static let rules: [SituationAxis?: [ImpossibleSituation]] = Dictionary(grouping: ImpossibleSituation.rules)
    { $0.condition.lastAxis }

    private func append(
        _ situation: CookbookSituation, varying axes: ArraySlice<SituationAxis>, to found: inout [CookbookSituation]
    ) {
        guard let axis = axes.first else { return found.append(situation) }
        for index in indices[axis] ?? [0] {
            let next = situation.setting(axis, toValueAt: index)
            // A rule is applied as soon as its last axis has a value, so that no impossible combination is continued.
            if Self.rules[axis]?.contains(where: { $0.condition.holds(in: next) }) ?? false { continue }
            append(next, varying: axes.dropFirst(), to: &found)
        }
    }
}
