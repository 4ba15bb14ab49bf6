package import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSDKVocabulary
import TVSimSituations
import VideoSubscriberAccount

extension CoverageArea {
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
        case .session: CoverageItem.sessions
        case .decision: CoverageItem.decisions
        case .profile: (EntitlementProfile.Kind.allCases.map(\.rawValue) + ["none"]).map { .profile($0) }
        case .logout: LogoutActionsResponse.Logout.ActionName.allCases.map { .logout($0.rawValue) }
        case .refusal: CoverageItem.refusals
        case .frameworkStatus:
            (PartnerFrameworkStatus.AccessStatus.allCases.map(\.rawValue) + ["without provider", "ended"]).map {
                .frameworkStatus($0)
            }
        case .obeyed: CoverageItem.demands.map { .obeyed($0) }
        case .flow: ChecklistFlow.allCases.map(CoverageItem.flow)
        }
    }
}
