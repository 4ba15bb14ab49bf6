import EntitlementAPI
import Foundation
import SimulationCore
import StateStorage

/// The SAML assertions that were accepted, until they expire: none is accepted twice, whichever way it comes.
///
/// One that has expired is refused for that; it is forgotten with the next that is accepted.
enum AcceptedAssertions {
    /// Says whether an MVPD's assertion was accepted before.
    static func wereAccepted(
        from mvpd: String, in store: any StateStore, at now: Date
    ) -> @Sendable (_ assertionID: String) -> Bool {
        { id in
            let key = ServiceDocument.assertion(mvpd: mvpd, id: id)
            // A state that cannot be read proves no innocence.
            return (try? store.read { try $0.value(for: key).map { now < $0 } ?? false }) ?? true
        }
    }

    /// Remembers an assertion in the transaction that accepts it.
    ///
    /// - Throws: ``Refusal`` when somebody else has accepted it, or the answer to the same request, since it was judged.
    static func accept(
        _ id: String, until end: Date, from mvpd: String, isStillAwaited: Bool, at now: Date,
        in state: any StateWriting, sweptBy sweeper: Sweeper
    ) throws {
        let key = ServiceDocument.assertion(mvpd: mvpd, id: id)
        guard isStillAwaited, try state.value(for: key).map({ $0 <= now }) ?? true else {
            throw Refusal(
                .invalidParameterSAMLResponse, "The SAML response has just been accepted elsewhere.",
                details: "replay: the assertion was accepted before")
        }
        try sweeper.sweep(ServiceDocument.assertions, at: now, in: state) { (end: Date) in end <= now }
        try state.setValue(end, for: key)
    }
}
