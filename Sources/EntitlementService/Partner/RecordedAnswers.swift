import SimulationCore
import StateStorage

extension EntitlementService {
    /// Lets the service await answers to a request of another ID than those that it handed out, so that a response which
    /// was written beforehand can be delivered.
    ///
    /// - Throws: When the service's state cannot be read or written. That nothing is awaited is not an error.
    package func awaitPartnerAnswers(to id: String) throws {
        let now = try simulation.clock.now()
        try simulation.store.write { state in
            for name in try state.names(withPrefix: ServiceDocument.pendingRequests) {
                let key = StateKey<PendingRequests>(name)
                guard var pending = try state.value(for: key) else { continue }
                for (mvpd, request) in pending.requests where now < request.notAfter {
                    pending.put(
                        .init(id: id, notBefore: request.notBefore, notAfter: request.notAfter), mvpd: mvpd, at: now)
                }
                try state.setValue(pending, for: key)
            }
        }
    }
}
