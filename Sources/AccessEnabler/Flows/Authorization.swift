import Foundation
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Tells whether the user may watch a resource, and authenticates the user first if `authenticating` is true.
    func authorize(
        _ resource: ResourceID, data: GenericData, authenticating: Bool
    ) async throws {
        if data.identity != nil { authenticationRequest.data = data }
        if let token = try await validToken() {
            try await requestMediaToken(resource, token: token, authenticating: authenticating)
        } else if authenticating {
            try await getAuthentication(.again(with: data), for: .authorization(resource: resource))
        } else {
            refuseUnauthenticated(resource)
        }
    }

    /// Refuses a resource because the user is not authenticated; the check of that is tracked too.
    private func refuseUnauthenticated(_ resource: ResourceID) {
        emit(.status(AdvancedStatus(.notAuthenticated, message: "The user is not authenticated.")))
        emit(.trackingFailedAuthentication)
        emit(.tokenRequestFailed(resource: resource, code: USER_NOT_AUTHENTICATED_ERROR, description: ""))
    }

    /// Asks the service for a decision with its media token, which is never cached.
    ///
    /// If the service has no profile for the token, the token is dropped. The user is then authenticated again if
    /// `authenticating` is true.
    func requestMediaToken(
        _ resource: ResourceID, token: StoredToken, authenticating: Bool = false
    ) async throws {
        guard let requestor else { return }
        decide(for: token)
        do {
            let status = try await frameworkStatus(for: token, requestor)
            let answer = try await requestor.client(for: token).send(
                frameworkStatus: status, temporaryIdentity: authenticationRequest.data.identity
            ) {
                .authorize(
                    DecisionsRequest(resources: [resource]), of: requestor.id, mvpd: token.mvpd, headers: $0)
            }
            guard let decision = answer.decisions.first(where: { $0.resource == resource }) else {
                throw ClientFailure.malformed
            }
            if let error = decision.error, error.saysThatProfileIsGone {
                try drop(token, because: error, requestor)
                let mismatch = AdvancedStatus(profileGone: error)
                if let mismatch { emit(.status(mismatch)) }
                guard authenticating, mismatch == nil else { return refuseUnauthenticated(resource) }
                return try await getAuthentication(
                    .again(with: authenticationRequest.data), for: .authorization(resource: resource))
            }
            try deliver(decision, token: token)
        } catch ClientFailure.refused(let error, _) where error.is(.invalidParameterResources) {
            let status = AdvancedStatus(.malformedResource, message: error.message, resource: resource)
            try fail(resource, USER_NOT_AUTHORIZED_ERROR, status, description: "", of: token)
        } catch let failure as ClientFailure {
            // The documentation reports throttling with the status of a denial.
            let code: AdvancedStatus.Code = failure == .serverError(status: 429) ? .notSubscribed : .authorizationFailed
            let status = AdvancedStatus(code, message: failure.explanation, resource: resource)
            try fail(resource, GENERIC_AUTHORIZATION_ERROR, status, description: "", of: token)
        }
    }

    /// Drops a token whose profile the service does not have any more; every token if the profile was another device's.
    func drop(_ token: StoredToken, because error: EnhancedError, _ requestor: Requestor) throws {
        try TokenStorage.update(of: app) { storage in
            if error.is(.authenticatedProfileInvalidated) {
                storage.clear()
            } else {
                storage.discard(token, of: requestor.id)
            }
        }
        try record(.tokenDiscarded(.noProfile(code: error.code)))
    }

    private func deliver(_ decision: ResourceDecision, token: StoredToken) throws {
        let resource = decision.resource
        guard decision.authorized, let serialized = decision.token?.serializedToken else {
            if decision.error?.is(.temporaryAccessDurationLimitExceeded) == true, let requestor {
                // Another app may have begun the pass: its end is the end of every token of the pass.
                try TokenStorage.update(of: app) { $0.end(token, of: requestor.id) }
                try record(.tokenDiscarded(.passUsedUp))
            }
            if decision.isDenial { denials[resource, default: 0] += 1 }
            let count = denials[resource] ?? 0
            let status = AdvancedStatus(withoutToken: decision, denialsInARow: count)
            // The app shows the user what the MVPD or the programmer says, or the service's notice if the MVPD is unreachable.
            let notice = decision.error?.action == .retry ? decision.error?.message : nil
            let description = decision.error?.details ?? notice ?? ""
            return try fail(
                resource, USER_NOT_AUTHORIZED_ERROR, status, description: description, of: token)
        }
        // REST API V2 wraps the signed token in Base64; the SDK hands over its clear text.
        guard let mediaToken = Data(base64Encoded: serialized).flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw ClientFailure.malformed
        }
        denials[resource] = nil
        if let status = AdvancedStatus(permit: decision, mvpd: token.mvpd) { emit(.status(status)) }
        try remember(decision, token)
        let isKnown = try token.authorizations[resource].map { try now() < $0 } ?? false
        emit(.trackingAuthorization(token, cached: isKnown, platform: try platform()))
        emit(.setToken(mediaToken, resource: resource))
    }

    private func fail(
        _ resource: ResourceID, _ code: String, _ status: AdvancedStatus, description: String, of token: StoredToken
    ) throws {
        emit(.status(status))
        emit(.trackingFailedAuthorization(token, error: code, details: description, platform: try platform()))
        emit(.tokenRequestFailed(resource: resource, code: code, description: description))
    }

    /// The framework's status, which the service requires for a token of the system-level account; `nil` for other tokens.
    func frameworkStatus(
        for token: StoredToken, _ requestor: Requestor
    ) async throws -> PartnerFrameworkStatus? {
        guard token.source == .apple else { return nil }
        // The token keeps its own time after the account has expired, or is another provider's, until setRequestor looks
        // again. Until then the status names the account of the token.
        let present = try await systemFrameworkStatus(requestor)
        if let present, present.frameworkProviderInfo?.id == token.platformMappingID { return present }
        return SystemProfile(provider: token.platformMappingID ?? "", expires: token.expires).frameworkStatus
    }

    /// The framework's status of the account, without an interruption; `nil` if the app may use no account.
    func systemFrameworkStatus(_ requestor: Requestor) async throws -> PartnerFrameworkStatus? {
        guard requestor.configuration.offersSingleSignOn else { return nil }
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        guard case .signedIn(let system) = try await bridge.readSystem(.silent, configuration: requestor.configuration)
        else { return nil }
        return system.frameworkStatus
    }

    /// Stores until when a resource may be watched, for `getMetadata`.
    private func remember(_ decision: ResourceDecision, _ token: StoredToken) throws {
        guard let requestor, let ends = decision.notAfter?.instant else { return }
        let now = try now()
        try TokenStorage.update(of: app) {
            $0.authorize(decision.resource, until: ends, mvpd: token.mvpd, of: requestor.id, at: now)
        }
    }
}

extension AuthenticationRequest {
    /// Creates the request that an authorization makes: not forced, with the app's data.
    static func again(with data: GenericData) -> AuthenticationRequest {
        var request = AuthenticationRequest()
        request.data = data
        return request
    }
}

extension EnhancedError {
    /// Whether the service has no profile to decide for.
    var saysThatProfileIsGone: Bool {
        [
            .authenticatedProfileMissing, .authenticatedProfileExpired, .authenticatedProfileInvalidated,
            .authorizationDeniedBySessionInvalidated, .identityNotRecognizedByMVPD,
        ].contains {
            self.is($0)
        }
    }
}
