import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// The sign-ins of a run at an identity provider, and what each of them shows.
struct SignInScript {
    let party: OurServiceProvider
    let provider: IdentityProviderMetadata
    let settings: IdentityProviderSettings
    /// What the user fills in.
    let credentials: [String]
    let now: () -> Date
    var user: any SignIn
    /// The latest authentication of each session.
    private var latest: [String: Date] = [:]

    init(
        party: OurServiceProvider, provider: IdentityProviderMetadata, settings: IdentityProviderSettings,
        credentials: [String], user: any SignIn, now: @escaping () -> Date
    ) {
        (self.party, self.provider, self.settings) = (party, provider, settings)
        (self.credentials, self.user, self.now) = (credentials, user, now)
    }

    /// A RelayState of 80 bytes with characters that a careless receiver decodes twice.
    static let awkwardRelayState = String(("a+b%20c&d=e " + String(repeating: "x", count: 80)).prefix(80))

    /// Performs the sign-ins.
    ///
    /// - Returns: The checks, in order; only the first one if no sign-in is possible.
    /// - Throws: ``LiveStop`` if the run must end; `TransportFailure` without an answer.
    mutating func run() throws -> [PartyCheck] {
        guard let (first, _) = try signIn(session: "first") else {
            return [PartyCheck(.signsIn, .violated("no answer came to our consumer after the sign-in"))]
        }
        var checks = [PartyCheck(.signsIn, .holds)]
        checks += first.checks(
            settings, at: party, hasLogout: provider.singleLogout != nil, credentials: credentials)
        guard first.verdict.verified != nil else {
            return checks + [PartyCheck(.usesSession, .notShown("the first answer is not valid"))]
        }
        let second = try signIn(session: "first")
        checks.append(
            PartyCheck(
                .usesSession,
                failure: second.map { $0.wasAsked == false ? nil : "it asked for a password" } ?? "no answer came"))
        let forced = try signIn(session: "first") { $0.forceAuthn = true }
        checks.append(
            PartyCheck(
                .forceAuthn,
                failure: forced.map { $0.wasAsked == true ? nil : "it answered from the session" } ?? "no answer came"))
        let passive = try signIn(session: "first") { $0.isPassive = true }
        checks.append(
            PartyCheck(
                .passiveSession,
                failure: passive?.answer.verdict.verified != nil && passive?.wasAsked != true
                    ? nil : "the answer has no status Success"))
        checks += try names()
        let awkward = try signIn(session: "first", relayState: Self.awkwardRelayState)
        checks.append(
            PartyCheck(
                .relayStateReturns,
                failure: awkward?.answer.delivery.fields["RelayState"] == Self.awkwardRelayState
                    ? nil : "a RelayState of 80 bytes with '+', '%' and '&' came back changed",
                name: "awkwardRelayState"))
        checks.append(try scoping())
        return checks + (try logout(of: first))
    }

    /// An answer, and whether the user had to authenticate for it; `nil` if that cannot be seen.
    private typealias Signed = (answer: SignInAnswer, wasAsked: Bool?)

