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
        var access: TokenJudgement.Access?
        let token = try await validToken(&access)
        if let token {
            emit(.trackingAuthentication(token, cached: true, platform: try platform()))
            emit(.authenticated)
            return
        }
        if access == nil, requestor?.configuration.offersSingleSignOn == true {
            access = await SystemAccess.read(app: app)
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
        authenticationRequest = request.keeping(authenticationRequest.data)
        guard let requestor else {
            let message = "No requestor is set: the last setRequestor failed."
            emit(.status(AdvancedStatus(.authenticationFailed, message: message)))
            finishUnauthenticated([purpose], GENERIC_AUTHENTICATION_ERROR, emit: emit)
            return
        }
        var access: TokenJudgement.Access?
        let token = try await validToken(&access)
        if let token, !request.forced {
            try await finishAuthenticated(token, cached: true, purpose: purpose, emit: emit)
            return
        }
        if signIn.isUnderWay {
            // A page or a code is with the person already: whoever asks now gets its outcome.
            return signIn.join(purpose)
        }
        // A new profile is to take the place of the one behind the token.
        if let token, request.forced {
            try TokenStorage.update(of: app) { $0.requestRemoval(of: token.mvpd, for: requestor.id) }
        }
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
        let left = try await removeAbandonedProfiles(requestor)
        if let token, request.forced, left.contains(token.mvpd) {
            // The exchange would find the profile that is to be replaced.
            let reason = try giveUp(on: token.mvpd, of: requestor)
            emit(.status(AdvancedStatus(.authenticationFailed, message: reason)))
            return finishUnauthenticated([purpose], GENERIC_AUTHENTICATION_ERROR, emit: emit)
        }
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        switch try await exchange(bridge, requestor, request, emit: emit) {
        case .exchanged(let exchanged):
            let token = try keep(exchanged, for: requestor)
            try await finishAuthenticated(token, cached: false, purpose: purpose, emit: emit)
        case .stopped(.degraded(let mvpd)):
            try await authenticateUnderDegradation(requestor, mvpd: mvpd, purpose: purpose, emit: emit)
        case .stopped(.signsInAtItsPage(let mvpd)):
            try await proceed(.choseInSystem(mvpd: mvpd, for: purpose), emit: emit)
        case .stopped(let stop):
            emit(.status(AdvancedStatus(fallback: stop)))
            try await proceed(.needsProvider(purpose), emit: emit)
        }
    }

    private func exchange(
        _ bridge: SSOBridge, _ requestor: Requestor, _ request: AuthenticationRequest, emit: @escaping Emit
    ) async throws -> ExchangeOutcome.Result {
        let offered = requestor.configuration.pickerProviders(among: request.providers)
        let featured = requestor.configuration.pickerProviders(among: request.featured)
        let mode = SSOBridge.Mode.interactive(providers: offered, featured: featured)
        let observer = InterfaceObserver(
            present: { emit(.presentTvProviderDialog(SystemDialog(controller: $0))) },
            dismiss: { emit(.dismissTvProviderDialog(SystemDialog(controller: $0))) })
        switch try await bridge.readSystem(mode, configuration: requestor.configuration, observer: observer) {
        case .stopped(let stop):
            exchangeFindings = bridge.conditions
            return .stopped(stop)
        case .signedIn(let system):
            let outcome = try await bridge.exchange(
                system, of: requestor.id, configuration: requestor.configuration)
            exchangeFindings = outcome.conditions
            return outcome.result
        }
    }

    /// Takes the profile that the service gives everybody while the MVPD is degraded.
    private func authenticateUnderDegradation(
        _ requestor: Requestor, mvpd: String, purpose: SignInFlow.Purpose, emit: @escaping Emit
    ) async throws {
        do {
            let answer = try await requestor.client(for: mvpd).send {
                .profile(of: requestor.id, mvpd: mvpd, headers: $0)
            }
            guard let profile = answer.profiles[mvpd] else { throw ClientFailure.malformed }
            let given = ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile)
            let token = try keep(given, for: requestor)
            if let status = AdvancedStatus(authenticatedBy: given) { emit(.status(status)) }
            try await finishAuthenticated(token, cached: false, purpose: purpose, emit: emit)
        } catch let failure as ClientFailure {
            emit(.status(AdvancedStatus(fallback: .service(failure))))
            try await proceed(.needsProvider(purpose), emit: emit)
        }
    }

    /// Ends an authentication well; everything that waited for it goes on.
    func finishAuthenticated(
        _ token: StoredToken, cached: Bool, purpose: SignInFlow.Purpose?, emit: @escaping Emit
    ) async throws {
        let waited = signIn.succeed()
        emit(.trackingAuthentication(token, cached: cached, platform: try platform()))
        if purpose == .authentication || !cached || waited.contains(.authentication) { emit(.authenticated) }
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

    /// Returns the token where it counts; drops one that must go.
    ///
    /// The framework is asked about access only where a token of the system-level account depends on it; what it said is
    /// left in `access`.
    func validToken(_ access: inout TokenJudgement.Access?) async throws -> StoredToken? {
        guard let requestor else { return nil }
        guard let token = try TokenStorage.load(of: app).currentToken(of: requestor.id), token.holds(at: try now())
        else { return nil }
        if token.source == .apple, requestor.configuration.offersSingleSignOn {
            access = await SystemAccess.read(app: app)
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
    private func statusOfAccess(_ access: TokenJudgement.Access?) throws -> AdvancedStatus? {
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

/// What the framework says about access when nobody is to be asked.
enum SystemAccess {
    static func read(app: RunningApp) async -> TokenJudgement.Access {
        let manager = RunningApp.$current.withValue(app) { VSAccountManager() }
        return await withCheckedContinuation { continuation in
            manager.checkAccessStatus(options: [:]) { status, error in
                if let error = error as? VSError, error.code != .accessNotGranted {
                    continuation.resume(returning: .failed(error))
                } else if status == .granted {
                    continuation.resume(returning: .granted)
                } else {
                    continuation.resume(returning: .withheld(AccessPermission(status)))
                }
            }
        }
    }
}

extension ConfigurationResponse {
    /// The platform mapping ids of the providers that the system's picker is to show; those that it does not show or
    /// that offer no single sign-on are dropped.
    ///
    /// The order is that of `mvpds`, the app's filter; without one, the configuration's.
    func pickerProviders(among mvpds: [String]?) -> [String] {
        let shown = singleSignOnMVPDs.filter(\.displayInPlatformPicker)
        guard let mvpds else { return shown.compactMap(\.platformMappingId) }
        return mvpds.compactMap { id in shown.first { $0.id.exactKey == id.exactKey }?.platformMappingId }
    }
}

extension AuthenticationRequest {
    /// Whether the app's filter leaves the system's picker anything to show.
    ///
    /// Without a filter it does.
    func offersAnything(in configuration: ConfigurationResponse) -> Bool {
        providers == nil || !configuration.pickerProviders(among: providers).isEmpty
    }
}
