import Foundation
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Single sign-on with SAML (SAML Profiles 2.0, 4.1): requests by HTTP-Redirect or HTTP-POST, responses by HTTP-POST.
struct SAMLSignIn: BrowserProtocol {
    let place: SiteContext
    /// Whether the browser brings a request in a form (HTTP-POST).
    var isPosted = false

    private var provider: Provider { place.provider }
    private var simulation: Simulation { place.site.simulation }
    private var delivery: ResponseDelivery { ResponseDelivery(place: place) }

    var service: String { provider.singleSignOnService }

    /// A verified authentication request, whose demands the provider can meet.
    struct Request {
        let web: WebRequest
        let relayState: String?
        let demands: RequestRequirements
    }

    // MARK: - The request

    func arrival(in form: [FormField]) -> String? {
        guard provider.singleSignOnBindings.contains(.post), form.value("query") == nil,
            let message = form.value(RedirectBinding.Message.request.rawValue)
        else { return nil }
        return PostBinding.query(.request, message, relayState: form.value("RelayState"))
    }

    /// Verifies that a request is signed by a known service provider, and checks its destination and the address of the
    /// answer.
    ///
    /// A request whose demands the provider cannot meet, or that breaks a rule, is refused with a SAML response.
    func read(query: String, isArrival: Bool) throws -> Result<AskedSignIn<Request>, RefusedSignIn> {
        func refuse(_ reason: String) -> Result<AskedSignIn<Request>, RefusedSignIn> {
            .failure(RefusedSignIn(answer: .signInFailure(400, reason)))
        }
        let received: [RelyingParty].Signed<AuthnRequest>
        // A page repeats the request; the binding shows in its parameters.
        let isForm = isArrival ? isPosted : PostBinding.owns(query)
        do throws(MessageError) {
            received =
                isForm
                ? try place.parties.readRequest(posted: query)
                : try place.parties.read(query, issuer: \.issuer) { xml throws(MessageError) in
                    try AuthnRequest(unverifiedXML: xml)
                }
        } catch {
            let demand = isUnsigned(query, isForm: isForm) ? " " + RelyingParty.signatureDemand : ""
            return refuse("The request is invalid: \(error)" + demand)
        }
        let request = received.request
        guard place.isMeant(request.destination, for: provider.singleSignOnService) else {
            return refuse(place.otherDestination(request.destination, for: provider.singleSignOnService))
        }
        guard let consumer = received.party.consumer(for: request) else {
            return refuse(received.party.unknownConsumer(of: request))
        }
        let web = WebRequest(
            request: request, consumer: consumer, encryptionCertificate: received.party.encryptionCertificate)
        // A person may need longer to sign in than a request may be old.
        if isArrival, let reason = try place.strictRefusal(of: received.xml) {
            let answer = try self.refuse(
                web, received.relayState, with: [SAMLStatusCode.requester], reason: reason)
            return .failure(RefusedSignIn(answer: answer))
        }
        return try checkRequirements(web, received.relayState, query)
    }

    /// Returns whether a request has no signature at all.
    private func isUnsigned(_ query: String, isForm: Bool) -> Bool {
        guard isForm else {
            let fields = FormCoding.decode(query) ?? []
            return fields.value(RedirectBinding.Message.request.rawValue) != nil && fields.value("Signature") == nil
        }
        let received = try? PostBinding.readUnsigned(.request, in: query)
        return received.map { (try? AuthnRequest.isSigned($0.xml)) == false } ?? false
    }

    /// Checks whether the provider can meet the demands of a verified request.
    private func checkRequirements(
        _ web: WebRequest, _ relayState: String?, _ query: String
    ) throws -> Result<AskedSignIn<Request>, RefusedSignIn> {
        let demands: RequestRequirements
        do throws(RequestRequirements.Refusal) {
            demands = try RequestRequirements(web.request, formats: provider.nameFormats)
        } catch {
            let answer = try refuse(web, relayState, with: error.codes, reason: error.reason)
            return .failure(RefusedSignIn(answer: answer))
        }
        let now = try simulation.clock.now()
        let session = try simulation.store.read {
            try BrowserSession.find(place.sessionKey, at: now, in: $0)
        }
        let wanted = RequestedUser(web.request, of: provider, session: session)
        guard wanted != .stranger else {
            let answer = try refuse(
                web, relayState, with: [SAMLStatusCode.responder, SAMLStatusCode.unknownPrincipal],
                reason: RequestedUser.strangeness(of: web.request, at: provider))
            return .failure(RefusedSignIn(answer: answer))
        }
        return .success(
            AskedSignIn(
                request: Request(web: web, relayState: relayState, demands: demands),
                requesters: web.request.requesterIDs, mustPrompt: web.request.forceAuthn,
                mustNotPrompt: web.request.isPassive, wanted: wanted, session: session, query: query))
    }

