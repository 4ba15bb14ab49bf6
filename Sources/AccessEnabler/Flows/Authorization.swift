import EntitlementAPI
import Foundation
import SSOBridge

extension EntitlementSession {
    /// Answers whether the person may watch a resource, and authenticates them before where the app wishes it.
    ///
    /// spec entitlement § 1.6.
    func authorize(
        _ resource: String, data: GenericData, authenticating: Bool, emit: @escaping Emit
    ) async throws {
        if data.identity != nil { authenticationRequest.data = data }
        var access: SystemAccess?
        if let token = try await validToken(&access) {
            try await requestMediaToken(resource, token: token, authenticating: authenticating, emit: emit)
        } else if authenticating {
            try await getAuthentication(.again(with: data), for: .authorization(resource: resource), emit: emit)
        } else {
            refuseUnauthenticated(resource, emit: emit)
        }
    }

    /// Whether the person is authenticated has been checked, so that the event of that is told.
    private func refuseUnauthenticated(_ resource: String, emit: Emit) {
        emit(.status(AdvancedStatus(.notAuthenticated, message: "The person is not authenticated.")))
        emit(.trackingFailedAuthentication)
        emit(.tokenRequestFailed(resource: resource, code: USER_NOT_AUTHENTICATED_ERROR, description: ""))
    }

