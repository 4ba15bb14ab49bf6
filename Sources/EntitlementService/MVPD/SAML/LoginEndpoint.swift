import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

/// `GET /sp/saml/login?idp=…`: starts a sign-in at an identity provider from a browser alone.
///
/// It needs no registration, no access token and no session: developers of an identity provider have no app. The profile
/// belongs to no app, and the last page says whether the sign-in succeeded. See Differences, S-141.
struct LoginEndpoint: OpenEndpoint {
    /// The client of a sign-in without an app; a registration never gives this identifier.
    private static let client: ClientID = "sp-saml-login"
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            let name = try request.query().value("idp")
            let configuration = try simulation.store.read { try context.configuration(in: $0) }
            let (serviceProvider, mvpd) = try Self.integration(with: name, in: configuration)
            let id = try simulation.identifiers.uuid()
            let wanted = SessionRecord(
                code: "", sessionID: id, clientID: Self.client, fingerprint: id, serviceProvider: serviceProvider,
                mvpd: mvpd, domainName: ActivationFormEndpoint.domainName, redirectURL: nil, notBefore: request.now,
                notAfter: request.now.addingTimeInterval(SessionRecord.validity))
            let opened = try SessionStorage(simulation: simulation).open(wanted, at: request.now)
            try simulation.store.write { state in
                var kept = opened
                kept.redirectURL = request.served.address(of: ActivationDoneEndpoint.address(code: kept.code))
                try state.setValue(kept, for: ServiceDocument.session(kept.code))
            }
            return BrowserPage.redirect(
                to: Endpoint.authenticate.route(serviceProvider, code: opened.code).path, outcome: "sent to sign in",
                reason: "The sign-in at '\(mvpd)' needs no app.")
        }
    }

    /// Finds the first enabled integration with an identity provider, by its entity ID or the MVPD.
    private static func integration(
        with name: String?, in configuration: ServiceConfiguration
    ) throws -> (serviceProvider: RequestorID, mvpd: MVPDID) {
        let known = configuration.requestors.flatMap { requestor in
            requestor.integrations.filter { $0.enabled && $0.identityProvider?.singleSignOnService != nil }.map {
                (requestor.id, $0)
            }
        }
        let found =
            known.first { $0.1.identityProvider?.entityID == EntityID(name ?? "") }
            ?? known.first { $0.1.mvpd == MVPDID(name ?? "") }
        if let found { return (found.0, found.1.mvpd) }
        let names = known.compactMap { $0.1.identityProvider?.entityID.rawValue }.prefix(8)
        let list =
            names.isEmpty
            ? "the configuration has no identity provider" : "expected one of \(names.joined(separator: ", "))"
        throw Refusal(
            .invalidParameterMVPD,
            name.map { "The identity provider '\($0.prefix(256))' is unknown: \(list)." }
                ?? "The parameter 'idp' is missing: \(list).")
    }
}
