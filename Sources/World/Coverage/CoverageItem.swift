package import TVSimCore
package import TVSimSituations

extension CoverageItem {
    /// A situation of the cookbook in which something ran.
    package static func cell(_ situation: CookbookSituation) -> Self { Self(.cell, situation.description) }
}

extension CoverageItem {
    /// The situation of a cell; `nil` for another item.
    package var situation: CookbookSituation? { area == .cell ? try? CookbookSituation(named: name) : nil }

    /// Reads an item.
    ///
    /// - Parameter text: The text, as ``description`` writes it; `nil` results if the item is unknown.
    package init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        if let known = Self.byText[text] {
            self = known
        } else if words.count == 2, words[0] == CoverageArea.cell.rawValue,
            let situation = try? CookbookSituation(named: String(words[1]))
        {
            self = .cell(situation)
        } else {
            return nil
        }
    }

    /// The items of all areas but the cells, which are read by their names.
    private static let byText = Dictionary(
        uniqueKeysWithValues: CoverageArea.allCases.filter { $0 != .cell }.flatMap(\.items).map { ($0.description, $0) }
    )

    /// The texts of the items that a person may have meant.
    package static var texts: [String] { byText.keys.sorted() }
}
