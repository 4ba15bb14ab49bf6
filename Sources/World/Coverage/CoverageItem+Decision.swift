import AccessEnabler
package import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSSOBridge
import VideoSubscriberAccount

extension CoverageItem {
    /// Returns the items that a decision has visited.
    ///
    /// - Parameter decision: A decision of the journal, or a callback.
    /// - Returns: The items; usually none or one.
    package static func visited(by decision: any JournalDecision) -> [CoverageItem] {
        switch decision {
        case let finding as ConditionFinding: [.condition(finding.condition, holds: finding.holds)]
        case let step as MetadataStep: step.row.map { [.row($0)] } ?? []
        case let callback as CallbackDecision:
            [.callback(callback.callback)] + (callback.status.map { [.status($0)] } ?? [])
        case let request as RequestDecision: visited(by: request)
        default: []
        }
    }

    /// Returns the endpoint of a request, and the codes in its answer.
    private static func visited(by request: RequestDecision) -> [CoverageItem] {
        let endpoint = Endpoint.api.first { $0.name == request.endpoint }
        // The single sign-on service has error codes of its own.
        let codes = endpoint?.errors == .singleSignOn ? [] : request.codes.compactMap(EnhancedErrorCode.named)
        return (endpoint.map { [.endpoint($0)] } ?? []) + codes.map(CoverageItem.errorCode)
    }
}
