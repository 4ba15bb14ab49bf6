import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import VideoSubscriberAccount

extension EntitlementSession {
    /// Says whether the person is authenticated.
    ///
    /// The local token, and what the framework says about access. No network.
    ///
    /// spec entitlement § 1.6, § 1.7 step 3, § 4 rows 5 and 6.
    func checkAuthentication(emit: @escaping Emit) async throws {
        var access: SystemAccess?
        let token = try await validToken(&access)
        if let token {
            emit(.trackingAuthentication(token, cached: true, platform: try platform()))
            emit(.authenticated)
            return
        }
        if access == nil, requestor?.configuration.offersSingleSignOn == true {
            access = try await SystemAccess.read(of: app)
        }
        if let status = try statusOfAccess(access) { emit(.status(status)) }
        emit(.status(AdvancedStatus(.notAuthenticated, message: "The person is not authenticated.")))
        emit(.trackingFailedAuthentication)
        emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
    }

    /// Authenticates the person: at once where a token counts, else by the system-level account, else by the app's
    /// own dialog.
    ///
    /// spec entitlement § 1.6, § 1.7 step 4.
    func getAuthentication(
        _ request: AuthenticationRequest, for purpose: SignInFlow.Purpose, emit: @escaping Emit
    ) async throws {
        guard let requestor else {
            emit(.status(AdvancedStatus(.authenticationFailed, message: Self.noRequestor)))
            return finishUnauthenticated([purpose], GENERIC_AUTHENTICATION_ERROR, emit: emit)
        }
        // Whoever asks while somebody signs in joins that sign-in, which stays forced where it was.
        let isForced = request.forced || signIn.hasBegun && authenticationRequest.forced
        authenticationRequest = request.keeping(authenticationRequest.data)
        authenticationRequest.forced = isForced
        let request = authenticationRequest
        var access: SystemAccess?
        if let token = try await validToken(&access), !request.forced, signIn.chosen ?? token.mvpd == token.mvpd {
            try await finishAuthenticated(token, cached: true, purpose: purpose, emit: emit)
            return
        }
        // A page or a code is with the person already, or the dialog that the app had not seen when it asked: whoever
        // asks so gets the outcome. A page that may let pass whoever is known there is none for who forces.
        if let visit = signIn.visit, visit.isForced || !request.forced { return signIn.join(purpose) }
        guard !requestor.configuration.requestor.mvpds.isEmpty else {
            signIn.join(purpose)
            return try await proceed(.failed(.noProvider, Self.noProvider), emit: emit)
        }
        if signIn.stage == .choosing, dialogsSeen < dialogsShown { return signIn.join(purpose) }
        if signIn.chosen == nil, let mvpd = try mvpdThatMayKnowThePerson(requestor) {
            return try await proceed(.knownElsewhere(mvpd: mvpd, for: purpose), emit: emit)
        }
        guard signIn.chosen == nil, requestor.configuration.offersSingleSignOn,
            request.offersAnything(in: requestor.configuration)
        else {
            return try await proceed(.needsProvider(purpose), emit: emit)
        }
        if case .failed(let error)? = access {
            // The framework was asked about a token and failed: that is the answer, and it is not asked again.
            emit(.status(AdvancedStatus(fallback: .framework(error))))
            return try await proceed(.needsProvider(purpose), emit: emit)
        }
        try await authenticateBySystem(requestor, request, for: purpose, emit: emit)
    }

    /// Why nobody can be authenticated, nor asked for, between a `setRequestor` that failed and the next.
    static let noRequestor = "No requestor is set: the last setRequestor failed."

    private static let noProvider = "The requestor has no MVPD with which anybody could sign in."

    /// Ends an authentication well; everything that waited for it goes on, and a logout whose page is open is over.
    func finishAuthenticated(
        _ token: StoredToken, cached: Bool, purpose: SignInFlow.Purpose?, status: AdvancedStatus? = nil,
        emit: @escaping Emit
    ) async throws {
        endLogout(emit: emit)
        if let status { emit(.status(status)) }
        let waited = signIn.succeed()
        emit(.trackingAuthentication(token, cached: cached, platform: try platform()))
        // Whoever asked, a sign-in that was under way has come to its end, and the app closes what it has open for it.
        if purpose == .authentication || !cached || !waited.isEmpty { emit(.authenticated) }
        for case .authorization(let resource)? in waited + [purpose] {
            try await requestMediaToken(resource, token: token, emit: emit)
        }
    }

    /// Ends an authentication that did not come about: one status, and an answer for each resource that waited.
    func finishUnauthenticated(_ waited: [SignInFlow.Purpose], _ code: String, emit: Emit) {
        emit(.trackingFailedAuthentication)
        emit(.notAuthenticated(code))
        refuseResources(waited, emit: emit)
    }

    /// Answers the authorizations that waited for an authentication.
    func refuseResources(_ waited: [SignInFlow.Purpose], emit: Emit) {
        for case .authorization(let resource) in waited {
            emit(.tokenRequestFailed(resource: resource, code: USER_NOT_AUTHENTICATED_ERROR, description: ""))
        }
    }

    // MARK: - The token that counts

    /// The token by which the person is authenticated, if it counts.
    func currentToken(of requestor: Requestor) throws -> StoredToken? {
        try TokenStorage.load(of: app).currentToken(of: requestor.id, for: app.bundleID, at: now())
    }

    /// Returns the token where it counts; drops one that must go.
    ///
    /// The framework is asked about access only where a token of the system-level account depends on it; what it said is
    /// left in `access`.
    func validToken(_ access: inout SystemAccess?) async throws -> StoredToken? {
        guard let requestor else { return nil }
        guard let token = try currentToken(of: requestor), token.holds(at: try now())
        else { return nil }
        if token.source == .apple, requestor.configuration.offersSingleSignOn {
            access = try await SystemAccess.read(of: app)
        }
        switch TokenJudgement.judge(
            token, of: app.bundleID, configuration: requestor.configuration, access: access, now: try now())
        {
        case .valid:
            return token
        case .invalid:
            return nil
        case .discard:
            try record("token", "discarded", "the app may not use the system-level account")
            try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
            return nil
        }
    }

    /// The status that tells an app whose person is signed in at system level why that does not help.
    ///
    /// - Note: An app cannot see the account while access is withheld; the simulator looks for it. DIFFERENCES, E-5.
    private func statusOfAccess(_ access: SystemAccess?) throws -> AdvancedStatus? {
        guard try app.device.account() != nil else { return nil }
        switch access {
        case nil, .granted: return nil
        case .withheld(let permission): return AdvancedStatus(withheld: permission)
        case .failed(let error): return AdvancedStatus(.appleFailureAtCheck, error: error)
        }
    }

    func platform() throws -> DeviceSettings.Platform {
        try app.device.settings().platform
    }
}
