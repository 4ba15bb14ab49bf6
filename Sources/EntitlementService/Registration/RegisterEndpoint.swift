import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// `POST /o/client/register`: exchanges a software statement for client credentials (RFC 7591).
struct RegisterEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        guard let registration = try? WireCoding.decode(RegistrationRequest.self, from: request.body) else {
            throw Refusal(
                registration: .invalidRequest,
                InputFate(
                    "software_statement", .form, found: Self.form(of: request.body),
                    expected: "JSON with the text 'software_statement'"))
        }
        if let flaw = registration.redirectURI.flatMap(RedirectAddress.flaw(of:)) {
            let place = Naming.quoted((registration.redirectURI ?? "").prefix { $0 != "?" && $0 != "#" })
            throw Refusal(registration: .invalidRedirectURI, "The redirect URL \(place) \(flaw).")
        }
        let statement = try approved(registration.softwareStatement, at: request.now)
        let serviceProviders = statement.serviceProviders?.map(RequestorID.init(rawValue:))
        try checkDomain(of: registration.redirectURI, for: serviceProviders)
        let secret = try simulation.identifiers.uuid()
        let client = ClientRecord(
            id: ClientID(try simulation.identifiers.uuid()), secretDigest: RegistrationRules.digest(secret),
            issuedAt: request.now, number: try simulation.store.draw(from: ServiceDocument.registrations),
            statementID: statement.jti, software: statement.sub,
            serviceProviders: serviceProviders,
            redirectURIs: registration.redirectURI.map { [$0] } ?? [])
        try simulation.store.write { try $0.setValue(client, for: ServiceDocument.client(client.id)) }
        var answer = try ServiceAnswer(
            RegistrationResponse(
                clientID: client.id.rawValue, clientSecret: secret, issuedAt: request.now,
                redirectURIs: client.redirectURIs),
            status: 201, outcome: "registered",
            reason: "The dashboard signed the software statement."
                + (statement.iss == SoftwareStatements.retiredIssuer ? " Its issuer is retired." : ""),
            details: ["software": client.software])
        answer.client = client.id
        return answer
    }

    /// Throws a ``Refusal`` if a web address is outside of the domains of the statement's requestors.
    ///
    /// - Note: The documentation validates redirect addresses with the domains of the registered application. See
    ///   Differences, S-48.
    private func checkDomain(of address: String?, for serviceProviders: [RequestorID]?) throws {
        guard let address, let host = RedirectAddress.webHost(of: address) else { return }
        let configuration = try simulation.store.read { try context.configuration(in: $0) }
        let domains = configuration.requestors.filter { serviceProviders?.contains($0.id) ?? true }
            .flatMap(\.domains)
        guard !domains.isEmpty, !domains.contains(where: { RedirectAddress.isHost(host, at: $0) }) else { return }
        throw Refusal(
            registration: .invalidRedirectURI,
            InputFate(
                "redirect_uri", .value, found: "at the host \(Naming.quoted(host))",
                expected: "in a domain of the app, of \(Naming.list(domains))"))
    }

    /// Describes a body without a software statement.
    private static func form(of body: Data) -> String {
        if body.isEmpty { return "an empty body" }
        guard case .object(let members)? = try? JSONValue(json: body) else { return "not a JSON object" }
        if members.isEmpty { return "an empty object" }
        guard members["software_statement"] != nil else { return "an object with \(Naming.list(members.keys))" }
        return "a member of another type"
    }

    private func approved(_ statement: String, at now: Date) throws -> SoftwareStatements.Claims {
        let checks = TokenChecks(header: .authorization, now: now)
        func refusal(
            _ check: InputCheck, _ found: String, _ expected: String,
            _ code: RegistrationError.Code = .invalidSoftwareStatement
        ) -> Refusal {
            Refusal(registration: code, InputFate("software_statement", check, found: found, expected: expected))
        }
        guard let claims = try ServiceKeys.softwareStatements.verified(statement) else {
            let flaw = checks.foreign(
                statement, to: ServiceKeys.softwareStatements.publicKey,
                key: "the key of the simulated dashboard (tvsim statement)")
            throw refusal(flaw.check ?? .form, flaw.found?.kept ?? "", flaw.expected?.kept ?? "")
        }
        guard [SoftwareStatements.issuer, SoftwareStatements.retiredIssuer].contains(claims.iss) else {
            throw refusal(.iss, Naming.quoted(claims.iss), Naming.quoted(SoftwareStatements.issuer))
        }
        if let expiry = claims.exp, now.timeIntervalSince1970 >= Double(expiry) {
            throw refusal(.exp, Naming.instant(Double(expiry)), "later than \(Naming.time(now))")
        }
        let isRevoked = try simulation.store.read {
            try $0.value(for: ServiceDocument.revocation(claims.jti)) ?? false
        }
        guard !isRevoked else {
            throw refusal(
                .value, "that of '\(claims.sub)' with the jti '\(claims.jti)', which was revoked",
                "one that is not revoked", .unapprovedSoftwareStatement)
        }
        return claims
    }
}