    // MARK: - The answer

    func answer(_ asked: AskedSignIn<Request>, with outcome: SignInOutcome) throws -> SiteAnswer {
        let request = asked.request
        switch outcome {
        case .signedIn(let session, let key): return try respond(to: request, as: session, kept: key, atHome: false)
        case .atHome(let session): return try respond(to: request, as: session, kept: nil, atHome: true)
        case .refused(let refusal):
            let status =
                switch refusal {
                case .cancelled, .anotherUser: SAMLStatusCode.authenticationFailed
                case .denied: SAMLStatusCode.requestDenied
                case .wouldPrompt: SAMLStatusCode.noPassive
                }
            return try refuse(
                request.web, request.relayState, with: [SAMLStatusCode.responder, status], reason: refusal.reason)
        }
    }

    /// Responds with the attributes of the session's user.
    private func respond(
        to request: Request, as session: BrowserSession, kept key: StateKey<BrowserSession>?, atHome: Bool
    ) throws -> SiteAnswer {
        let author = try author()
        var name: SubjectName?
        switch request.demands.nameKind {
        case .persistent: break
        case .transient:
            name = SubjectName(
                value: try BrowserSession.transientName(
                    session, kept: key, for: request.web.request.issuer, in: simulation),
                format: SAMLNames.transient)
        case .other(let format):
            let subscriber = provider.subscriber(of: session)
            name = subscriber?.subjectName(in: format)
            // In the unspecified format the provider chooses the name.
            if subscriber != nil, name == nil, format == SAMLNames.emailAddress {
                return try refuse(
                    request.web, request.relayState,
                    with: [SAMLStatusCode.responder, SAMLStatusCode.invalidNameIDPolicy],
                    reason: "'\(session.subscriber)' has no name of the format emailAddress (nameIDs)")
            }
        }
        let (xml, reason) = try author.webResponse(to: request.web, as: session, name: name, atHome: atHome)
        guard let xml else {
            var answer = SiteAnswer.signInFailure(200, "The provider is configured to send no response.")
            answer.defect = author.defect(of: .webSSO)
            return answer
        }
        if let key, let user = provider.subscriber(of: session) {
            let participant = SessionParticipant(
                party: request.web.request.issuer, nameID: name?.value ?? user.userID,
                format: name?.format ?? SAMLNames.persistent)
            if place.parties.named(participant.party)?.logoutRequestService != nil {
                try BrowserSession.note(participant, in: key, of: simulation)
            }
        }
        var answer = try delivery.page(
            xml, request.web, request.relayState, outcome: "response", reason: reason, atHome: atHome)
        if provider.subscriber(of: session) != nil { answer.defect = author.defect(of: .webSSO) }
        return answer
    }

    /// Refuses a request with status codes, the top-level code first, and the reason as the status message.
    private func refuse(
        _ web: WebRequest, _ relayState: String?, with codes: [String], reason: String
    ) throws -> SiteAnswer {
        try delivery.page(
            try author().webRefusal(of: web, codes: codes, reason: reason), web, relayState, outcome: "refusal",
            reason: reason)
    }

    private func author() throws -> AttributeAuthority {
        AttributeAuthority(
            provider: provider, identifiers: simulation.identifiers,
            now: try simulation.clock.now())
    }
}

extension SiteContext {
    /// The service providers whose requests the provider answers.
    var parties: [RelyingParty] {
        RelyingParty.all(of: provider, entitlementService: site.serviceProvider, at: served)
    }

    /// Returns whether the `Destination` of a message is an endpoint of this provider, at its documented or its served
    /// address.
    func isMeant(_ destination: String?, for endpoint: String) -> Bool {
        destination == endpoint || destination == served.address(of: endpoint)
    }

    /// Returns why the `Destination` of a message is not an endpoint of this provider, with both addresses.
    func otherDestination(_ destination: String?, for endpoint: String) -> String {
        let expected = served.address(of: endpoint)
        let found = destination.map { "is '\($0.prefix(256))'" } ?? "is missing"
        return "The Destination of the request \(found): expected '\(expected)'."
    }

    /// Returns why a strict provider refuses a request that it could answer; `nil` if it does not.
    func strictRefusal(of xml: String) throws -> String? {
        guard provider.saml.strictRequests else { return nil }
        return RequestRules.violation(
            of: xml, at: try site.simulation.clock.now(), tolerance: provider.saml.requestTolerance)
    }
}
