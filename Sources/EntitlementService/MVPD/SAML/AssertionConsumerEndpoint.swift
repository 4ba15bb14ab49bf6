import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// `POST /sp/saml/SAMLAssertionConsumer`: takes the MVPD's SAML response from the user's browser (HTTP-POST binding),
/// and redirects the browser to the app.
///
/// The relay state is the session's code. A response that is not signed is invalid, also if its status is not success.
struct AssertionConsumerEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            let form = try request.form(orRefuse: .invalidParameterSAMLResponse)
            guard let text = form.value("SAMLResponse"), let xml = StrictBase64.octets(text) else {
                throw Refusal(.invalidParameterSAMLResponse, Self.flaw(of: form, request))
            }
            return try SignInReturn(context: context).answer(
                code: form.value("RelayState") ?? "",
                with: SAMLProof(xml: xml, source: Data(text.utf8), relayState: form.value("RelayState")),
                at: request.now)
        }
    }

    /// Says what came instead of a response in Base64: each mistake of who sends it has its own sentence.
    private static func flaw(of form: [FormField], _ request: ServiceRequest) -> String {
        if let value = form.value("SAMLResponse") {
            return PastedText.flaw(ofField: value) ?? "The form field 'SAMLResponse' is damaged."
        }
        let missing = "The form field 'SAMLResponse' is missing"
        if let kind = ForeignBody.kind(request.body, type: request.header(.contentType)) {
            return "\(missing): \(kind)."
        }
        if form.value("SAMLart") != nil {
            return
                "\(missing): the form has 'SAMLart', an artifact, and this address takes no artifacts (HTTP-POST only)."
        }
        if form.value("SAMLRequest") != nil {
            return "\(missing): the form has 'SAMLRequest', and this address takes responses."
        }
        if FormCoding.decode(request.rawQuery)?.value("SAMLResponse") != nil {
            return "\(missing): it is in the address, and the HTTP-POST binding has it in the body."
        }
        return "\(missing): the form has \(form.shownNames)."
    }
}

/// A SAML response that a browser brought.
struct SAMLProof: AuthenticationResponse {
    /// The response, as received.
    let xml: Data
    /// The form field that contained it, for the reason of a refusal.
    let source: Data
    /// The form field `RelayState`; `nil` if the form has none.
    let relayState: String?

    var errorCode: EnhancedErrorCode { .invalidParameterSAMLResponse }
    var protocolName: String { "SAML" }
    var unknownCode: String {
        guard let relayState else { return "The form field 'RelayState' is missing: it has the code of the sign-in." }
        return "The relay state '\(relayState.prefix(128))' is not a valid code."
    }
    var nonePending: String { "inResponseTo: no request is pending" }

    /// Validates the response as the answer to one of the pending requests, newest first.
    ///
    /// If it answers none of them, the verdict is that for the newest request.
    func judged(
        as sent: [SessionRecord.SentRequest], _ configuration: ServiceConfiguration, _ integration: Integration,
        at now: Date, isReplay: @escaping @Sendable (_ proof: String) -> Bool
    ) -> SignInVerdict {
        let verdicts = sent.reversed().lazy.map { request in
            let verdict = PartnerSAML.judge(
                xml, from: source, configuration: configuration, integration: integration, profile: .webSSO,
                recipient: request.returnAddress, requestID: request.id, at: now, isReplay: isReplay)
            return (verdict, request)
        }
        // The response may be valid for another request.
        let (verdict, answered) =
            verdicts.first { !$0.0.failures.contains { $0.policy == .inResponseTo } } ?? verdicts[verdicts.startIndex]
        switch verdict {
        case .valid(let response):
            return .proven(
                AuthenticatedSubject(response, allowing: configuration.saml.clockSkew), answering: answered)
        case .invalid(let failures) where failures.map(\.isProviderStatus) == [true]:
            return .refusedByMVPD(reason: failures.map(\.reason).joined(separator: "; "))
        case .invalid(let failures): return .invalid(Refusal(failures))
        }
    }
}

extension AuthenticatedSubject {
    /// Creates the subject that a valid response proves.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - skew: The seconds after its end in which the service accepts the response, and so remembers it.
    init(_ response: VerifiedResponse, allowing skew: TimeInterval) {
        self.init(
            proof: response.assertionID, proofEnds: response.notOnOrAfter?.addingTimeInterval(skew) ?? .distantFuture,
            userID: response.nameID,
            attributes: response.values,
            // A logout request must name the user, so an assertion without a name gives no session to end.
            session: response.nameID.map {
                .saml(
                    ProviderSession(
                        nameID: $0, qualifiers: response.nameQualifiers, sessionIndex: response.sessionIndex,
                        assertion: response.assertionID, notAfter: .distantPast))
            }, notes: response.notes)
    }
}

extension Refusal {
    /// Creates the refusal of a SAML response that failed some policies.
    init(_ failures: [ValidationFailure]) {
        let text = failures.map(Self.text).joined(separator: "; ")
        self.init(
            .invalidParameterSAMLResponse, "The SAML response is not valid: \(text)\(text.hasSuffix(".") ? "" : ".")",
            details: text)
        policies = failures.map(\.policy.rawValue)
        values.failures = failures.map {
            .init(policy: $0.policy.rawValue, reason: JournalText($0.reason), path: $0.path)
        }
    }

    /// Returns a failure with the setting that would accept the response.
    private static func text(_ failure: ValidationFailure) -> String {
        let hint = failure.acceptedBy.map { acceptance in
            acceptance.serviceSetting.map { " (`\($0)` accepts it)" } ?? " (it cannot be allowed in the service)"
        }
        return "\(failure.policy.rawValue): \(failure.reason)\(hint ?? "")"
    }
}
