import TVSimCore
import TVSimStateStorage
package import TVSimStructuredText

extension EntitlementService {
    /// Returns the `ID` of the newest partner request that a provider can answer; `nil` if none is pending.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package func awaitedRequest(from provider: ProviderID) throws -> String? {
        let now = try simulation.clock.now()
        let mvpds = Set(
            try configuration().requestors.flatMap(\.integrations).filter { $0.provider == provider }.map(\.mvpd))
        return try simulation.store.read { state in
            var pending: [PendingRequests.Request] = []
            for name in try state.names(withPrefix: ServiceDocument.pendingRequests) {
                guard let requests: PendingRequests = try state.value(for: StateKey(name)) else { continue }
                pending += mvpds.compactMap { requests.request(mvpd: $0, at: now) }
            }
            return pending.max { ($0.notBefore, $0.id) < ($1.notBefore, $1.id) }?.id
        }
    }
}
