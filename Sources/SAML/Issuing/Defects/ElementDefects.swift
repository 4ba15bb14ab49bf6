import TVSimXMLSecurity

/// Errors in the response, the assertion and its conditions, as elements before signing.
enum ElementDefects {
    static let all = conditions + issuers + shapes

    private static func defect(
        _ name: String, _ policy: ValidationFailure.Policy, _ summary: String,
        query: ResponseDefect.QueryVerdict = .same, signing signed: ResponseIssuer.Signed? = nil,
        resembles: String? = nil,
        _ change: @escaping @Sendable (inout ResponseDraft) throws(XMLError) -> Void
    ) -> ResponseDefect {
        var steps = DefectSteps(draft: change)
        if let signed { steps.plan = { $0.signed = signed } }
        return ResponseDefect(name, .beforeSigning, policy, summary, query: query, resembles: resembles, steps)
    }

    private static func conditions(
        _ name: String, _ summary: String, adding markup: String
    ) -> ResponseDefect {
        defect(name, .conditions, summary) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.conditions) { $0.children.append(.markup(markup)) }
        }
    }

    private static let conditions = [
        defect("noConditions", .conditions, "The assertion has no conditions.", query: .other(.audience)) {
            draft throws(XMLError) in try draft.remove(ResponseDraft.conditions)
        },
        defect("timeWithoutZone", .conditions, "The start of the conditions has no time zone.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.conditions) { $0["NotBefore"]?.removeLast() }
        },
        conditions("unknownCondition", "A condition is unknown.", adding: "<saml:Condition/>"),
        conditions(
            "foreignCondition", "A condition has a known name in another namespace.",
            adding: #"<x:OneTimeUse xmlns:x="urn:example:x"/>"#),
        conditions(
            "oneTimeUseTwice", "The assertion has more than one OneTimeUse condition.",
            adding: "<saml:OneTimeUse/><saml:OneTimeUse/>"),
        conditions(
            "proxyCountUnreadable", "The Count of ProxyRestriction is negative.",
            adding: #"<saml:ProxyRestriction Count="-1"/>"#),
        defect(
            "elementInAudience", .audience, "The audience contains an element.", resembles: SubjectDefects.truncation
        ) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.audience) { $0.children.append(.markup("<b/>")) }
        },
    ]

    private static let issuers = [
        defect("noIssuer", .issuer, "The assertion has no issuer.") { draft throws(XMLError) in
            try draft.remove(ResponseDraft.assertion + ["saml:Issuer"])
        },
        defect("wrongResponseIssuer", .issuer, "Only the response has another issuer.") { draft throws(XMLError) in
            try draft.edit(["saml:Issuer"]) { $0.children = [.text("https://another-provider.example/saml")] }
        },
        defect("wrongAssertionIssuer", .issuer, "Only the assertion has another issuer.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.assertion + ["saml:Issuer"]) {
                $0.children = [.text("https://another-provider.example/saml")]
            }
        },
        defect("issuerNoEntity", .issuer, "The issuer's name has the format of a user's name.", query: .believed) {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.assertion + ["saml:Issuer"]) { $0["Format"] = SAMLNames.persistent }
        },
    ]

    private static let shapes = [
        defect("wrongVersion", .structure, "The version of the response is 1.1.") { draft in
            draft.response["Version"] = "1.1"
        },
        defect("assertionWrongVersion", .assertion, "The version of the assertion is 1.1.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.assertion) { $0["Version"] = "1.1" }
        },
        defect("notResponse", .structure, "The message is a LogoutResponse.") { draft in
            draft.response.name = "samlp:LogoutResponse"
        },
        defect("noResponseID", .identifier, "The response has no ID.", signing: .assertion) { draft in
            draft.response["ID"] = nil
        },
        defect("noAssertionID", .assertion, "The assertion has no ID.", signing: .response) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.assertion) { $0["ID"] = nil }
        },
        defect("noIssueInstant", .assertion, "The assertion has no IssueInstant.") {
            draft throws(XMLError) in try draft.edit(ResponseDraft.assertion) { $0["IssueInstant"] = nil }
        },
        defect("noStatus", .status, "The response has no status.") { draft throws(XMLError) in
            try draft.remove(ResponseDraft.status)
        },
        defect("noStatusCode", .status, "The status has no code.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.status) { $0.children = [] }
        },
        defect(
            "noAssertion", .assertion, "The status is Success, but the response has no assertion.", signing: .response
        ) {
            draft throws(XMLError) in try draft.remove(ResponseDraft.assertion)
        },
        defect("outOfOrder", .structure, "The subject is after the statements.") { draft throws(XMLError) in
            let subject = try draft.assertion().child("saml:Subject")
            try draft.remove(ResponseDraft.assertion + ["saml:Subject"])
            try draft.edit(ResponseDraft.assertion) { assertion in
                if let subject { assertion.children.append(.element(subject)) }
            }
        },
        defect("statusWithAssertion", .structure, "The status is a failure, but the response has an assertion.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.status + ["samlp:StatusCode"]) { $0["Value"] = SAMLStatusCode.responder }
        },
        defect(
            "twoAssertions", .structure, "The response has two assertions.",
            resembles: "CVE-2022-41912 (only one of two assertions is verified)"
        ) { draft throws(XMLError) in
            var second = try draft.assertion()
            second["ID"] = "_second" + DefectWords.current.identifierEnd
            draft.response.children.append(.element(second))
        },
    ]
}
