import AccessEnabler
import EntitlementAPI
import HTTPTypes
import SSOBridge
package import SimulationCore
import VideoSubscriberAccount

extension CoverageItem {
    /// Returns the items that something which happened in a world has visited.
    ///
    /// - Parameter occurrence: A decision of the journal, or a callback.
    /// - Returns: The items; usually none or one.
    package static func visited(by occurrence: Occurrence) -> [CoverageItem] {
        switch occurrence.room {
        case "SSOBridge":
            condition(occurrence).map { [$0] } ?? []
        case "VideoSubscriberAccount":
            MetadataDecisionRow(journalReason: occurrence.reason).map { [.row($0)] } ?? []
        case "AccessEnabler" where occurrence.event == CallbackName.event:
            [
                CallbackName(rawValue: occurrence.outcome).map(CoverageItem.callback),
                AdvancedStatus.Code(rawValue: occurrence.reason).map(CoverageItem.status),
            ].compactMap(\.self)
        case "EntitlementService":
            answer(occurrence)
        default:
            []
        }
    }

    private static func condition(_ occurrence: Occurrence) -> CoverageItem? {
        guard let condition = ExchangeCondition(rawValue: occurrence.event) else { return nil }
        return ConditionFinding.holds(outcome: occurrence.outcome).map { .condition(condition, holds: $0) }
    }

    /// Returns the endpoint of a request, and the codes in its answer.
    private static func answer(_ occurrence: Occurrence) -> [CoverageItem] {
        let request = occurrence.event.split(separator: " ", maxSplits: 1)
        guard request.count == 2, let method = HTTPRequest.Method(String(request[0])),
            case .found(let endpoint, _) = RouteMatch<Endpoint>(method, request[1])
        else { return [] }
        let reached = Endpoint.api.contains { $0 === endpoint } ? [CoverageItem.endpoint(endpoint)] : []
        // The single sign-on service has error codes of its own.
        guard endpoint.errors != .singleSignOn else { return reached }
        // The outcome has the status, and for decisions one word for each resource.
        let words = occurrence.outcome.drop { $0.isNumber || $0 == " " }.split(separator: ", ")
        return reached + words.compactMap { EnhancedErrorCode.named(String($0)) }.map(CoverageItem.errorCode)
    }
}
