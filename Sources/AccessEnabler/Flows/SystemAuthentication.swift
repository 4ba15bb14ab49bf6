import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

/// Authentication by the system-level account.
extension EntitlementSession {
    /// Exchanges the system-level account, after the user has signed in there if needed; else the app's own dialog follows,
    /// with the one status that says why.
    ///
    /// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 4.
    func authenticateBySystem(
        _ requestor: Requestor, _ request: AuthenticationRequest, for purpose: SignInFlow.Purpose
    ) async throws {
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        let answer = try await readSystem(bridge, requestor, request)
        guard case .signedIn(let system) = answer else {
            let stop = answer.stop(requestor.configuration)
            exchangeReport = bridge.report(stop)
            return try await goOn(after: stop, requestor, for: purpose)
        }
        exchangeReport = bridge.report()
        if request.forced, let mvpd = requestor.configuration.mvpd(platformMappingID: system.provider),
            mvpd.enablePlatformServices, mvpd.boardingStatus == .supported,
            let reason = try await dropProfile(with: mvpd.id, of: requestor)
        {
            signIn.join(purpose)
            return try await continueSignIn(.failed(.failed, reason))
        }
        let left = try await removeAbandonedProfiles(requestor)
        let outcome = try await bridge.exchange(
            system, of: requestor.id, configuration: requestor.configuration, abandoned: left)
        exchangeReport = bridge.report(outcome)
        switch outcome {
        case .exchanged(let exchanged):
            let token = try keep(exchanged, for: requestor)
            try await finishAuthenticated(token, cached: false, purpose: purpose)
        case .stopped(let stop):
            try await goOn(after: stop, requestor, for: purpose)
        }
    }

    private func readSystem(
        _ bridge: SSOBridge, _ requestor: Requestor, _ request: AuthenticationRequest
    ) async throws -> FrameworkAnswer {
        let mode = SSOBridge.Mode.interactive(
            providers: requestor.configuration.pickerProviders(among: request.providers),
            featured: requestor.configuration.pickerProviders(among: request.featuredAmongShown))
        let observer = InterfaceObserver(
            present: { [receiver] in receiver.deliver(.presentTvProviderDialog(SystemDialog(controller: $0))) },
            dismiss: { [receiver] in receiver.deliver(.dismissTvProviderDialog(SystemDialog(controller: $0))) })
        return try await bridge.readSystem(mode, configuration: requestor.configuration, observer: observer)
    }

    /// Continues without the system-level account.
    private func goOn(after stop: ExchangeStop, _ requestor: Requestor, for purpose: SignInFlow.Purpose) async throws {
        switch stop {
        case .degraded(let mvpd):
            try await authenticateUnderDegradation(requestor, mvpd: mvpd, for: purpose)
        case .signsInAtItsPage(let mvpd):
            try await continueSignIn(.choseInSystem(mvpd: mvpd, for: purpose))
        default:
            try await useAppDialog(insteadOf: stop, for: purpose)
        }
    }

    /// Takes the profile that the service gives every user while the MVPD is degraded.
    private func authenticateUnderDegradation(
        _ requestor: Requestor, mvpd: MVPDID, for purpose: SignInFlow.Purpose
    ) async throws {
        do {
            let answer = try await requestor.client(for: mvpd).send {
                .profile(of: requestor.id, mvpd: mvpd, headers: $0)
            }
            guard let profile = answer.profiles[mvpd] else { throw ClientFailure.malformed }
            let given = ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile)
            let token = try keep(given, for: requestor)
            try await finishAuthenticated(
                token, cached: false, purpose: purpose, status: AdvancedStatus(authenticatedBy: given))
        } catch let failure as ClientFailure {
            try await useAppDialog(insteadOf: .service(failure), for: purpose)
        }
    }
}

extension ConfigurationResponse {
    /// The platform mapping identifiers of the providers that the system's picker is to show.
    ///
    /// MVPDs that the picker does not show, or that offer no single sign-on, are dropped.
    ///
    /// - Parameter mvpds: The app's filter; `nil` for every MVPD of the configuration.
    /// - Returns: The identifiers, in the order of the filter or the configuration.
    func pickerProviders(among mvpds: [MVPDID]?) -> [ProviderID] {
        let shown = singleSignOnMVPDs.filter(\.displayInPlatformPicker)
        guard let mvpds else { return shown.compactMap(\.platformMappingID) }
        return mvpds.compactMap { id in shown.first { $0.id == id }?.platformMappingID }
    }
}

extension AuthenticationRequest {
    /// Whether the system's picker has anything to show, with the app's filter if there is one.
    func offersAnything(in configuration: ConfigurationResponse) -> Bool {
        !configuration.pickerProviders(among: providers).isEmpty
    }
}
