import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/{serviceProvider}/serviceToken`: returns a service token and links the device.
struct ServiceTokenEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        func value(_ header: RequestHeader) -> String? {
            request.base.header(header.name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let code = value(.singleSignOnLink)
        let id = try request.base.deviceID()
        let user = code ?? value(.singleSignOnID)
        guard let user else {
            throw Refusal(singleSignOn: .identifierMissing, "X-SSO-ID and X-SSO-LINK are missing, or have no value.")
        }
        let subject = try simulation.store.write { state in
            let subject = code == nil ? user : try Self.redeem(user, at: request.now, in: state)
            try state.setValue(
                LinkedDevice(id, request.base.device, at: request.now),
                for: ServiceDocument.linkedDevice(id, of: subject))
            return subject
        }
        note(request.base, hasCode: code != nil)
        return try ServiceAnswer(
            ServiceTokens.issue(.created, for: subject, at: request.now), status: 201, outcome: "issued",
            reason: code == nil
                ? "The app identified the user." : "The link code is valid. It cannot be used again.")
    }

    /// Notes which of the two headers names the user.
    private func note(_ request: ServiceRequest, hasCode: Bool) {
        let (link, id) = (HTTPField.Name.singleSignOnLink, HTTPField.Name.singleSignOnID)
        request.inputs.use(hasCode ? link : id)
        let other = hasCode ? id : link
        guard request.fields[other] != nil else { return }
        request.inputs.note(
            hasCode
                ? InputFate(
                    other.rawName, .precedence, found: "that of \(link.rawName)",
                    expected: "a request without \(link.rawName)")
                : request.flaw(of: other)
                    ?? InputFate(other.rawName, .form, found: "an empty text", expected: "a link code"))
    }

    /// Returns the user of a link code and deletes the code.
    ///
    /// A code is a secret: it signs a device in as the user. What is wrong with it is told without it.
    ///
    /// - Throws: ``Refusal`` if the code is unknown, used, or not valid now.
    private static func redeem(_ code: String, at now: Date, in state: any StateWriting) throws -> String {
        let key = ServiceDocument.linkCode(code)
        func refusal(_ check: InputCheck, _ found: String, _ expected: String) -> Refusal {
            Refusal(
                singleSignOn: .tokenInvalid,
                InputFate(HTTPField.Name.singleSignOnLink.rawName, check, found: found, expected: expected))
        }
        guard LinkCode.isCode(code) else {
            throw refusal(
                .form, "a text of \(Naming.count(code.count, "character"))", "a link code of \(LinkCode.length) digits")
        }
        guard let link = try state.value(for: key) else {
            throw refusal(.value, "one that is unknown or was used", "a code that was not used yet")
        }
        guard link.notBefore <= now else {
            throw refusal(.notBefore, TimeText.format(link.notBefore), "at most \(Naming.time(now))")
        }
        guard link.holds(at: now) else {
            throw refusal(.notAfter, TimeText.format(link.notAfter), "later than \(Naming.time(now))")
        }
        try state.setValue(nil, for: key)
        return link.subject
    }
}

/// `GET /api/{serviceProvider}/serviceToken`: exchanges a service token for a new one.
struct RefreshServiceTokenEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let subject = try request.serviceTokenSubject(
            orRefuse: .serviceTokenMissingForRefresh, grace: ServiceTokens.refreshPeriod)
        return try ServiceAnswer(
            ServiceTokens.issue(.ok, for: subject, at: request.now), outcome: "refreshed",
            reason: "The service token is valid, or has recently expired.")
    }
}

extension ProtectedRequest {
    /// Returns the user of the request's service token.
    ///
    /// - Parameters:
    ///   - missing: The error of a request without a token.
    ///   - grace: How long an expired token is still accepted, in seconds.
    /// - Returns: The user.
    /// - Throws: ``Refusal`` if the token is missing or invalid.
    func serviceTokenSubject(
        orRefuse missing: SingleSignOnErrorCode, grace: TimeInterval = 0
    ) throws -> String {
        if let flaw = base.flaw(of: .serviceToken) { throw Refusal(singleSignOn: missing, flaw) }
        guard let token = base.header(.serviceToken), !token.isEmpty else {
            throw Refusal(singleSignOn: missing, InputFate(HTTPField.Name.serviceToken.rawName, .presence))
        }
        switch try ServiceTokens.judge(token, at: now, grace: grace) {
        case .user(let subject): return subject
        case .refused(let code, let flaw, _): throw Refusal(singleSignOn: code, flaw)
        }
    }
}
