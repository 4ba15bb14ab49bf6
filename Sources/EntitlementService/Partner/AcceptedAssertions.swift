import EntitlementAPI
import Foundation
import Identifiers
import NIOConcurrencyHelpers
import SimulationCore
import StateStorage

/// The SAML assertions that were accepted, until they expire: none is accepted twice, whichever way it comes.
///
/// One that has expired is refused for that; it is forgotten with the next that is accepted.
enum AcceptedAssertions {
    /// Judges responses of an MVPD, whose assertions may have been accepted before.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - store: Where it is kept which assertions were accepted.
    ///   - now: The instant at which they are judged.
    ///   - judge: Judges; it is told which assertions were accepted.
    /// - Returns: What `judge` says.
    /// - Throws: What the store throws: a state that cannot be read is trouble of our own, and no replay.
    static func judging<Verdict>(
        from mvpd: MVPDID, in store: any StateStore, at now: Date,
        _ judge: (_ isReplay: @escaping @Sendable (_ assertionID: String) -> Bool) -> Verdict
    ) throws -> Verdict {
        // A policy cannot throw: what the store throws waits until the policies are done.
        let trouble = NIOLockedValueBox<(any Error)?>(nil)
        let verdict = judge { id in
            do {
                let key = ServiceDocument.assertion(mvpd: mvpd, id: id)
                return try store.read { try $0.value(for: key).map { now < $0 } ?? false }
            } catch {
                trouble.withLockedValue { $0 = error }
                return false
            }
        }
        if let error = trouble.withLockedValue({ $0 }) { throw error }
        return verdict
    }

    /// Remembers an assertion in the transaction that accepts it.
    ///
    /// - Throws: ``Refusal`` when somebody else has accepted it, or the answer to the same request, since it was judged.
    static func accept(
        _ id: String, until end: Date, from mvpd: MVPDID, isStillAwaited: Bool, at now: Date,
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
