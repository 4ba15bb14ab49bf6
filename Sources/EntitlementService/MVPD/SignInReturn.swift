import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The return of a user's browser from an MVPD: the second half of a sign-in, in any protocol.
///
/// If the MVPD refused the sign-in, for example after a cancellation, the browser returns to the app, which finds no
/// profile. An invalid answer gives an error page and changes nothing. A code serves one sign-in: a later answer, for
/// example after a reload, gives a page that links to the app.
struct SignInReturn {
    let context: ServiceContext

    private var simulation: Simulation { context.simulation }

    /// Completes a sign-in.
    ///
    /// - Parameters:
    ///   - code: The session's code, which the MVPD gave back.
    ///   - proof: The MVPD's answer.
    ///   - now: The time of the request.
    /// - Returns: A redirect to the app, or a page for a used code.
    /// - Throws: ``Refusal`` for an unknown code, a code without a pending request, and an invalid answer.
    func answer(code: String, with proof: some AuthenticationResponse, at now: Date) throws -> ServiceAnswer {
        let (record, configuration) = try simulation.store.read { state in
            (try Self.session(code, of: proof, at: now, in: state), try context.configuration(in: state))
        }
        return try Refusal.inSignIn(of: record.clientID) {
            try answer(record, code: code, with: proof, configuration, at: now)
        }
    }

    private func answer(
        _ record: SessionRecord, code: String, with proof: some AuthenticationResponse,
        _ configuration: ServiceConfiguration,
        at now: Date
    ) throws -> ServiceAnswer {
        if record.completedAt != nil, let redirect = record.redirectURL { return finished(redirect, proof) }
        let integration = try BrowserSignIn.integration(of: record, in: configuration, at: now)
        guard let sent = record.sentRequests, !sent.isEmpty, let redirect = record.redirectURL else {
            throw Refusal(
                proof.errorCode, "No \(proof.protocolName) request is pending for this sign-in.",
                details: proof.nonePending)
        }
        let verdict = try ReplayCache.judging(from: integration.mvpd, in: simulation.store, at: now) { isReplay in
            try proof.judged(as: sent, configuration, integration, at: now, isReplay: isReplay)
        }
        switch verdict {
        case .proven(let subject, let answered):
            guard try accept(subject, by: proof, record, integration, requestID: answered.id, at: now) else {
                return finished(redirect, proof)
            }
            return BrowserPage.redirect(
                to: redirect, outcome: "signed in with \(integration.mvpd)",
                reason: (["The \(proof.protocolName) response passed every policy."] + subject.notes)
                    .joined(separator: " "))
        case .refusedByMVPD(let reason):
            var answer = BrowserPage.redirect(
                to: redirect, outcome: "not signed in", reason: "The MVPD refused the sign-in: \(reason)")
            answer.verdict = .refused
            answer.values.isRefusalOfMVPD = true
            return answer
        case .invalid(let refusal):
            // The same answer may have arrived twice, and the other request has accepted it.
            guard try isAwaited(code, of: proof, at: now) else { return finished(redirect, proof) }
            throw refusal
        }
    }

    /// Returns the page for a used code; it links to the app.
    private func finished(_ redirect: String, _ proof: some AuthenticationResponse) -> ServiceAnswer {
        BrowserPage.finished(
            Refusal(proof.errorCode, "This code has already been used to sign in.", details: proof.nonePending),
            goingOnTo: redirect)
    }

    /// Returns the session of a code, for any service provider.
    ///
    /// - Throws: ``Refusal`` if the code is unknown or not valid now, or replaced by a newer code and unused.
    private static func session(
        _ code: String, of proof: some AuthenticationResponse, at now: Date, in state: any StateReading
    ) throws -> SessionRecord {
        let kept = SessionRecord.isCode(code) ? try state.value(for: ServiceDocument.session(code)) : nil
        guard let kept, kept.holds(at: now) else {
            let end = kept.map {
                " Its session ended at \(TimeText.format($0.end)); the clock shows \(TimeText.format(now))."
            }
            throw Refusal(.invalidAuthenticationSession, proof.unknownCode + (end ?? ""))
        }
        guard kept.isReplaced != true || kept.completedAt != nil else { throw SessionStorage.replaced }
        return kept
    }

    /// Whether no user has signed in with a code yet.
    private func isAwaited(_ code: String, of proof: some AuthenticationResponse, at now: Date) throws -> Bool {
        try simulation.store.read { state in try Self.session(code, of: proof, at: now, in: state).completedAt == nil }
    }

    /// Stores the profile, and prevents a second use of the request and of the proof.
    ///
    /// - Returns: `false` if another answer has used the code.
    private func accept(
        _ subject: AuthenticatedSubject, by proof: some AuthenticationResponse, _ record: SessionRecord,
        _ integration: Integration,
        requestID: String, at now: Date
    ) throws -> Bool {
        let profile = EntitlementProfile(
            subject, type: .regular, issuer: integration.mvpd.rawValue, integration: integration, at: now)
        return try simulation.store.write { state in
            var kept = try Self.session(record.code, of: proof, at: now, in: state)
            guard kept.completedAt == nil else { return false }
            try ReplayCache.accept(
                subject.proof, until: subject.proofEnds, from: integration.mvpd, of: proof.protocolName,
                orRefuse: proof.errorCode,
                isStillPending: kept.sentRequests?.contains { $0.id == requestID } ?? false, at: now, in: state,
                sweptBy: simulation.sweeper)
            kept.complete(at: now, until: profile.notAfter.instant)
            try state.setValue(kept, for: ServiceDocument.session(kept.code))
            try SessionStorage.extendLatest(to: kept, in: state)
            try ProfileStorage.put(
                profile, mvpd: integration.mvpd, holder: kept.holder, at: now, in: state,
                sweptBy: simulation.sweeper)
            var session = subject.session
            session?.lapsesAt = profile.notAfter.instant
            try state.setValue(session, for: ServiceDocument.providerSession(kept.holder, mvpd: integration.mvpd))
            if let identity = kept.sharedIdentity {
                try SharedProfiles.share(
                    profile, by: subject.proof, mvpd: integration.mvpd, of: identity, from: kept.holder, in: state)
            }
            return true
        }
    }
}
