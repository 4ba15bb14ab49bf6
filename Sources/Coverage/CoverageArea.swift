import AccessEnabler
import EntitlementAPI
import SSOBridge
import Situations
import VideoSubscriberAccount

/// A kind of thing that a run can visit; the first word of each ``CoverageItem``.
package enum CoverageArea: String, Sendable, Codable, CaseIterable {
    /// The conditions of the silent exchange; each of them can hold and fail.
    case condition
    /// The rows of the framework's decision table.
    case row
    /// The callbacks of the entitlement SDK.
    case callback
    /// The advanced statuses of the entitlement SDK.
    case status
    /// The enhanced error codes of the entitlement service.
    case errorCode = "error-code"
    /// The endpoints of the entitlement service.
    case endpoint
    /// The situations of the cookbook's decision table.
    case cell

    /// What the items of the area are, for a heading.
    package var title: String {
        switch self {
        case .condition: "conditions of the silent exchange"
        case .row: "rows of the framework's decision table"
        case .callback: "callbacks of the SDK"
        case .status: "advanced statuses of the SDK"
        case .errorCode: "enhanced error codes of the service"
        case .endpoint: "endpoints of the service"
        case .cell: "situations of the cookbook's decision table"
        }
    }

    /// Everything that can be visited, in the order of the enumerations and tables that define it.
    package var items: [CoverageItem] {
        switch self {
        case .condition:
            ExchangeCondition.allCases.flatMap { [.condition($0, holds: true), .condition($0, holds: false)] }
        case .row: MetadataDecisionRow.allCases.map(CoverageItem.row)
        case .callback: CallbackName.allCases.map(CoverageItem.callback)
        case .status: AdvancedStatus.Code.allCases.map(CoverageItem.status)
        case .errorCode: EnhancedErrorCode.all.map(CoverageItem.errorCode)
        case .endpoint: Endpoint.api.map(CoverageItem.endpoint)
        case .cell: SituationSelection.decisionTable.possibleSituations().map(CoverageItem.cell)
        }
    }
}
