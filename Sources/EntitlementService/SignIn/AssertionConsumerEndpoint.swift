import EntitlementAPI
import Foundation
import Identifiers
import SAML
import SimulationCore
import StateStorage
import StructuredText
import XMLSecurity

/// `POST /sp/saml/SAMLAssertionConsumer`: takes the MVPD's SAML response from the user's browser (HTTP-POST binding),
/// and redirects the browser to the app.
///
/// The relay state is the session's code. If a signed response's status is not success, for example after a
/// cancellation, the browser also returns to the app, which finds no profile. An invalid response, or one that is not
/// signed, gives an error page and changes nothing. A code serves one sign-in: a later response, for example after a
/// reload, gives a page that links to the app.
struct AssertionConsumerEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering { try consumed(request) }
    }

    private func consumed(_ request: ServiceRequest) throws -> ServiceAnswer {
        let form = try request.form(orRefuse: .invalidParameterSAMLResponse)
        guard let text = form.value("SAMLResponse"), let xml = StrictBase64.octets(text) else {
            throw Refusal(
                .invalidParameterSAMLResponse, "The form field 'SAMLResponse' is missing or not valid Base64.")
        }
        let code = form.value("RelayState") ?? ""
        let (record, configuration) = try simulation.store.read { state in
            (try session(code, at: request.now, in: state), try context.configuration(in: state))
        }
        if record.completedAt != nil, let redirect = record.redirectURL { return finished(redirect) }
        let integration = try BrowserSignIn.integration(of: record, in: configuration, at: request.now)
        guard let sent = record.sentRequests, !sent.isEmpty, let redirect = record.redirectURL else {
            throw Refusal(
                .invalidParameterSAMLResponse, "No SAML request is pending for this sign-in.", details: Self.nonePending
            )
        }
        let (verdict, answered) = try judge(xml, as: sent, configuration, integration, at: request.now)
        switch verdict {
        case .valid(let response):
            guard try accept(response, record, integration, requestID: answered.id, at: request.now) else {
                return finished(redirect)
            }
            return BrowserPage.redirect(
                to: redirect, outcome: "signed in with \(integration.mvpd)",
                reason: "The SAML response passed every policy.")
        case .invalid(let failures) where failures.map(\.isProviderStatus) == [true]:
            var answer = BrowserPage.redirect(
                to: redirect, outcome: "not signed in",
                reason: "The MVPD refused the sign-in: \(failures.map(\.reason).joined(separator: "; "))")
            answer.verdict = .refused
            return answer
        case .invalid(let failures):
            // The same response may have arrived twice, and the other request has accepted it.
            guard try isAwaited(code, at: request.now) else { return finished(redirect) }
            throw Refusal(failures)
        }
    }

    private static let nonePending = "inResponseTo: no request is pending"

    /// Returns the page for a used code; it links to the app.
    private func finished(_ redirect: String) -> ServiceAnswer {
        BrowserPage.finished(
            Refusal(
                .invalidParameterSAMLResponse, "This code has already been used to sign in.",
                details: Self.nonePending),
            goingOnTo: redirect)
    }

    /// Validates a response as the answer to one of the pending requests, newest first.
    ///
    /// If it answers none of them, the verdict is that for the newest request.
    private func judge(
        _ xml: Data, as sent: [SessionRecord.SentRequest], _ configuration: ServiceConfiguration,
        _ integration: Integration, at now: Date
    ) throws -> (ValidationVerdict, SessionRecord.SentRequest) {
        try AcceptedAssertions.judging(from: integration.mvpd, in: simulation.store, at: now) { isReplay in
            let verdicts = sent.reversed().lazy.map { request in
                let verdict = PartnerSAML.judge(
                    xml, configuration: configuration, integration: integration, profile: .webSSO,
                    recipient: request.assertionConsumer, requestID: request.id, at: now, isReplay: isReplay)
                return (verdict, request)
            }
            // The response may be valid for another request.
            return verdicts.first { !$0.0.failures.contains { $0.policy == .inResponseTo } }
                ?? verdicts[verdicts.startIndex]
        }
    }

    /// Returns the session of a code, for any service provider.
    ///
    /// - Throws: ``Refusal`` if the code is unknown or not valid now, or replaced by a newer code and unused.
    private func session(_ code: String, at now: Date, in state: any StateReading) throws -> SessionRecord {
        let kept = SessionRecord.isCode(code) ? try state.value(for: ServiceDocument.session(code)) : nil
        guard let kept, kept.holds(at: now) else {
            throw Refusal(.invalidAuthenticationSession, "The relay state is not a valid code.")
        }
        guard kept.isReplaced != true || kept.completedAt != nil else { throw SessionStorage.replaced }
        return kept
    }

    /// Whether no user has signed in with a code yet.
    private func isAwaited(_ code: String, at now: Date) throws -> Bool {
        try simulation.store.read { state in try session(code, at: now, in: state).completedAt == nil }
    }

    /// Stores the profile, and prevents a second use of the request and of the assertion.
    ///
    /// - Returns: `false` if another response has used the code.
    private func accept(
        _ response: VerifiedResponse, _ record: SessionRecord, _ integration: Integration, requestID: String,
        at now: Date
    ) throws -> Bool {
        let profile = Profile(
            response, type: .regular, issuer: integration.mvpd.rawValue, integration: integration, at: now)
        return try simulation.store.write { state in
            var kept = try session(record.code, at: now, in: state)
            guard kept.completedAt == nil else { return false }
            try AcceptedAssertions.accept(
                response.assertionID, until: response.notOnOrAfter ?? .distantFuture, from: integration.mvpd,
                isStillPending: kept.sentRequests?.contains { $0.id == requestID } ?? false, at: now, in: state,
                sweptBy: simulation.sweeper)
            kept.complete(at: now, until: profile.notAfter.instant)
            try state.setValue(kept, for: ServiceDocument.session(kept.code))
            try SessionStorage.extendLatest(to: kept, in: state)
            try ProfileStorage.put(
                profile, mvpd: integration.mvpd, holder: kept.holder, at: now, in: state,
                sweptBy: simulation.sweeper)
            // A logout request must name the user, so an assertion without a name gives no session to end.
            try state.setValue(
                response.nameID.map {
                    ProviderSession(
                        nameID: $0, qualifiers: response.nameQualifiers, sessionIndex: response.sessionIndex,
                        assertion: response.assertionID, notAfter: profile.notAfter.instant)
                },
                for: ServiceDocument.providerSession(kept.holder, mvpd: integration.mvpd))
            if let identity = kept.sharedIdentity {
                try SharedProfiles.share(
                    profile, by: response.assertionID, mvpd: integration.mvpd, of: identity, from: kept.holder,
                    in: state)
            }
            return true
        }
    }
}
