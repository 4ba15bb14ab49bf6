import TVSimXMLSecurity

/// Errors in subject, confirmation and statements, as elements before signing.
enum SubjectDefects {
    static let all = names + confirmations + statements

    private static func defect(
        _ name: String, _ policy: ValidationFailure.Policy, _ summary: String,
        query: ResponseDefect.QueryVerdict = .same, signing signed: ResponseIssuer.Signed? = nil,
        resembles: String? = nil, _ change: @escaping @Sendable (inout ResponseDraft) throws(XMLError) -> Void
    ) -> ResponseDefect {
        var steps = DefectSteps(draft: change)
        if let signed { steps.plan = { $0.signed = signed } }
        return ResponseDefect(
            name, .beforeSigning, policy, summary, query: query, resembles: resembles, steps)
    }

    private static func adding(
        _ markup: String, to path: [String]
    ) -> @Sendable (inout ResponseDraft) throws(XMLError) -> Void {
        { draft throws(XMLError) in try draft.edit(path) { $0.children.append(.markup(markup)) } }
    }

    /// Attacks on readers that use only the text before a child element.
    static let truncation =
        "CVE-2017-11427, CVE-2017-11428, CVE-2017-11429, CVE-2017-11430, CVE-2018-0489 (text cut off at a child)"

    private static let names = [
        defect("noNameID", .subject, "The subject has no name.") { draft throws(XMLError) in
            try draft.remove(ResponseDraft.name)
        },
        defect("emptyNameID", .subject, "The subject's name is empty.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.name) { $0.children = [.text(" ")] }
        },
        defect("twoNameIDs", .subject, "The subject has two names.") { draft throws(XMLError) in
            try draft.edit(["saml:Assertion", "saml:Subject"]) {
                $0.children.insert(.element(MessageElement("saml:NameID", text: DefectWords.current.forgedName)), at: 0)
            }
        },
        defect(
            "elementInNameID", .subject, "The subject's name contains an element.", resembles: truncation
        ) { draft throws(XMLError) in
            let inner = MessageElement("saml:NameID", text: DefectWords.current.forgedName)
            try draft.edit(ResponseDraft.name) { $0.children.append(.element(inner)) }
        },
        defect(
            "instructionInNameID", .subject, "The subject's name contains a processing instruction.",
            resembles: "OneUptime advisory 2026 (the text of a processing instruction is read as content)",
            adding("<?p x?>", to: ResponseDraft.name)),
        defect(
            "unreadableEncryptedID", .encryption, "The subject's name is encrypted, but the encrypted element is empty."
        ) {
            draft throws(XMLError) in
            try draft.replace(ResponseDraft.name, with: [.markup("<saml:EncryptedID></saml:EncryptedID>")])
        },
    ]

    private static let confirmations = [
        defect("confirmationExpired", .subject, "The bearer confirmation expired in the year 2000.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["NotOnOrAfter"] = "2000-01-01T00:00:00Z" }
        },
        defect(
            "noConfirmation", .subject, "The subject has no confirmation.", query: .believed, signing: .response
        ) { draft throws(XMLError) in try draft.remove(ResponseDraft.confirmation) },
        defect(
            "holderOfKey", .subject, "The subject is confirmed by a key, not as a bearer.", query: .believed,
            signing: .response
        ) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmation) { $0["Method"] = SAMLNames.holderOfKey }
        },
        defect(
            "confirmationWithoutEnd", .subject, "The bearer confirmation has no NotOnOrAfter.", query: .believed
        ) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["NotOnOrAfter"] = nil }
        },
        defect("confirmationEndUnreadable", .subject, "The end of the confirmation is not a time.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["NotOnOrAfter"] = "never" }
        },
        defect("confirmationNotBefore", .subject, "The bearer confirmation has a NotBefore.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["NotBefore"] = "2000-01-01T00:00:00Z" }
        },
        defect("noRecipient", .recipient, "The confirmation has no recipient.", query: .believed) {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["Recipient"] = nil }
        },
        defect("emptyRecipient", .recipient, "The confirmation's recipient is empty.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["Recipient"] = "" }
        },
        defect("confirmationInResponseTo", .inResponseTo, "Only the confirmation answers another request.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.confirmationData) { $0["InResponseTo"] = "_another-request" }
        },
    ]

    private static let statements = [
        defect("noAuthnContext", .session, "The authentication statement has no context.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.statement) { $0.children = [] }
        },
        defect("emptyAuthnContext", .session, "The authentication context is empty.") { draft throws(XMLError) in
            try draft.edit(ResponseDraft.statement + ["saml:AuthnContext"]) { $0.children = [] }
        },
        defect("authnInstantUnreadable", .session, "The time of the authentication is invalid.") {
            draft throws(XMLError) in try draft.edit(ResponseDraft.statement) { $0["AuthnInstant"] = "" }
        },
        defect("emptyAttributeStatement", .attributes, "An attribute statement has no attribute.") {
            draft throws(XMLError) in
            try draft.edit(ResponseDraft.assertion) {
                $0.children.append(.element(MessageElement("saml:AttributeStatement")))
            }
        },
        defect(
            "elementInAttribute", .attributes, "The value of an attribute contains an element.",
            adding(
                #"<saml:AttributeStatement><saml:Attribute Name="x"><saml:AttributeValue>a<b></b></saml:AttributeValue>"#
                    + "</saml:Attribute></saml:AttributeStatement>", to: ResponseDraft.assertion)),
        defect(
            "unreadableEncryptedAttribute", .encryption,
            "An attribute is encrypted, but the encrypted element is empty.",
            adding(
                "<saml:AttributeStatement><saml:EncryptedAttribute></saml:EncryptedAttribute>"
                    + "</saml:AttributeStatement>", to: ResponseDraft.assertion)),
    ]
}
