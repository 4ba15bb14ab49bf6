import TVSimEntitlementAPI
import TVSimWorld

private let createProfile = Rule.Source.endpoint(
    "Create and retrieve profile using partner authentication response",
    "partner-single-sign-on-apis/rest-api-v2-partner-single-sign-on-apis-"
        + "retrieve-profile-using-partner-authentication-response",
    "Request")

// What an app sends with the requests of a sign-in.
extension Rule {
    static let sessionRequests: [Rule] = [
        Rule(
            .samlOnce, .mandatory, .sessions, "The app sends each SAML response of the framework once.",
            trigger: "The app sends a SAML response.", why: "A refused sign-in.",
            chosen: "It may be sent again after no answer, a 401, a 429, or a status from 500.",
            by: [
                .faq("Authentication Phase", 10),
                .partnerFlows("Create and retrieve profile using partner authentication response"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            /// The requests that arrived for certain, by the number of the SAML response.
            var arrived: [Int: Install.ObservedEvent] = [:]
            for moment in install.requests {
                guard let fact = moment.request, fact.endpoint == .partnerProfile, let saml = fact.saml else {
                    continue
                }
                assessment.exercise()
                if let earlier = arrived[saml.number] {
                    assessment.find(
                        [earlier, moment], "SAML response \(saml.number) is sent twice",
                        instead: "ask the framework for another response")
                } else if let status = fact.answer?.status, status < 500, status != 401, status != 429 {
                    // A request without an answer, or with an answer of a proxy, may not have arrived.
                    arrived[saml.number] = moment
                }
            }
            return assessment
        },
        Rule(
            .samlEncoded, .mandatory, .sessions, "The form's SAML response is Base64, encoded once for the form.",
            trigger: "The app sends a SAML response.", why: "A refused sign-in.",
            by: [createProfile, .appleCookbook("Workflow, C. Partner Authentication Phase")]
        ) { install, _ in
            var assessment = Assessment()
            for moment in install.requests {
                guard let isBase64 = moment.request?.saml?.isBase64 else { continue }
                assessment.exercise()
                guard !isBase64 else { continue }
                assessment.find(
                    [moment], "the value of SAMLResponse is not Base64",
                    instead: "encode the response in Base64, and percent-encode it once")
            }
            return assessment
        },
        Rule(
            .sessionWhole, .mandatory, .sessions,
            "An app that opens the sign-in page itself creates a session with all its parameters.",
            trigger: "The profile says `screen: first`, and the app creates a session.", why: "A broken sign-in.",
            needs: [.facts, .bodies, .screen],
            by: [.primaryFlow("Perform authentication within primary application, Workflow")]
        ) { install, settings in
            var assessment = Assessment()
            for moment in install.requests {
                guard settings.screen == .first, let fact = moment.request, fact.endpoint == .session,
                    let session = fact.answer?.session
                else { continue }
                assessment.exercise()
                guard session.action == .resume else { continue }
                let missing = session.missing ?? []
                assessment.find(
                    [moment],
                    "the session is created without "
                        + (missing.isEmpty ? "all its parameters" : missing.joined(separator: ", ")),
                    instead: "send mvpd, domainName and redirectUrl in the call that creates the session")
            }
            return assessment
        },
        Rule(
            .ssoToken, .mandatory, .sessions,
            "The token of single sign-on is sent with each request that lists it.",
            trigger:
                "The app creates a session with the token of a service or a platform, or has a profile of such a token, "
                + "and goes on.", why: "The user loses single sign-on.",
            chosen: "A session without the token or a logout begins anew, and so do the marks launch and "
                + "requestedByUser, because the user may have signed out of the service that makes the token.",
            by: [
                .serviceTokenFlows("Perform authentication through single sign-on using service token, Prerequisites"),
                .platformFlows("Perform authentication through single sign-on using platform identity, Prerequisites"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var known = KnownProfiles()
            var begun: [String: Install.ObservedEvent] = [:]
            for moment in install.moments {
                if let event = moment.mark?.event, event == .launch || event == .requestedByUser {
                    (begun, known) = ([:], KnownProfiles())
                }
                guard let fact = moment.request else { continue }
                defer { known.learn(from: fact) }
                if fact.endpoint == .session {
                    for token in SharedToken.all where fact.succeeded {
                        begun[token.name] = fact.header(token.name) == nil ? nil : moment
                    }
                    continue
                }
                for token in SharedToken.all where token.isListed(by: fact) {
                    guard let cause = begun[token.name], moment.follows(cause) else { continue }
                    assessment.exercise()
                    guard fact.header(token.name) == nil else { continue }
                    begun[token.name] = nil
                    assessment.find(
                        [cause, moment], "\(fact.text) has no \(token.name), and the session began with it",
                        instead: "send \(token.name) with each request whose page lists it")
                }
                let names = SharedToken.headers(of: known[fact.integration]?.type)
                if fact.isDecision, !names.isEmpty {
                    assessment.exercise()
                    // A finding about the session says it.
                    let isFound = assessment.findings.last?.entries.last == moment.number
                    if !isFound, !names.contains(where: { fact.header($0) != nil }) {
                        assessment.find(
                            [moment], "\(fact.text) uses a profile of single sign-on, and has no \(names[0])",
                            instead: "send \(names.joined(separator: " or ")) with each request whose page lists it")
                    }
                }
                if fact.endpoint == .logout, fact.succeeded { begun = [:] }
            }
            return assessment
        },
    ]
}

/// The tokens by which apps share a user's profiles.
struct SharedToken {
    let name: String
    private let header: RequestHeader

    static let all = [
        SharedToken(name: "AD-Service-Token", header: .serviceToken),
        SharedToken(name: "Adobe-Subject-Token", header: .subjectToken),
        SharedToken(name: "X-Roku-Reserved-Roku-Connect-Token", header: .rokuToken),
    ]

    /// Returns whether the page of the request's endpoint lists the token.
    func isListed(by fact: RequestFact) -> Bool { fact.endpoint?.optional.contains(header) == true }

    /// Returns the names of the tokens, one of which shares a profile of a type; empty for another type.
    static func headers(of type: String?) -> [String] {
        switch type {
        case "serviceTokenSSO": ["AD-Service-Token"]
        case "platformSSO": ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token"]
        default: []
        }
    }
}
