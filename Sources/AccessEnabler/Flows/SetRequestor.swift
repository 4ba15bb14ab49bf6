import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import SimulationCore
import VideoSubscriberAccount

extension EntitlementSession {
    /// Sets the requestor: tokens of another device go, then configuration, resynchronisation with the system, silent
    /// exchange.
    ///
    /// Triggers `setRequestorComplete`, and before it at most one status about tokens that are gone and one about Apple,
    /// since the app did not ask to authenticate; a sign-in that waits for the person is over where nobody need sign in
    /// any more.
    ///
    /// spec entitlement § 1.6, § 1.7 step 2.
    func setRequestor(_ id: String, addresses: [String], emit: @escaping Emit) async throws {
        if let status = try dropTokensOfAnotherDevice() { emit(.status(status)) }
        if requestorID?.exactKey != id.exactKey {
            // A dialog of another requestor has nobody to answer to any more.
            let waited = signIn.abandon()
            if !waited.isEmpty {
                emit(.status(AdvancedStatus(.pickerCancelled, message: "Another requestor is set.")))
                finishUnauthenticated(waited, PROVIDER_NOT_SELECTED_ERROR, emit: emit)
            }
        }
        if requestorID?.exactKey == id.exactKey { forgetPreauthorizations() } else { forgetDecisions() }
        endLogout(emit: emit)
        (requestorID, requestor) = (id, nil)
        guard !id.isEmpty else {
            emit(.status(AdvancedStatus(.invalidRequestor, message: "The requestor has no identifier.")))
            return emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        }
        let configured: Requestor
        do {
            configured = try await configure(id, addresses: addresses)
        } catch let failure as ClientFailure {
            try record("setRequestor", "failed", failure.explanation)
            emit(.status(AdvancedStatus(configurationFailure: failure, hint: options.trouble)))
            emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
            return
        }
        requestor = configured
        if let status = try statusOfClock(configured) { emit(.status(status)) }
        if let status = try await resynchronise(configured) { emit(.status(status)) }
        emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS))
        // A sign-in that was forced waits for its own outcome: the token may be the one that it is to replace.
        guard !signIn.waiting.isEmpty, !authenticationRequest.forced else { return }
        var access: SystemAccess?
        if let token = try await validToken(&access) {
            try await finishAuthenticated(token, cached: true, purpose: nil, emit: emit)
        }
    }

    /// Drops the tokens that were obtained under another identifier of the device, as the vendor's token sanitizer does.
    ///
    /// The service is not told: it knows the profiles by that identifier alone.
    ///
    /// spec entitlement § 1.11.
    ///
    /// - Returns: The status that tells the app; `nil`: no token went.
    private func dropTokensOfAnotherDevice() throws -> AdvancedStatus? {
        let device = try EntitlementClient.deviceIdentifier(of: app)
        guard try TokenStorage.update(of: app, { $0.dropTokens(notOf: device) }) else { return nil }
        let reason = "Tokens were obtained under another identifier of this device."
        try record("setRequestor", "tokens discarded", reason)
        return AdvancedStatus(.deviceMismatch, message: reason)
    }

    /// Brings the token in line with the system-level account: drops one whose account is gone, and exchanges the
    /// account where there is none.
    ///
    /// - Returns: The one status that the app is told.
    private func resynchronise(_ requestor: Requestor) async throws -> AdvancedStatus? {
        for token in try tokens(of: requestor, from: .degraded) { try await dropEndedDegradation(requestor, token) }
        guard requestor.configuration.offersSingleSignOn else {
            for token in try tokens(of: requestor, from: .apple) {
                try record("setRequestor", "token discarded", "the requestor offers no single sign-on any more")
                try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
            }
            try await removeAbandonedProfiles(requestor)
            return nil
        }
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        let reading = try await bridge.readSystem(.silent, configuration: requestor.configuration)

        func judge(_ token: StoredToken?) throws -> TokenJudgement {
            TokenJudgement.judge(
                token, of: app.bundleID, configuration: requestor.configuration,
                access: reading.access, system: reading.system, now: try now())
        }
        let judgement = try judge(try currentToken(of: requestor))
        for token in try tokens(of: requestor, from: .apple) where try judge(token) == .discard {
            try record("setRequestor", "token discarded", "the system-level account no longer stands behind it")
            try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
        }
        let left = try await removeAbandonedProfiles(requestor)
        if judgement == .valid { return reading.statusAtSetRequestor }
        switch reading {
        case .stopped(let stop):
            exchangeReport = ExchangeReport(conditions: bridge.conditions, stop: stop)
            return reading.statusAtSetRequestor
        case .signedIn(let system):
            let outcome = try await bridge.exchange(
                system, of: requestor.id, configuration: requestor.configuration, abandoned: left)
            exchangeReport = outcome.report
            switch outcome.result {
            case .exchanged(let exchanged):
                _ = try keep(exchanged, for: requestor)
                return nil
            case .stopped(.permission(let permission)):
                return AdvancedStatus(withheld: permission)
            case .stopped(.framework(let error)):
                return AdvancedStatus(.appleFailureAtSetRequestor, error: error)
            case .stopped:
                // An exchange that fails is silent: the app did not ask for it.
                return nil
            }
        }
    }

    /// Every token of a requestor that came about in one way, whichever the app has selected; in a fixed order.
    private func tokens(of requestor: Requestor, from source: StoredToken.Source) throws -> [StoredToken] {
        let kept = try TokenStorage.load(of: app).tokens[requestor.id] ?? [:]
        return kept.values.filter { $0.source == source }.sorted { $0.mvpd < $1.mvpd }
    }

    /// Drops a token that was given to everybody, when the service no longer gives it.
    private func dropEndedDegradation(_ requestor: Requestor, _ token: StoredToken) async throws {
        do {
            let client = requestor.client(for: token)
            let answer = try await client.send { .profile(of: requestor.id, mvpd: token.mvpd, headers: $0) }
            if answer.profiles[token.mvpd]?.type == .degraded { return }
        } catch ClientFailure.refused(let error, let status) where status < 500 {
            try record("setRequestor", "degradation", "the service refuses the profile: \(error.code)")
        } catch is ClientFailure {
            // The service cannot be asked, or fails: the token keeps its time.
            return
        }
        try record("setRequestor", "token discarded", "'\(token.mvpd)' is no longer degraded")
        try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
    }

    /// Keeps a profile as the app's token, and returns that.
    func keep(_ exchanged: ExchangedProfile, for requestor: Requestor) throws -> StoredToken {
        forgetPreauthorizations()
        var token = StoredToken(exchanged, owner: app.bundleID)
        token.service = requestor.service(of: exchanged.mvpd).place.name
        token.device = try EntitlementClient.deviceIdentifier(of: app)
        let now = try now()
        return try TokenStorage.update(of: app) { [token] storage in
            storage.keep(token, for: requestor.id, in: app.bundleID)
            return storage.currentToken(of: requestor.id, for: app.bundleID, at: now) ?? token
        }
    }
}

