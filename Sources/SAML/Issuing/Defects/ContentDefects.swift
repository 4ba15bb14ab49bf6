import Foundation

/// Wrong contents: times, recipients, issuer, status and attributes.
///
/// Each defect changes the content before it is written and signed; an empty restriction is made of the elements.
enum ContentDefects {
    static let all = [expired] + times + addressees + status + [missingAttribute] + attributes

    private static let stranger = "https://somebody-else.example/saml"

    private static func defect(
        _ name: String, _ policy: ValidationFailure.Policy?, _ summary: String,
        query: ResponseDefect.QueryVerdict = .same,
        _ change: @escaping @Sendable (inout ResponseContent) -> Void
    ) -> ResponseDefect {
        ResponseDefect(
            name, .beforeSigning, policy, summary, query: query,
            DefectSteps(content: { content, _ in change(&content) })
        )
    }

    /// The distance of a wrong time from now in seconds, beyond the usual skew of service providers, which is minutes.
    private static let far: TimeInterval = 3600

    static let expired = defect("expired", .conditions, "The conditions expired an hour ago.") {
        $0.notBefore = $0.issueInstant.addingTimeInterval(-2 * far)
        $0.notOnOrAfter = $0.issueInstant.addingTimeInterval(-far)
    }

    /// Extends conditions and session beyond the wrong time in the future, so that their ends do not fail too.
    private static func prolong(_ content: inout ResponseContent) {
        let (now, end) = (content.issueInstant, content.issueInstant.addingTimeInterval(2 * far))
        if content.notOnOrAfter > now { content.notOnOrAfter = max(content.notOnOrAfter, end) }
        if let last = content.sessionNotOnOrAfter, last > now { content.sessionNotOnOrAfter = max(last, end) }
    }

    private static let times = [
        defect("notYetValid", .conditions, "The conditions start in an hour.") {
            $0.notBefore = $0.issueInstant.addingTimeInterval(far)
            $0.notOnOrAfter = $0.issueInstant.addingTimeInterval(2 * far)
        },
        defect("emptyWindow", .conditions, "The conditions end at the time at which they start.") {
            $0.notOnOrAfter = $0.notBefore
        },
        defect("sessionExpired", .session, "The user's session ended an hour ago.") {
            $0.sessionNotOnOrAfter = $0.issueInstant.addingTimeInterval(-far)
            // A session must end after it starts, unless the start is wrong too.
            if $0.authnInstant ?? $0.issueInstant <= $0.issueInstant {
                $0.authnInstant = $0.issueInstant.addingTimeInterval(-2 * far)
            }
        },
        defect("authenticatedInFuture", nil, "The time of the authentication is an hour in the future.") {
            prolong(&$0)
            $0.authnInstant = $0.issueInstant.addingTimeInterval(far)
        },
        ResponseDefect(
            "issuedInFuture", .beforeSigning, nil,
            "The response and the assertion are issued an hour in the future.",
            DefectSteps(content: { content, _ in prolong(&content) }, instant: { $0.addTimeInterval(far) })),
        defect("noAuthnStatement", .session, "The assertion has no authentication statement.", query: .believed) {
            $0.authnInstant = nil
        },
    ]

    private static let addressees = [
        defect("wrongAudience", .audience, "The assertion is for another audience.") { $0.audience = stranger },
        defect("audienceByPrefix", .audience, "The audience only starts with the expected one.") {
            $0.audience += ".somebody-else.example"
        },
        defect("secondAudienceWrong", .audience, "One of two audience restrictions is for another audience.") {
            $0.furtherAudiences.append(stranger)
        },
        defect("noAudience", .audience, "The assertion has no audience restriction.") {
            ($0.audiences, $0.furtherAudiences) = ([], [])
        },
        ResponseDefect(
            "emptyAudience", .beforeSigning, .audience, "The audience restriction has no audience.",
            DefectSteps(
                content: { content, _ in content.audience = stranger },
                draft: { draft in try? draft.remove(ResponseDraft.audience) })),
        defect(
            "wrongDestination", .destination, "The response's destination is the address of another service provider."
        ) {
            $0.destination = "https://somebody-else.example/acs"
        },
        defect("emptyDestination", .destination, "The response's destination is empty.") { $0.destination = "" },
        defect("wrongRecipient", .recipient, "The confirmation's recipient is the address of another service provider.")
        {
            $0.recipient = "https://somebody-else.example/acs"
        },
        defect("wrongInResponseTo", .inResponseTo, "The response answers another request.") {
            $0.inResponseTo = "_another-request"
        },
        defect("unsolicited", .inResponseTo, "The response answers no request, although one was made.") {
            $0.inResponseTo = nil
        },
        defect("wrongIssuer", .issuer, "The response and the assertion have another issuer.") {
            $0.issuer = "https://another-provider.example/saml"
        },
        defect("issuerWithSlash", .issuer, "The issuer's name has an additional slash at its end.") {
            $0.issuer += "/"
        },
    ]

    private static func refusal(_ name: String, _ codes: [String], _ summary: String) -> ResponseDefect {
        defect(name, .status, summary) { $0.statusCodes = codes }
    }

    private static let status = [
        refusal(
            "statusNotSuccess", [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed],
            "The user could not be authenticated; the response has no assertion."),
        refusal(
            "statusRequester", [SAMLStatusCode.requester], "The request was invalid; the status has no second code."),
        refusal(
            "statusUnknownPrincipal", [SAMLStatusCode.responder, SAMLStatusCode.unknownPrincipal],
            "The provider does not know the user."),
        refusal(
            "statusNoPassive", [SAMLStatusCode.responder, SAMLStatusCode.noPassive],
            "The provider cannot answer without asking the user."),
        refusal(
            "statusRequestDenied", [SAMLStatusCode.requester, SAMLStatusCode.requestDenied],
            "The provider denies the request."),
        refusal("statusUnknown", ["urn:example:status:Strange"], "The standard does not define the status."),
    ]

    static let missingAttribute = ResponseDefect(
        "missingAttribute", .beforeSigning, .attributes, "A requested attribute is missing.",
        DefectSteps(content: { content, name in content.attributes.removeAll { $0.name == name } }))

    private static let attributes = [
        ResponseDefect(
            "attributeWithoutValue", .beforeSigning, .attributes, "A requested attribute has no value.",
            DefectSteps(content: { content, name in
                content.attributes.removeAll { $0.name == name }
                content.attributes.append(.init(name, []))
            })),
        defect("attributeWithoutName", .attributes, "An attribute has no name.") {
            $0.attributes.append(.init("", ["x"]))
        },
    ]
}
