import Foundation
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
        guard let user = code ?? value(.singleSignOnID) else {
            throw Refusal(singleSignOn: .identifierMissing, "X-SSO-ID and X-SSO-LINK are missing.")
        }
        let subject = try simulation.store.write { state in
            let subject = code == nil ? user : try Self.redeem(user, at: request.now, in: state)
            try state.setValue(
                LinkedDevice(id, request.base.device, at: request.now),
                for: ServiceDocument.linkedDevice(id, of: subject))
            return subject
        }
        return try ServiceAnswer(
            ServiceTokens.issue(.created, for: subject, at: request.now), status: 201, outcome: "issued",
            reason: code == nil
                ? "The app identified the user." : "The link code is valid. It cannot be used again.")
    }

    /// Returns the user of a link code and deletes the code.
    ///
    /// - Throws: ``Refusal`` if the code is unknown, used, or not valid now.
    private static func redeem(_ code: String, at now: Date, in state: any StateWriting) throws -> String {
        let key = ServiceDocument.linkCode(code)
        guard LinkCode.isCode(code), let link = try state.value(for: key), link.holds(at: now) else {
            throw Refusal(singleSignOn: .tokenInvalid, "The link code is unknown, used or expired.")
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
        guard let token = base.header(.serviceToken), !token.isEmpty else {
            throw Refusal(singleSignOn: missing, "AD-Service-Token is missing.")
        }
        switch try ServiceTokens.judge(token, at: now, grace: grace) {
        case .user(let subject): return subject
        case .refused(let code, let reason): throw Refusal(singleSignOn: code, reason)
        }
    }
}
