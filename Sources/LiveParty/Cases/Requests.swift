package import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// An AuthnRequest that an identity provider has to answer in a certain way, to a user without a session.
package struct RequestCase: Sendable {
    /// What is expected.
    package enum Expected: Sendable, Hashable {
        /// A page that signs a user in.
        case signInPage
        /// Any other answer.
        case refused
        /// An answer with an error status, and no page. The status is best this one, by its last word.
        case status(String)
        /// A page that signs a user in, or any refusal. The status is best this one, by its last word.
        case statusOrPage(String)
        /// A refusal. A page says nothing yet: a sign-in shows where the answer goes.
        case refusedOrOurs
        /// Anything: it is noted.
        case anything
    }

    package let name: String
    package let summary: String
    package let expected: Expected
    package let requirement: PartyRequirement
    /// Whether it is refused only by an identity provider that refuses unsigned requests.
    let needsSignedRequests: Bool
    /// Whether it is sent twice; the second answer counts.
    package let isSentTwice: Bool
    private let change: @Sendable (inout AuthnRequest, OurServiceProvider) -> Void
    private let draft: @Sendable (inout QueryDraft, OurServiceProvider) -> Void

    private init(
        _ name: String, _ summary: String, _ expected: Expected, _ requirement: PartyRequirement,
        needsSignedRequests: Bool = false, isSentTwice: Bool = false,
        request: @escaping @Sendable (inout AuthnRequest, OurServiceProvider) -> Void = { _, _ in },
        draft: @escaping @Sendable (inout QueryDraft, OurServiceProvider) -> Void = { _, _ in }
    ) {
        (self.name, self.summary, self.expected, self.requirement) = (name, summary, expected, requirement)
        (self.needsSignedRequests, self.isSentTwice) = (needsSignedRequests, isSentTwice)
        (change, self.draft) = (request, draft)
    }

    /// Returns the query of the request.
    ///
    /// - Parameters:
    ///   - party: The sender.
    ///   - destination: The address of the identity provider's sign-in page.
    ///   - now: The instant of the request.
    /// - Returns: The query, without the question mark.
    /// - Throws: `XMLError` or `MessageError` if it cannot be made.
    package func query(from party: OurServiceProvider, to destination: String, at now: Date) throws -> String {
        var request = AuthnRequest(
            id: OurServiceProvider.identifier(), issueInstant: now, issuer: EntityID(party.entityID),
            destination: destination, assertionConsumerService: party.consumer)
        // A provider may refuse a format that it does not issue.
        request.nameIDPolicy = nil
        change(&request, party)
        var draft = QueryDraft(request.xml(), signedBy: party.identity)
        self.draft(&draft, party)
        return try draft.text()
    }

    /// The valid request, with which a run learns and controls.
    package static let valid = RequestCase("valid", "A valid, signed request.", .signInPage, .validRequests)
    /// A request of an issuer that no party knows, which proves that a party knows ours.
    package static let unknownIssuer = RequestCase(
        "unknownIssuer", "The issuer is unknown.", .refused, .knownConsumer,
        request: { request, _ in request.issuer = EntityID("https://stranger.tvsim-live.invalid") })

    /// All cases, in order.
    package static let all: [RequestCase] = [valid] + accepted + signatures + contents + notes

    private static let accepted: [RequestCase] = [
        RequestCase(
            "withoutRelayState", "The request has no RelayState.", .signInPage, .validRequests,
            draft: { draft, _ in draft.relayState = nil }),
        RequestCase(
            "otherOrder", "The parameters are in another order than the signed one.", .signInPage, .validRequests,
            draft: { draft, _ in
                draft.query = { $0.split(separator: "&").reversed().joined(separator: "&") }
            }),
        RequestCase(
            "lowerCaseEscapes", "The query was signed with escapes in lower case.", .signInPage, .validRequests,
            draft: { draft, _ in draft.signedQuery = lowerCase }),
        RequestCase(
            "persistentName", "The request wants a persistent name.", .statusOrPage("InvalidNameIDPolicy"),
            .nameFormats,
            request: { request, _ in request.nameIDPolicy = NameIDPolicy(format: SAMLNames.persistent) }),
        RequestCase(
            "transientName", "The request wants a transient name.", .statusOrPage("InvalidNameIDPolicy"), .nameFormats,
            request: { request, _ in request.nameIDPolicy = NameIDPolicy(format: SAMLNames.transient) }),
        RequestCase(
            "consumerIndex", "The request names the consumer by its index.", .signInPage, .validRequests,
            request: { request, _ in (request.assertionConsumerService, request.protocolBinding) = (nil, nil) },
            draft: { draft, _ in
                let index = #" AssertionConsumerServiceIndex="0" ID="#
                draft.xml = draft.xml.replacing(" ID=", with: index, maxReplacements: 1)
            }),
    ]

    private static func lowerCase(_ query: String) -> String {
        query.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
    }

    private static func signature(
        _ name: String, _ summary: String, _ draft: @escaping @Sendable (inout QueryDraft, OurServiceProvider) -> Void
    ) -> RequestCase {
        RequestCase(name, summary, .refused, .signedRequests, needsSignedRequests: true, draft: draft)
    }

    private static let signatures: [RequestCase] = [
        signature("unsigned", "The query has no signature.") { draft, _ in draft.identity = nil },
        signature("otherKey", "Another key signed the query.") { draft, party in draft.identity = party.impostor },
        signature("relayStateChanged", "The RelayState was changed after signing.") { draft, _ in
            draft.query = { $0.replacing("RelayState=tvsim-live", with: "RelayState=tvsim-evil") }
        },
        signature("relayStateRemoved", "The RelayState was removed after signing.") { draft, _ in
            draft.query = { $0.replacing("&RelayState=tvsim-live", with: "") }
        },
        signature("reencoded", "The query was signed with upper-case escapes and has lower-case ones.") { draft, _ in
            draft.query = { query in
                let parts = query.split(separator: "&Signature=")
                return lowerCase(String(parts[0])) + "&Signature=" + parts[1]
            }
        },
        signature("signedInOtherOrder", "The signed text begins with the RelayState.") { draft, _ in
            draft.signedQuery = { query in
                let parts = query.split(separator: "&")
                return [parts[1], parts[0], parts[2]].joined(separator: "&")
            }
        },
        RequestCase(
            "messageTwice", "The query has another request before the signed one.", .refused, .repeatedParameters,
            needsSignedRequests: true,
            draft: { draft, _ in
                draft.query = { query in
                    let message = query.prefix { $0 != "&" }
                    return "\(message.prefix(message.count / 2))&\(query)"
                }
            }),
    ]

    private static let contents: [RequestCase] = [
        RequestCase(
            "sha1", "The query is signed with RSA and SHA-1.", .refused, .strongAlgorithms,
            draft: { draft, _ in draft.algorithm = .rsaSHA1 }),
        RequestCase(
            "otherDestination", "The Destination is another address.", .refused, .requestDestination,
            request: { request, _ in request.destination = "https://stranger.tvsim-live.invalid/sso" }),
        unknownIssuer,
        RequestCase(
            "strangersConsumer", "The consumer belongs to a stranger.", .refusedOrOurs, .knownConsumer,
            request: { request, _ in namesStranger(&request) }),
        RequestCase(
            "unknownBinding", "The request wants the answer by an unknown binding.", .refusedOrOurs, .knownConsumer,
            request: { request, _ in namesUnknownBinding(&request) }),
        RequestCase(
            "version11", "The Version is 1.1.", .refused, .requestForm,
            draft: { draft, _ in draft.xml = draft.xml.replacing(#"Version="2.0""#, with: #"Version="1.1""#) }),
        RequestCase(
            "otherElement", "The message is another element than an AuthnRequest.", .refused, .requestForm,
            draft: { draft, _ in draft.xml = draft.xml.replacing("samlp:AuthnRequest", with: "samlp:AuthnRequested") }),
        RequestCase(
            "notDeflated", "The message is not compressed.", .refused, .requestReading,
            draft: { draft, _ in draft.isCompressed = false }),
        RequestCase(
            "digitFirstID", "The ID begins with a digit.", .refused, .requestReading,
            request: { request, _ in request.id = "1" + request.id.dropFirst() }),
        RequestCase(
            "passive", "IsPassive, from a browser without a session.", .status("NoPassive"), .passiveRequests,
            request: { request, _ in request.isPassive = true }),
        RequestCase(
            "unknownNameFormat", "The request wants a name of a format that does not exist.",
            .statusOrPage("InvalidNameIDPolicy"), .nameFormats,
            request: { request, _ in
                request.nameIDPolicy = NameIDPolicy(format: "urn:oasis:names:tc:SAML:2.0:nameid-format:pigeon")
            }),
    ]

    /// Names the consumer of a stranger.
    static func namesStranger(_ request: inout AuthnRequest) {
        request.assertionConsumerService = OurServiceProvider.stranger
    }

    /// Names a binding that does not exist.
    static func namesUnknownBinding(_ request: inout AuthnRequest) {
        request.protocolBinding = "urn:oasis:names:tc:SAML:2.0:bindings:Pigeon"
    }

    private static let notes: [RequestCase] = [
        RequestCase(
            "longRelayState", "The RelayState has 81 bytes.", .anything, .requestLimits,
            draft: { draft, _ in draft.relayState = String(repeating: "r", count: 81) }),
        RequestCase(
            "issuedAnHourAgo", "The request was issued an hour ago.", .anything, .requestLimits,
            request: { request, _ in request.issueInstant -= 3_600 }),
        RequestCase(
            "issuedInAnHour", "The request is issued in an hour.", .anything, .requestLimits,
            request: { request, _ in request.issueInstant += 3_600 }),
        RequestCase(
            "sameIDTwice", "The same request again.", .anything, .requestLimits, isSentTwice: true),
    ]
}

extension PartyRequirement {
    static let validRequests = PartyRequirement(
        "validRequests", "A valid request shows a page that signs the user in.", "SAML Core 2.0, 3.4.1.4")
    static let signedRequests = PartyRequirement(
        "signedRequests", "Unsigned and wrongly signed requests are refused.",
        "SAML Bindings 2.0, 3.4.4.1; SAML Metadata 2.0, 2.4.3")
    static let repeatedParameters = PartyRequirement(
        "repeatedParameters", "A query with a parameter twice is refused.", "Differences, S-169", isRequired: false)
    static let strongAlgorithms = PartyRequirement(
        "strongAlgorithms", "Requests signed with SHA-1 are refused.", "Differences, S-6", isRequired: false)
    static let requestDestination = PartyRequirement(
        "requestDestination", "A request for another Destination is discarded.", "SAML Core 2.0, 3.2.1")
    static let knownConsumer = PartyRequirement(
        "knownConsumer", "Answers go only to consumers and bindings of a known issuer.", "SAML Profiles 2.0, 4.1.4.1")
    static let requestForm = PartyRequirement(
        "requestForm", "A malformed request is refused.",
        "SAML Core 2.0, 3.2.1; SAML Bindings 2.0, 3.4.4.1")
    static let requestReading = PartyRequirement(
        "requestReading", "A request that only a strict reader finds malformed is refused.", "Differences, S-179",
        isRequired: false)
    static let passiveRequests = PartyRequirement(
        "passiveRequests", "IsPassive without a session has an error status, and shows no page.", "SAML Core 2.0, 3.4.1"
    )
    static let nameFormats = PartyRequirement(
        "nameFormats", "A request for a format of the name is refused, or the user is asked first.",
        "SAML Core 2.0, 3.4.1.1")
    static let requestLimits = PartyRequirement(
        "requestLimits", "What it does with long, old and repeated requests.", "Differences, S-131", isRequired: false)
}
