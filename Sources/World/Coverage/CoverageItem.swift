package import AccessEnabler
import HTTPTypes
package import TVSimEntitlementAPI
package import TVSimSSOBridge
package import TVSimSituations
package import VideoSubscriberAccount

/// One thing that a run can visit: an area and a name, such as `condition permissionGranted fails`.
///
/// Items contain only names of enumerations and tables, and nothing that an app or a user has chosen.
package struct CoverageItem: Sendable, Hashable, CustomStringConvertible {
    /// The area.
    package let area: CoverageArea
    /// The name within the area.
    package let name: String

    init(_ area: CoverageArea, _ name: String) {
        self.area = area
        self.name = name
    }

    /// The area and the name.
    package var description: String { "\(area.rawValue) \(name)" }

    /// A condition of the silent exchange that held or failed.
    package static func condition(_ condition: ExchangeCondition, holds: Bool) -> Self {
        Self(.condition, "\(condition.rawValue) \(holds ? "holds" : "fails")")
    }

    /// A row of the framework's decision table that applied.
    package static func row(_ row: MetadataDecisionRow) -> Self { Self(.row, "\(row.rawValue) \(row)") }

    /// A callback that an app received.
    package static func callback(_ name: CallbackName) -> Self { Self(.callback, name.rawValue) }

    /// An advanced status that an app received.
    package static func status(_ code: AdvancedStatus.Code) -> Self { Self(.status, code.rawValue) }

    /// An error that the service answered.
    package static func errorCode(_ code: EnhancedErrorCode) -> Self { Self(.errorCode, code.name) }

    /// An endpoint that a request reached.
    package static func endpoint(_ endpoint: Endpoint) -> Self {
        Self(.endpoint, "\(endpoint.method.rawValue) \(endpoint.template)")
    }

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
