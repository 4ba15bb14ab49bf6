import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The identifiers of accepted proofs of sign-ins, such as SAML assertions, stored until the proofs expire.
///
/// No proof is accepted twice, from the framework or from a browser. Expired identifiers are deleted when the next
/// proof is accepted, because an expired proof is invalid anyway.
enum ReplayCache {
    /// Validates responses of an MVPD, with access to the accepted assertions.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - store: The store of the accepted assertions.
    ///   - now: The time of the validation.
    ///   - judge: Validates the responses; its argument returns whether an assertion was accepted before.
    /// - Returns: The result of `judge`.
    /// - Throws: `StateError` if the store cannot be read. A failure of the simulator must not look like a replay.
    static func judging<Verdict>(
        from mvpd: MVPDID, in store: any StateStore, at now: Date,
        _ judge: (_ isReplay: @escaping @Sendable (_ assertionID: String) -> Bool) throws -> Verdict
    ) throws -> Verdict {
        // A policy cannot throw, so this keeps an error of the store until the policies are done.
        let trouble = Locked<(any Error)?>(nil)
        let verdict = try judge { id in
            do {
                let key = ServiceDocument.assertion(mvpd: mvpd, id: id)
                return try store.read { try $0.value(for: key).map { now < $0.lapsesAt } ?? false }
            } catch {
                trouble.withLockedValue { $0 = error }
                return false
            }
        }
        if let error = trouble.withLockedValue({ $0 }) { throw error }
        return verdict
    }

    /// Records an assertion in the transaction that accepts it.
    ///
    /// - Throws: ``Refusal`` if another request has accepted the assertion, or answered the same SAML request, since the
    ///   validation.
    static func accept(
        _ id: String, until end: Date, from mvpd: MVPDID, of protocolName: String = "SAML",
        orRefuse code: EnhancedErrorCode = .invalidParameterSAMLResponse, isStillPending: Bool, at now: Date,
        in state: any StateWriting, sweptBy sweeper: Sweeper
    ) throws {
        let key = ServiceDocument.assertion(mvpd: mvpd, id: id)
        guard isStillPending else {
            throw Refusal(
                code, "Another \(protocolName) response has already answered the request.",
                details: "replay: the request was answered before")
        }
        guard try state.value(for: key).map({ $0.lapsesAt <= now }) ?? true else {
            throw Refusal(
                code, "Another request has already accepted the \(protocolName) response.",
                details: "replay: the assertion was accepted before")
        }
        try sweeper.sweep(at: now, in: state)
        try state.setValue(AcceptedAssertion(lapsesAt: end), for: key)
    }
}

/// An accepted assertion, stored as the time of its expiration.
struct AcceptedAssertion: Codable, Sendable, Hashable, Lapsing {
    let lapsesAt: Date

    init(lapsesAt: Date) { self.lapsesAt = lapsesAt }

    init(from decoder: any Decoder) throws { lapsesAt = try decoder.singleValueContainer().decode(Date.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(lapsesAt)
    }
}
