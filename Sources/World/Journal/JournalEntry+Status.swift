package import TVSimCore
import TVSimEntitlementService
import TVSimIdentityProvider

extension JournalEntry {
    /// The status of a request that reached the service or a provider's page, 0 if it got no answer; `nil` for another
    /// decision.
    package var requestStatus: Int? {
        (decision as? RequestDecision)?.status ?? (decision as? PageDecision)?.status
    }
}
