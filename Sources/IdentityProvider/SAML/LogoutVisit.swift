import Foundation
import HTTPTypes
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// A logout request that a browser brings to a provider (SAML Profiles 2.0, 4.4, with HTTP-Redirect).
struct LogoutVisit {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var simulation: Simulation { place.site.simulation }

    /// The effect on the browser's session.
    enum Outcome: Equatable {
        /// The session ends.
        case ended
        /// The browser has no session, which is what the request wants.
        case noSession
        /// The session belongs to another user or has another index, for this reason.
        case another(String)
        /// The request breaks a rule, so nothing happens.
        case refused(String)

        /// The status of the answer.
        var codes: [String] {
            switch self {
            case .ended, .noSession: [SAMLStatusCode.success]
            case .another: [SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal]
            case .refused: [SAMLStatusCode.requester]
            }
        }

        /// Says why a name is not that of the session, as the end of a clause about it; `nil` if it is.
        private static func flaw(
            in request: LogoutRequest, of session: BrowserSession, _ subscriber: Subscriber?, at provider: EntityID
        ) -> String? {
            let qualifiers = request.qualifiers
            if let foreign = qualifiers.foreignness(at: provider, to: request.issuer) { return foreign }
            let (found, kind): (UserID?, String)
            switch qualifiers.format {
            case SAMLNames.transient:
                (found, kind) = (session.transientNames?[request.issuer], "transient name")
            case nil, SAMLNames.unspecified, SAMLNames.persistent:
                (found, kind) = (subscriber?.name(in: qualifiers.format), "user identifier")
            case SAMLNames.emailAddress:
                (found, kind) = (subscriber?.name(in: qualifiers.format), "e-mail address")
            case let format?: return NameQualifiers.unknown(format)
            }
            return found == request.nameID ? nil : "is not the \(kind) of the browser's session"
        }

        /// Decides by SAML Core 2.0, 3.7.1: the session must match the named user, and one of the indexes if any are
        /// given.
        ///
        /// The user is named by a name of the subscriber, or by the session's transient name for the issuer. The attributes
        /// of the name must match too (SAML Profiles 2.0, 4.4.4.1).
        init(_ session: BrowserSession?, subscriber: Subscriber?, request: LogoutRequest, at provider: EntityID) {
            guard let session else {
                self = .noSession
                return
            }
            if let flaw = Self.flaw(in: request, of: session, subscriber, at: provider) {
                self = .another("the NameID '\(request.nameID.rawValue.prefix(128))' \(flaw)")
                return
            }
            let indexes = request.sessionIndexes
            guard indexes.isEmpty || indexes.contains(where: { session.index?.utf8.elementsEqual($0.utf8) ?? false })
            else {
                let found = indexes.prefix(8).map { "'\($0.prefix(128))'" }.joined(separator: ", ")
                self = .another("the SessionIndex \(found) is not that of the browser's session")
                return
            }
            self = .ended
        }

        /// Why the session goes on; `nil` if it does not.
        var refusal: String? {
            switch self {
            case .ended, .noSession: nil
            case .another(let reason), .refused(let reason): reason
            }
        }
    }

    /// Handles the request and leads the browser to the service provider.
    func arrival(query: String) throws -> SiteAnswer {
        let signed: [RelyingParty].Signed<LogoutRequest>
        do throws(MessageError) {
            signed = try place.parties.read(query, issuer: \.issuer) { xml throws(MessageError) in
                try LogoutRequest(unverifiedXML: xml)
            }
        } catch {
            return .failure(400, "The request is invalid: \(error)")
        }
        let request = signed.request
        guard place.isMeant(request.destination, for: provider.singleLogoutService) else {
            return .failure(400, place.otherDestination(request.destination, for: provider.singleLogoutService))
        }
        guard let service = signed.party.logoutResponseService else {
            return .failure(400, "'\(request.issuer)' has no address for logout responses (singleLogoutService).")
        }
        let refusal = try place.strictRefusal(of: signed.xml)
        let outcome = try refusal.map(Outcome.refused) ?? end(request)
        var response = LogoutResponse(
            id: try simulation.identifiers.xmlIdentifier(), inResponseTo: MessageID(request.id),
            issueInstant: try simulation.clock.now(), issuer: provider.entityID, destination: EndpointLocation(service),
            statusCodes: outcome.codes)
        response.statusMessage = outcome.refusal?.asStatusMessage
        let answerQuery = try RedirectBinding.query(
            .response, response.xml(), relayState: signed.relayState,
            signedBy: SigningKeys.identity(number: provider.keyNumber))
        return lead(
            to: place.destination(service) + (service.contains("?") ? "&" : "?") + answerQuery, outcome,
            isLenient: request.qualifiers.format == nil)
    }

    private func end(_ request: LogoutRequest) throws -> Outcome {
        let now = try simulation.clock.now()
        return try simulation.store.write { state in
            let session = try BrowserSession.find(place.sessionKey, at: now, in: state)
            let subscriber = session.flatMap { provider.subscriber($0.subscriber) }
            let outcome = Outcome(session, subscriber: subscriber, request: request, at: provider.entityID)
            if outcome == .ended, let key = place.sessionKey { try state.setValue(nil, for: key) }
            return outcome
        }
    }

    /// Leads the browser to an address, and tells the user what has happened.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - outcome: The effect on the browser's session.
    ///   - isLenient: Whether the name lacks its `Format`, which assertions have.
    /// - Returns: The answer.
    private func lead(to address: String, _ outcome: Outcome, isLenient: Bool) -> SiteAnswer {
        let (told, reason) =
            switch outcome {
            case .ended:
                (
                    "You have signed out of",
                    "the user's session has ended"
                        + (isLenient ? "; the NameID has no Format, which a strict provider refuses" : "")
                )
            case .noSession: ("You are not signed in to", "the browser had no session")
            case .another(let reason), .refused(let reason): ("You are still signed in to", reason)
            }
        return place.leadAfterLogout(
            to: address, told: told, outcome: outcome.codes == [SAMLStatusCode.success] ? "logged out" : "refusal",
            reason: reason, endsSession: outcome == .ended)
    }
}