extension StoredToken {
    /// The token that a profile of the service stands for.
    init(_ given: ExchangedProfile, owner: String) {
        let profile = given.profile
        let source: Source =
            switch profile.type {
            case .appleSSO: .apple
            case .degraded: .degraded
            case .temporary: .temporary
            case .regular, .platformSSO, .serviceTokenSSO: .regular
            }
        // The time of a pass that has not begun is counted from the question on, anew each time.
        let hasNotBegun = given.asked.map { profile.notBefore.instant >= $0.roundedToMilliseconds } ?? false
        self.init(
            mvpd: given.mvpd, source: source,
            platformMappingID: source == .apple ? given.platformMappingID : nil,
            expires: profile.notAfter.instant, userMetadata: profile.attributes.mapValues(\.value),
            encryptedKeys: profile.attributes.filter { $0.value.state == .encrypted }.keys.sorted(), owner: owner,
            isProvisional: source == .temporary && hasNotBegun ? true : nil)
    }
}

extension SystemReading {
    /// What the framework said about access.
    var access: SystemAccess {
        switch self {
        case .signedIn: .granted
        case .stopped(.permission(let permission)): .withheld(permission)
        case .stopped(.framework(let error)): .failed(error)
        case .stopped: .granted
        }
    }

    /// Who is signed in at system level.
    var system: SystemAccountState {
        switch self {
        case .signedIn(let profile): .signedIn(provider: profile.provider)
        case .stopped(.expired(let provider)): .signedIn(provider: provider)
        case .stopped(.nobodySignedIn): .nobody
        case .stopped: .unknown
        }
    }

    /// The status that `setRequestor` gives.
    var statusAtSetRequestor: AdvancedStatus? {
        switch access {
        case .granted: nil
        case .withheld(let permission): AdvancedStatus(withheld: permission)
        case .failed(let error): AdvancedStatus(.appleFailureAtSetRequestor, error: error)
        }
    }
}
