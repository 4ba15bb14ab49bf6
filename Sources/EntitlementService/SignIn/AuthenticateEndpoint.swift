import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /api/v2/authenticate/{serviceProvider}/{code}`: redirects a user's browser to the MVPD's sign-in page with a
/// request of the MVPD's protocol.
///
/// Errors are pages. Two parameters are the simulator's own. `forceAuthn=true` requires a new sign-in. `isPassive=true`
/// requests passive authentication, if the MVPD supports it.
struct AuthenticateEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering { try sentOn(request) }
    }

    private func sentOn(_ request: ServiceRequest) throws -> ServiceAnswer {
        let query = try request.query()
        let (forceAuthn, isPassive) = (try flag("forceAuthn", in: query), try flag("isPassive", in: query))
        // After a fallback from the partner, the session may have no MVPD; the user chooses one on the second screen's
        // page.
        let keeping = SessionStorage(simulation: simulation)
        let session = try simulation.store.read { state in
            try keeping.find(
                code: request.route.code, serviceProvider: request.route.serviceProvider, at: request.now, in: state)
        }
        return try Refusal.inSignIn(of: session.clientID) {
            try sentOn(request, session, keeping, forceAuthn: forceAuthn, isPassive: isPassive)
        }
    }

    private func sentOn(
        _ request: ServiceRequest, _ session: SessionRecord, _ keeping: SessionStorage, forceAuthn: Bool,
        isPassive: Bool
    ) throws -> ServiceAnswer {
        guard session.mvpd != nil else {
            // The session stores the forced sign-in, so it still applies after the user has chosen a provider.
            if forceAuthn {
                try simulation.store.write { state in
                    var session = try keeping.findUnused(
                        code: request.route.code, serviceProvider: request.route.serviceProvider, at: request.now,
                        in: state)
                    session.isForced = true
                    try state.setValue(session, for: ServiceDocument.session(session.code))
                }
            }
            return BrowserPage.redirect(
                to: Endpoint.activation.template + "?code=" + request.route.code, outcome: "sent to choose an MVPD",
                reason: "The session has no MVPD, so the user chooses one.")
        }
        let requestID = try simulation.identifiers.xmlIdentifier()
        let verifier = try verifier(for: session, at: request.now)
        let (record, configuration, integration) = try simulation.store.write { state in
            var record = try keeping.findUnused(
                code: request.route.code, serviceProvider: request.route.serviceProvider, at: request.now, in: state)
            let configuration = try context.configuration(in: state)
            let integration = try BrowserSignIn.integration(of: record, in: configuration, at: request.now)
            let consumer = integration.signInServer == nil ? configuration.saml.assertionConsumer : OAuth2Returns.signIn
            record.send(
                .init(id: requestID, returnAddress: request.served.address(of: consumer), verifier: verifier))
            try state.setValue(record, for: ServiceDocument.session(record.code))
            return (record, configuration, integration)
        }
        if isPassive, !integration.passiveAuthentication {
            request.inputs.note(
                InputFate(
                    "isPassive", .passiveAuthentication, found: "false for '\(integration.mvpd)'", expected: "true"))
        }
        if let redirect = record.redirectURL, BrowserSignIn.needsNoSignIn(integration) {
            if forceAuthn { request.inputs.note(InputFate("forceAuthn", .need)) }
            return BrowserPage.redirect(
                to: redirect, outcome: "sent back", reason: "The app needs no sign-in with '\(integration.mvpd)'.")
        }
        let departure = SignInDeparture(
            requestID: requestID, returnAddress: record.sentRequests?.last?.returnAddress ?? "", code: record.code,
            serviceProvider: record.serviceProvider, mustPrompt: forceAuthn || record.isForced == true,
            mustNotPrompt: integration.passiveAuthentication && isPassive, now: request.now, served: request.served)
        let location =
            try integration.signInServer.map { $0.location(for: departure, verifier: verifier) }
            ?? departure.samlLocation(to: integration, configuration)
        guard let location else {
            throw Refusal(
                .internalServerError, "The MVPD '\(integration.mvpd)' has no known sign-in page.")
        }
        return BrowserPage.redirect(
            to: location, outcome: "sent to sign in",
            reason: "The user signs in at '\(integration.mvpd)'.")
    }

    /// Returns the verifier of a request with a proof key (RFC 7636, 4.1); `nil` if the MVPD's protocol has none.
    private func verifier(for session: SessionRecord, at now: Date) throws -> String? {
        let configuration = try simulation.store.read { try context.configuration(in: $0) }
        // An incomplete session is refused later, in the transaction that sends the request.
        let integration = try? BrowserSignIn.integration(of: session, in: configuration, at: now)
        guard integration?.signInServer?.usesProofKey == true else { return nil }
        return try simulation.identifiers.hexadecimal(words: 3)
    }

    /// Reads a parameter that becomes an `xs:boolean` of the SAML request; missing means `false`.
    private func flag(_ name: String, in query: [FormField]) throws -> Bool {
        switch query.value(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some(let value):
            throw Refusal(
                .unreadableRequest,
                InputFate(name, .value, found: Naming.quoted(value), expected: "'true', 'false', '1' or '0'"),
                details: "The parameter '\(name)' is neither 'true' nor 'false'.")
        }
    }
}

/// Rules that the start and the end of a sign-in in a browser share.
enum BrowserSignIn {
    /// Returns the active integration of a session.
    ///
    /// - Throws: ``Refusal`` if the session is incomplete, or the service provider has no active integration with its
    ///   MVPD.
    static func integration(
        of record: SessionRecord, in configuration: ServiceConfiguration, at now: Date
    ) throws -> Integration {
        guard let requestor = try configuration.requestor(of: record, at: now) else {
            throw Refusal(
                .invalidParameterServiceProvider, "No service provider '\(record.serviceProvider)' is configured.")
        }
        guard let mvpd = record.mvpd else {
            throw Refusal(.invalidParameterMVPD, "The session has no MVPD yet.")
        }
        guard record.redirectURL != nil else {
            throw Refusal(.invalidParameterRedirectURL, "The session has no redirect URL yet.")
        }
        guard record.domainName != nil else {
            throw Refusal(.invalidAuthenticationSession, "The session has no domain name yet.")
        }
        guard let integration = requestor.integration(mvpd), integration.enabled else {
            throw Refusal(.invalidIntegration, "'\(requestor.id)' has no active integration with the MVPD '\(mvpd)'.")
        }
        return integration
    }

    /// Whether every user counts as signed in.
    static func needsNoSignIn(_ integration: Integration) -> Bool {
        integration.degradation == .authenticateAll || integration.tempPass != nil
    }
}
