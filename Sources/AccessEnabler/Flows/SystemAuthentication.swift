import EntitlementAPI
import SSOBridge

/// Authentication by the system-level account.
extension EntitlementSession {
    /// Exchanges the account of whoever is signed in at system level, or signs in there now; where that leads nowhere, the
    /// app's own dialog follows, with the one status that says why.
    ///
    /// spec entitlement § 1.7 step 4.
    func authenticateBySystem(
        _ requestor: Requestor, _ request: AuthenticationRequest, for purpose: SignInFlow.Purpose,
        emit: @escaping Emit
    ) async throws {
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        let system: SystemProfile
        let reading = try await readSystem(bridge, requestor, request, emit: emit)
        exchangeReport = ExchangeReport(conditions: bridge.conditions)
        switch reading {
        case .signedIn(let profile): system = profile
        case .stopped(let stop):
            exchangeReport?.stop = stop
            return try await end(stop, requestor, for: purpose, emit: emit)
        }
        if request.forced, let mvpd = requestor.configuration.mvpd(platformMappingID: system.provider),
            mvpd.enablePlatformServices, mvpd.boardingStatus == .supported,
            let reason = try await dropProfile(with: mvpd.id, of: requestor)
        {
            signIn.join(purpose)
            return try await proceed(.failed(.failed, reason), emit: emit)
        }
        let left = try await removeAbandonedProfiles(requestor)
        let outcome = try await bridge.exchange(
            system, of: requestor.id, configuration: requestor.configuration, abandoned: left)
        exchangeReport = outcome.report
        switch outcome.result {
        case .exchanged(let exchanged):
            let token = try keep(exchanged, for: requestor)
            try await finishAuthenticated(token, cached: false, purpose: purpose, emit: emit)
        case .stopped(let stop):
            try await end(stop, requestor, for: purpose, emit: emit)
        }
    }

    private func readSystem(
        _ bridge: SSOBridge, _ requestor: Requestor, _ request: AuthenticationRequest, emit: @escaping Emit
    ) async throws -> SystemReading {
        let offered = requestor.configuration.pickerProviders(among: request.providers)
        let featured = requestor.configuration.pickerProviders(among: request.featured)
        let mode = SSOBridge.Mode.interactive(providers: offered, featured: featured)
        let observer = InterfaceObserver(
            present: { emit(.presentTvProviderDialog(SystemDialog(controller: $0))) },
            dismiss: { emit(.dismissTvProviderDialog(SystemDialog(controller: $0))) })
        return try await bridge.readSystem(mode, configuration: requestor.configuration, observer: observer)
    }

    /// Goes on by another way where the account does not help.
    private func end(
        _ stop: ExchangeStop, _ requestor: Requestor, for purpose: SignInFlow.Purpose, emit: @escaping Emit
    ) async throws {
        switch stop {
        case .degraded(let mvpd):
            try await authenticateUnderDegradation(requestor, mvpd: mvpd, purpose: purpose, emit: emit)
        case .signsInAtItsPage(let mvpd):
            try await proceed(.choseInSystem(mvpd: mvpd, for: purpose), emit: emit)
        default:
            emit(.status(AdvancedStatus(fallback: stop)))
            try await proceed(.needsProvider(purpose), emit: emit)
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
            let status = AdvancedStatus(authenticatedBy: given)
            try await finishAuthenticated(token, cached: false, purpose: purpose, status: status, emit: emit)
        } catch let failure as ClientFailure {
            emit(.status(AdvancedStatus(fallback: .service(failure))))
            try await proceed(.needsProvider(purpose), emit: emit)
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
        guard let mvpds else { return shown.compactMap(\.platformMappingID) }
        return mvpds.compactMap { id in shown.first { $0.id.exactKey == id.exactKey }?.platformMappingID }
    }
}

extension AuthenticationRequest {
    /// Whether there is anything for the system's picker to show: with the app's filter, if it has one.
    func offersAnything(in configuration: ConfigurationResponse) -> Bool {
        !configuration.pickerProviders(among: providers).isEmpty
    }
}