    /// Asks the service for a decision and its media token; a media token is fetched anew each time.
    ///
    /// A token whose profile the service does not have is worth nothing: it goes, and the person is authenticated anew
    /// where the app asked for that.
    func requestMediaToken(
        _ resource: String, token: StoredToken, authenticating: Bool = false, emit: @escaping Emit
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
            guard let decision = answer.decisions.first(where: { $0.resource.exactKey == resource.exactKey }) else {
                throw ClientFailure.malformed
            }
            if let error = decision.error, error.saysThatProfileIsGone {
                try drop(token, because: error, requestor)
                let mismatch = AdvancedStatus(profileGone: error)
                if let mismatch { emit(.status(mismatch)) }
                guard authenticating, mismatch == nil else { return refuseUnauthenticated(resource, emit: emit) }
                return try await getAuthentication(
                    .again(with: authenticationRequest.data), for: .authorization(resource: resource), emit: emit)
            }
            try deliver(decision, token: token, emit: emit)
        } catch ClientFailure.refused(let error, _) where error.is(.invalidParameterResources) {
            let status = AdvancedStatus(.malformedResource, message: error.message, resource: resource)
            try fail(resource, USER_NOT_AUTHORIZED_ERROR, status, description: "", of: token, emit: emit)
        } catch let failure as ClientFailure {
            // Throttling is reported as a denial is; spec entitlement § 1.14, § 2.13.
            let code: AdvancedStatus.Code = failure == .serverError(status: 429) ? .notSubscribed : .authorizationFailed
            let status = AdvancedStatus(code, message: failure.explanation, resource: resource)
            try fail(resource, GENERIC_AUTHORIZATION_ERROR, status, description: "", of: token, emit: emit)
        }
    }

    /// Drops a token that the service has no profile for any more.
    ///
    /// Where the profile was another device's, every token goes.
    func drop(_ token: StoredToken, because error: EnhancedError, _ requestor: Requestor) throws {
        try TokenStorage.update(of: app) { storage in
            if error.is(.authenticatedProfileInvalidated) {
                storage.clear()
            } else {
                storage.discard(token, of: requestor.id)
            }
        }
        try record("token", "discarded", "the service has no profile for it any more: \(error.code)")
    }

    private func deliver(_ decision: EntitlementAPI.Decision, token: StoredToken, emit: @escaping Emit) throws {
        let resource = decision.resource
        guard decision.authorized, let serialized = decision.token?.serializedToken else {
            if decision.error?.is(.temporaryAccessDurationLimitExceeded) == true, let requestor {
                // Another app may have begun the pass, and its end is the end of every token of it.
                try TokenStorage.update(of: app) { $0.end(token, of: requestor.id) }
                try record("token", "discarded", "the temporary pass is used up")
            }
            if decision.isDenial { denials[resource.exactKey, default: 0] += 1 }
            let count = denials[resource.exactKey] ?? 0
            let status = AdvancedStatus(denial: decision, inARow: count)
            // Words of the MVPD or the programmer are for the person, and notices of the service where the MVPD could not be
            // asked; spec entitlement § 1.3.
            let notice = decision.error?.action == .retry ? decision.error?.message : nil
            let description = decision.error?.details ?? notice ?? ""
            return try fail(
                resource, USER_NOT_AUTHORIZED_ERROR, status, description: description, of: token, emit: emit)
        }
        // REST API V2 wraps the token in Base64; the SDK hands over what is signed, in clear text.
        guard let mediaToken = Data(base64Encoded: serialized).flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw ClientFailure.malformed
        }
        denials[resource.exactKey] = nil
        if let status = AdvancedStatus(permit: decision, mvpd: token.mvpd) { emit(.status(status)) }
        try remember(decision, token)
        let isKnown = try token.authorizations?[resource.exactKey].map { try now() < $0 } ?? false
        emit(.trackingAuthorization(token, cached: isKnown, platform: try platform()))
        emit(.setToken(mediaToken, resource: resource))
    }

    private func fail(
        _ resource: String, _ code: String, _ status: AdvancedStatus, description: String, of token: StoredToken,
        emit: Emit
    ) throws {
        emit(.status(status))
        emit(.trackingFailedAuthorization(token, error: code, details: description, platform: try platform()))
        emit(.tokenRequestFailed(resource: resource, code: code, description: description))
    }

    /// What the service wants to know of the device before it lets a token of the system-level account count.
    func frameworkStatus(
        for token: StoredToken, _ requestor: Requestor
    ) async throws -> PartnerFrameworkStatus? {
        guard token.source == .apple else { return nil }
        // The token keeps its own time after the account has expired, gone, or become another provider's; the account as it
        // was vouches for it until setRequestor looks again.
        let present = try await systemFrameworkStatus(requestor)
        if let present, present.frameworkProviderInfo?.id == token.platformMappingID { return present }
        return SystemProfile(provider: token.platformMappingID ?? "", expires: nil).frameworkStatus
    }

    /// What the framework says of the account where nobody is to be asked; `nil`: there is none that the app may use.
    func systemFrameworkStatus(_ requestor: Requestor) async throws -> PartnerFrameworkStatus? {
        guard requestor.configuration.offersSingleSignOn else { return nil }
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        switch try await bridge.readSystem(.silent, configuration: requestor.configuration) {
        case .signedIn(let system): return system.frameworkStatus
        case .stopped: return nil
        }
    }

    /// Remembers until when a resource may be watched, for `getMetadata`.
    private func remember(_ decision: EntitlementAPI.Decision, _ token: StoredToken) throws {
        guard let requestor, let ends = decision.notAfter?.instant else { return }
        let now = try now()
        try TokenStorage.update(of: app) {
            $0.authorize(decision.resource, until: ends, mvpd: token.mvpd, of: requestor.id, at: now)
        }
    }
}

extension AuthenticationRequest {
    /// What is asked for a resource: not by force, and with what the app handed on.
    static func again(with data: GenericData) -> AuthenticationRequest {
        var request = AuthenticationRequest()
        request.data = data
        return request
    }
}

extension EnhancedError {
    /// Whether the service has no profile that a decision could be made for.
    var saysThatProfileIsGone: Bool {
        [
            .authenticatedProfileMissing, .authenticatedProfileExpired, .authenticatedProfileInvalidated,
            .authorizationDeniedBySessionInvalidated, .identityNotRecognizedByMVPD,
        ].contains {
            self.is($0)
        }
    }
}
