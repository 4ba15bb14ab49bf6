import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Tells the app which resources the user may watch, in their order.
    func checkPreauthorizedResources(_ resources: [ResourceID], usingCache: Bool) async throws {
        switch try await preauthorize(PreauthorizationRequest(resources: resources, usesCache: usingCache)) {
        case .decided(let decisions):
            emit(.preauthorizedResources(decisions.filter(\.authorized).map(\.resource)))
        case .refused(let error):
            emit(.status(AdvancedStatus(.preauthorizationFailed, message: "\(error.code): \(error.message)")))
            emit(.preauthorizedResources([]))
        case .profileGone(let error):
            if let status = AdvancedStatus(profileGone: error) { emit(.status(status)) }
            let message = PreauthorizationFailure.authenticationSessionMissing.error.message
            emit(.status(AdvancedStatus(.notAuthenticated, message: message)))
            emit(.preauthorizedResources([]))
        case .failed(let failure):
            let isUnauthenticated = [
                .requestorNotConfigured, .authenticationSessionExpired, .authenticationSessionMissing,
            ].contains(failure)
            let code: AdvancedStatus.Code = isUnauthenticated ? .notAuthenticated : .preauthorizationFailed
            emit(.status(AdvancedStatus(code, message: failure.error.message)))
            emit(.preauthorizedResources([]))
        }
    }

    /// Returns the preliminary decisions about resources, from the cache or the service.
    func preauthorize(_ request: PreauthorizationRequest) async throws -> PreauthorizationOutcome {
        guard let requestor else { return .failed(.requestorNotConfigured) }
        let hadToken = try currentToken(of: requestor) != nil
        guard let token = try await validToken() else {
            return .failed(hadToken ? .authenticationSessionExpired : .authenticationSessionMissing)
        }
        // The service refuses an empty list.
        if request.resources.isEmpty { return .decided([]) }
        decide(for: token)
        if request.usesCache, let known = preauthorizations.decisions(on: request.resources) {
            try record(.preauthorizationRemembered)
            return .decided(known)
        }
        do {
            let status = try await frameworkStatus(for: token, requestor)
            let answer = try await requestor.client(for: token).send(
                frameworkStatus: status, temporaryIdentity: authenticationRequest.data.identity
            ) {
                .preauthorize(
                    DecisionsRequest(resources: request.resources), of: requestor.id, mvpd: token.mvpd, headers: $0)
            }
            if let error = answer.decisions.lazy.compactMap(\.error).first(where: \.saysThatProfileIsGone) {
                try drop(token, because: error, requestor)
                return .profileGone(error)
            }
            preauthorizations.keep(answer.decisions.filter(\.isDecided))
            return .decided(answer.decisions)
        } catch ClientFailure.refused(let error, _) {
            return .refused(error)
        } catch let failure as ClientFailure {
            return .init(failure)
        }
    }
}

extension PreauthorizationOutcome {
    /// Maps a failure of the client to an outcome of `preauthorize`.
    fileprivate init(_ failure: ClientFailure) {
        switch failure {
        case .noAccessToken, .notRegistered: self = .failed(.accessTokenUnavailable)
        case .malformed: self = .failed(.serverResponseFormatUnknown)
        case .noResponse, .noService: self = .failed(.networkError)
        case .refused(let error, _): self = .refused(error)
        case .serverError(let status):
            // The service answered without an error body: the request still counts as serviced.
            self = .refused(
                EnhancedError(
                    action: status == 429 ? .retryAfter : .none, status: status, code: "http_status_\(status)",
                    message: failure.explanation))
        }
    }
}

extension ConfigurationResponse {
    /// Whether the requestor's apps are told why a resource was denied.
    var reportsEnhancedErrors: Bool { errorReporting != Self.originalErrorReporting }
}
