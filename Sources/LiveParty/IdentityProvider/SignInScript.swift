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
    /// The format of the names in the requests.
    private var format = SAMLNames.persistent
    /// The latest authentication of each session, and when it was first seen.
    private var latest: [String: (instant: Date, seen: Date)] = [:]
    /// Whether the user had to fill in a page at least once, so that a sign-in without one shows something.
    private var hasSeenQuestion = false

    init(
        party: OurServiceProvider, provider: IdentityProviderMetadata, settings: IdentityProviderSettings,
        credentials: [String], user: any SignIn, now: @escaping () -> Date
    ) {
        (self.party, self.provider, self.settings) = (party, provider, settings)
        (self.credentials, self.user, self.now) = (credentials, user, now)
    }

    /// A RelayState of 80 bytes with characters that a careless receiver decodes twice.
    static let awkwardRelayState = String(("a+b%20c&d=e" + String(repeating: "x", count: 80)).prefix(80))

    /// Performs the sign-ins for the cases that a user wants.
    ///
    /// - Parameter wants: Returns whether the case of a name is wanted.
    /// - Returns: The checks, in order; those of the first sign-in only if it gave no valid answer.
    /// - Throws: ``LiveStop`` if the run must end; `TransportFailure` without an answer.
    mutating func run(_ wants: (String) -> Bool) throws -> [PartyCheck] {
        var signed = try signIn(session: "first")
        if signed?.answer.written?.statusCodes.contains(SAMLStatusCode.invalidNameIDPolicy) == true {
            // It issues no persistent names.
            format = SAMLNames.transient
            signed = try signIn(session: "first")
        }
        guard let first = signed?.answer else { return [try unanswered()] }
        var checks = [PartyCheck(.signsIn, .holds)]
        checks += first.checks(
            settings, at: party, hasLogout: provider.singleLogout != nil, credentials: credentials)
        guard first.verdict.verified != nil else { return checks }
        let steps: [(names: [String], perform: (inout SignInScript) throws -> [PartyCheck])] = [
            (["usesSession"], { [try $0.asked(.usesSession, false, "it asked for a password") { _ in }] }),
            (["forceAuthn"], { [try $0.forced()] }),
            (["passiveSession"], { [try $0.passive()] }),
            (["persistentNames", "transientNames"], { try $0.names() }),
            (["awkwardRelayState"], { [try $0.relayState()] }),
            (["scoping"], { [try $0.scoping()] }),
            (["strangersConsumerInSession", "unknownBindingInSession"], { try $0.consumers() }),
            (["logoutAnswer", "logoutEndsSession"], { try $0.logout(of: first) }),
        ]
        for step in steps where step.names.contains(where: wants) { checks += try step.perform(&self) }
        return checks
    }

    /// Returns why no answer came to the first request.
    ///
    /// - Throws: ``LiveStop`` if the configuration may be the reason.
    private func unanswered() throws -> PartyCheck {
        guard let end = user.end?.hops.last else {
            throw LiveStop("the command of 'signIn' printed no message for a sign-in")
        }
        guard let status = end.status else {
            throw LiveStop("the sign-in leads to '\(end.address.place)', which is not opened: add its host to 'hosts'")
        }
        guard status >= 400 else {
            throw LiveStop(
                "the sign-in ends at '\(end.address.place)': 'signIn.pages' has no page with this path and its fields",
                (user.end?.page.forms ?? []).map(Self.listed))
        }
        return PartyCheck(.signsIn, .violated("the sign-in ends at '\(end.address.place)' with status \(status)"))
    }

    /// Returns the fields and the buttons of a form, as 'signIn.pages' names them.
    private static func listed(_ form: PageText.Form) -> String {
        func names(_ fields: [PageText.Field]) -> String {
            let names = fields.map { field in
                guard field.id.isEmpty else { return field.isButton ? "#\(field.id)" : field.id }
                return field.isButton && !field.name.isEmpty ? "name=\(field.name)" : field.name
            }
            let shown = names.filter { !$0.isEmpty }
            return shown.isEmpty ? "none" : shown.joined(separator: ", ")
        }
        let fields = form.fields.filter { !$0.isButton && $0.type != "hidden" }
        return "a form of this page: fields \(names(fields)); buttons \(names(form.fields.filter(\.isButton)))"
            .onOneLine.prefix(400).description
    }

    /// An answer, and whether the user had to authenticate for it; `nil` if that cannot be seen.
    private typealias Signed = (answer: SignInAnswer, wasAsked: Bool?)

    private mutating func signIn(
        session: String, relayState: String = "tvsim-live", _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> Signed? {
        let started = now()
        var request = AuthnRequest(
            id: OurServiceProvider.identifier(), issueInstant: started, issuer: EntityID(party.entityID),
            destination: provider.singleSignOn, assertionConsumerService: party.consumer)
        request.nameIDPolicy = NameIDPolicy(format: format)
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
        return (answer, wasAsked(delivery, answer, session, started))
    }

    /// Returns whether the user had to authenticate; `nil` if that cannot be seen.
    private mutating func wasAsked(
        _ delivery: Delivery, _ answer: SignInAnswer, _ session: String, _ started: Date
    ) -> Bool? {
        if let filled = delivery.wasAsked {
            hasSeenQuestion = hasSeenQuestion || filled
            return hasSeenQuestion ? filled : nil
        }
        // A command does not say whether it was asked, but the instant of the authentication does.
        guard let instant = answer.authnInstant else { return nil }
        guard let before = latest[session], instant <= before.instant else {
            defer { latest[session] = (instant, now()) }
            return latest[session].map { _ in true }
        }
        // Instants have whole seconds, so two authentications in one second look like one.
        return started.timeIntervalSince(before.seen) >= 2 ? false : nil
    }

    /// Signs in with a request, and returns whether the user had to authenticate as expected.
    private mutating func asked(
        _ requirement: PartyRequirement, _ expected: Bool, _ failure: String,
        _ change: (inout AuthnRequest) -> Void
    ) throws -> PartyCheck {
        guard let (answer, wasAsked) = try signIn(session: "first", change) else {
            return PartyCheck(requirement, .violated("no answer came"))
        }
        guard answer.verdict.verified != nil else {
            return PartyCheck(requirement, .notShown("the answer signs no user in"))
        }
        guard let wasAsked else { return PartyCheck(requirement, .notShown("the run does not see a question")) }
        return PartyCheck(requirement, failure: wasAsked == expected ? nil : failure)
    }

    private mutating func forced() throws -> PartyCheck {
        try asked(.forceAuthn, true, "it answered from the session") { $0.forceAuthn = true }
    }

    private mutating func passive() throws -> PartyCheck {
        guard let (answer, wasAsked) = try signIn(session: "first", { $0.isPassive = true }) else {
            return PartyCheck(.passiveSession, .violated("no answer came"))
        }
        if wasAsked == true { return PartyCheck(.passiveSession, .violated("it asked the user")) }
        let codes = answer.written?.statusCodes ?? []
        guard let code = codes.first, code != SAMLStatusCode.success else {
            return PartyCheck(
                .passiveSession, failure: answer.verdict.verified == nil ? "the answer is not valid" : nil)
        }
        // A provider that wants a consent each time may say so.
        return PartyCheck(.passiveSession, .notShown("the answer has an error status"))
    }

    private mutating func relayState() throws -> PartyCheck {
        let signed = try signIn(session: "first", relayState: Self.awkwardRelayState)
        let isSame = signed?.answer.delivery.fields["RelayState"] == Self.awkwardRelayState
        let failure =
            signed == nil ? "no answer came to a request with a RelayState" : "a RelayState came back changed,"
        return PartyCheck(
            .relayStateReturns, failure: isSame ? nil : "\(failure) of 80 bytes with '+', '%' and '&'",
            name: "awkwardRelayState")
    }

    /// A request of ours that names another consumer or binding than our metadata has must bring no answer there.
    private mutating func consumers() throws -> [PartyCheck] {
        let requests: [(name: String, change: (inout AuthnRequest) -> Void)] = [
            ("strangersConsumerInSession", { RequestCase.namesStranger(&$0) }),
            ("unknownBindingInSession", { RequestCase.namesUnknownBinding(&$0) }),
        ]
        return try requests.map { name, change in
            let signed = try signIn(session: "first", change)
            guard let end = user.end?.hops.last else {
                return PartyCheck(
                    .knownConsumer, .notShown("a command does not show where the answer goes"), name: name)
            }
            let isStranger = end.address.origin == WebAddress(OurServiceProvider.stranger)?.origin
            let failure =
                isStranger
                ? "the answer was sent to the stranger's address"
                : signed?.answer.delivery.query == nil ? nil : "the answer came by a binding that our metadata lacks"
            return PartyCheck(.knownConsumer, failure: failure, name: name)
        }
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
        // The latest sign-in may have begun another session than the first one.
        let latest = try signIn(session: "first")?.answer ?? first
        guard let believed = latest.verdict.verified, let name = believed.nameID else { return [] }
        let request = LogoutRequest(
            id: OurServiceProvider.identifier(), issueInstant: now(), issuer: EntityID(party.entityID),
            destination: endpoint.location, nameID: name, qualifiers: believed.nameQualifiers,
            sessionIndexes: [believed.sessionIndex].compactMap(\.self))
        let draft = QueryDraft(request.xml(), signedBy: party.identity)
        guard let address = try WebAddress(endpoint.location)?.adding(query: draft.text()) else {
            throw LiveStop("the address for logout messages in the metadata is malformed")
        }
        var answer = PartyCheck(.logoutAnswer, .violated("no LogoutResponse came to our address"))
        if let delivery = try user.open(address, session: "first") {
            answer = PartyCheck(.logoutAnswer, failure: failure(of: delivery, to: request))
        } else if let page = user.end, !page.page.forms.isEmpty {
            let place = page.hops.last?.address.place ?? ""
            answer = PartyCheck(
                .logoutAnswer, .notShown("the logout ends at '\(place)', a page that 'signIn.pages' does not have"))
        }
        return [
            answer,
            try asked(.logoutEndsSession, true, "the session stays: no password was asked for") { _ in },
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