    private mutating func signIn(
        session: String, relayState: String = "tvsim-live", _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> Signed? {
        var request = AuthnRequest(
            id: OurServiceProvider.identifier(), issueInstant: now(), issuer: EntityID(party.entityID),
            destination: provider.singleSignOn, assertionConsumerService: party.consumer)
        request.nameIDPolicy = NameIDPolicy(format: SAMLNames.persistent)
        change(&request)
        var draft = QueryDraft(request.xml(), signedBy: party.identity)
        draft.relayState = relayState
        guard let address = try WebAddress(provider.singleSignOn)?.adding(query: draft.text()) else {
            throw LiveStop("the address for requests in the metadata is malformed")
        }
        guard let delivery = try user.open(address, session: session), delivery.fields["SAMLResponse"] != nil else {
            return nil
        }
        let answer = try SignInAnswer(
            delivery, to: .init(id: request.id, relayState: relayState), at: party, from: provider,
            skew: settings.clockSkew, now: now())
        // A command does not say whether it was asked, but the instant of the authentication does.
        let (before, instant) = (latest[session], answer.authnInstant)
        latest[session] = instant ?? before
        let isNewer = before.flatMap { before in instant.map { $0 > before } }
        return (answer, delivery.wasAsked ?? isNewer)
    }

    /// Persistent names stay, and transient ones change (SAML Core 2.0, 8.3.7 and 8.3.8).
    private mutating func names() throws -> [PartyCheck] {
        let persistent = try ["first", "second"].map { try name(SAMLNames.persistent, session: $0) }
        let transient = try ["second", "third"].map { try name(SAMLNames.transient, session: $0) }
        func check(_ requirement: PartyRequirement, _ names: [String?], areEqual: Bool) -> PartyCheck {
            guard !names.contains(nil) else {
                return PartyCheck(requirement, .notShown("it issues no name of this format"))
            }
            let found = names[0] == names[1]
            return PartyCheck(
                requirement,
                failure: found == areEqual ? nil : "the names of two sign-ins are \(found ? "equal" : "different")")
        }
        return [
            check(.persistentNames, persistent, areEqual: true), check(.transientNames, transient, areEqual: false),
        ]
    }

    /// Returns the name that a sign-in gives; `nil` if it is of another format, or not valid.
    private mutating func name(_ format: String, session: String) throws -> String? {
        guard let (answer, _) = try signIn(session: session, { $0.nameIDPolicy = NameIDPolicy(format: format) }),
            answer.verdict.verified != nil, answer.written?.assertions.first?.nameIDFormat == format
        else { return nil }
        return answer.nameID
    }

    /// Adobe's requests name the requestor in one of two ways.
    private mutating func scoping() throws -> PartyCheck {
        let requestor = settings.requestor
        let scoped = try signIn(session: "first") { $0.requesterIDs = [requestor] }
        if scoped?.answer.verdict.verified != nil { return PartyCheck(.scoping, .holds) }
        return PartyCheck(
            .scoping,
            .violated(
                "a request with the RequesterID '\(requestor)' is refused; the other form, by Issuer, was not tried"))
    }

    private mutating func logout(of first: SignInAnswer) throws -> [PartyCheck] {
        guard let endpoint = provider.singleLogout else {
            return [PartyCheck(.logoutAnswer, .notShown("its metadata have no address for logout messages"))]
        }
        guard let believed = first.verdict.verified, let name = believed.nameID else { return [] }
        let request = LogoutRequest(
            id: OurServiceProvider.identifier(), issueInstant: now(), issuer: EntityID(party.entityID),
            destination: endpoint.location, nameID: name, qualifiers: believed.nameQualifiers,
            sessionIndexes: [believed.sessionIndex].compactMap(\.self))
        let draft = QueryDraft(request.xml(), signedBy: party.identity)
        guard let address = try WebAddress(endpoint.location)?.adding(query: draft.text()) else {
            throw LiveStop("the address for logout messages in the metadata is malformed")
        }
        let failure: String?
        if let delivery = try user.open(address, session: "first") {
            failure = self.failure(of: delivery, to: request)
        } else {
            failure = "no LogoutResponse came to our address"
        }
        let after = try signIn(session: "first")
        return [
            PartyCheck(.logoutAnswer, failure: failure),
            PartyCheck(
                .logoutEndsSession,
                failure: after?.wasAsked == false ? "the session stays: no password was asked for" : nil),
        ]
    }

    /// Returns what is wrong with an answer to a LogoutRequest; `nil` for nothing.
    private func failure(of delivery: Delivery, to request: LogoutRequest) -> String? {
        guard let query = delivery.query else { return "the LogoutResponse did not come as a signed query" }
        do {
            let received = try RedirectBinding.read(.response, in: query, signedBy: provider.certificates)
            let response = try LogoutResponse(unverifiedXML: received.xml)
            if response.inResponseTo.rawValue != request.id { return "its InResponseTo is another request" }
            if response.destination?.rawValue != party.logout {
                return "its Destination is another address, or missing"
            }
            guard response.succeeded else {
                let words = response.statusCodes.compactMap { $0.split(separator: ":").last.map(String.init) }
                return "its status is \(words.joined(separator: ", ").prefix(128))"
            }
            return nil
        } catch {
            return "it is not valid: \(error)"
        }
    }
}

extension WebAddress {
    /// Returns the address with a query behind its own.
    func adding(query added: String) -> WebAddress { with(query: query.map { "\($0)&\(added)" } ?? added) }
}

extension PartyRequirement {
    static let signsIn = PartyRequirement(
        "signsIn", "A user with the right password is signed in.", "SAML Profiles 2.0, 4.1.3.5")
    static let usesSession = PartyRequirement(
        "usesSession", "A second request in the same browser needs no password.",
        "Adobe, MVPD Authentication", isRequired: false)
    static let forceAuthn = PartyRequirement(
        "forceAuthn", "ForceAuthn asks for a password in spite of a session.", "SAML Core 2.0, 3.4.1")
    static let passiveSession = PartyRequirement(
        "passiveSession", "IsPassive with a session signs the user in, without a question.", "SAML Core 2.0, 3.4.1")
    static let persistentNames = PartyRequirement(
        "persistentNames", "A persistent name is the same each time.", "SAML Core 2.0, 8.3.7")
    static let transientNames = PartyRequirement(
        "transientNames", "A transient name is another one each time.", "SAML Core 2.0, 8.3.8", isRequired: false)
    static let scoping = PartyRequirement(
        "scoping", "A request may name the requestor for which it asks.", "Adobe, Service Provider Scoping",
        isRequired: false)
    static let logoutAnswer = PartyRequirement(
        "logoutAnswer", "The LogoutResponse is signed, answers the request, and has status Success.",
        "SAML Core 2.0, 3.7.3.2; SAML Profiles 2.0, 4.4.3.5 and 4.4.4.2; Adobe, MVPD Logout")
    static let logoutEndsSession = PartyRequirement(
        "logoutEndsSession", "After a logout the user is asked for a password again.", "SAML Core 2.0, 3.7.3.2")
}
