import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Sets the requestor: configuration, resynchronisation with the system-level account, silent exchange.
    ///
    /// Triggers `setRequestorComplete`. Before it come statuses about what the app must know: tokens of another device
    /// identifier that were dropped, a sign-in that the new requestor ended, an empty requestor, a configuration that
    /// failed, a wrong clock, and a failure of Apple's framework. A silent exchange that the service refused sends none,
    /// because the app did not ask to authenticate. A sign-in in progress ends if the user is authenticated now.
    ///
    /// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 2.
    func setRequestor(_ id: RequestorID, addresses: [String]) async throws {
        try dropTokensOfAnotherDevice()
        if requestorID == id {
            // An app sets its requestor whenever it comes to the foreground, so repeated denials are still counted.
            preauthorizations = PreauthorizationCache()
        } else {
            cancelSignInOfAnotherRequestor()
            forgetDecisions()
        }
        try endLogout()
        (requestorID, requestor) = (id, nil)
        guard id != "" else {
            emit(.status(AdvancedStatus(.invalidRequestor, message: "The requestor has no identifier.")))
            return emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        }
        let configured: Requestor
        do {
            configured = try await configure(id, addresses: addresses)
        } catch let failure as ClientFailure {
            try record(.requestorFailed(JournalText(failure.explanation)))
            emit(.status(AdvancedStatus(configurationFailure: failure, hint: options.invalidDeviceInformation)))
            return emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        }
        requestor = configured
        if let status = try statusOfClock(configured) { emit(.status(status)) }
        if let status = try await resynchronise(configured) { emit(.status(status)) }
        emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS))
        // A valid token does not end a forced sign-in, because the user must sign in again nevertheless.
        guard !signIn.waiting.isEmpty, !authenticationRequest.forced else { return }
        if let token = try await validToken() {
            try await finishAuthenticated(token, cached: true, purpose: nil)
        }
    }

    /// Drops the tokens that were obtained under another identifier of the device, as the vendor's token sanitizer does.
    ///
    /// The service keeps the profiles, because requests under the new identifier cannot remove them.
    private func dropTokensOfAnotherDevice() throws {
        let device = try app.deviceIdentifier()
        guard try TokenStorage.update(of: app, { $0.dropTokens(notOf: device) }) else { return }
        let reason = "Tokens were obtained under another identifier of this device."
        try record(.tokensOfAnotherDevice(JournalText(reason)))
        emit(.status(AdvancedStatus(.deviceMismatch, message: reason)))
    }

    private func cancelSignInOfAnotherRequestor() {
        let waited = signIn.abandon()
        guard !waited.isEmpty else { return }
        emit(.status(AdvancedStatus(.pickerCancelled, message: "Another requestor is set.")))
        finishUnauthenticated(waited, PROVIDER_NOT_SELECTED_ERROR)
    }

    /// Drops tokens of degradations that have ended, and tokens from the system-level account that it no longer confirms.
    ///
    /// Then, if the app has no valid token and a user is signed in at system level, exchanges the account for a token.
    ///
    /// - Returns: The one status that the app is told.
    private func resynchronise(_ requestor: Requestor) async throws -> AdvancedStatus? {
        for token in try tokens(of: requestor, from: .degraded) { try await dropEndedDegradation(requestor, token) }
        guard requestor.configuration.offersSingleSignOn else {
            for token in try tokens(of: requestor, from: .apple) {
                try discard(token, of: requestor, .singleSignOnEnded)
            }
            try await removeAbandonedProfiles(requestor)
            return nil
        }
        let bridge = SSOBridge(app: app) { requestor.client(for: $0) }
        let answer = try await bridge.readSystem(.silent, configuration: requestor.configuration)

        let validity = try self.validity(of: try currentToken(of: requestor), requestor, answer)
        for token in try tokens(of: requestor, from: .apple)
        where try self.validity(of: token, requestor, answer) == .discard {
            try discard(token, of: requestor, .notConfirmed)
        }
        let left = try await removeAbandonedProfiles(requestor)
        if validity == .valid { return AdvancedStatus(answer, failure: .appleFailureAtSetRequestor) }
        guard case .signedIn(let system) = answer else {
            exchangeReport = bridge.report(answer.stop(requestor.configuration))
            return AdvancedStatus(answer, failure: .appleFailureAtSetRequestor)
        }
        let outcome = try await bridge.exchange(
            system, of: requestor.id, configuration: requestor.configuration, abandoned: left)
        exchangeReport = bridge.report(outcome)
        switch outcome {
        case .exchanged(let exchanged):
            _ = try keep(exchanged, for: requestor)
            return nil
        case .stopped(.framework(let answer)):
            return AdvancedStatus(answer, failure: .appleFailureAtSetRequestor)
        case .stopped:
            // An exchange that fails is silent, because the app did not ask for it.
            return nil
        }
    }

    /// Every token of a requestor from one source, in a fixed order.
    private func tokens(of requestor: Requestor, from source: StoredToken.Source) throws -> [StoredToken] {
        let kept = try TokenStorage.load(of: app).tokens[requestor.id] ?? [:]
        return kept.values.filter { $0.source == source }.sorted { $0.mvpd < $1.mvpd }
    }

    private func discard(_ token: StoredToken, of requestor: Requestor, _ loss: TokenLoss) throws {
        try record(.tokenDropped(loss))
        try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
    }

    /// Drops the token of a degradation that has ended at the service.
    private func dropEndedDegradation(_ requestor: Requestor, _ token: StoredToken) async throws {
        do {
            let client = requestor.client(for: token)
            let answer = try await client.send { .profile(of: requestor.id, mvpd: token.mvpd, headers: $0) }
            if answer.profiles[token.mvpd]?.type == .degraded { return }
        } catch ClientFailure.refused(let error, let status) where status < 500 {
            try record(.degradationRefused(code: error.code))
        } catch is ClientFailure {
            // The service is unreachable or fails, so the token stays valid until it expires.
            return
        }
        try discard(token, of: requestor, .degradationEnded(token.mvpd))
    }

    /// Stores the token of a profile, and returns it.
    func keep(_ exchanged: ExchangedProfile, for requestor: Requestor) throws -> StoredToken {
        preauthorizations = PreauthorizationCache()
        let token = StoredToken(
            exchanged, owner: app.bundleID, service: requestor.service(of: exchanged.mvpd).address.url,
            device: try app.deviceIdentifier())
        let now = try now()
        return try TokenStorage.update(of: app) { storage in
            storage.keep(token, for: requestor.id, in: app.bundleID)
            return storage.currentToken(of: requestor.id, for: app.bundleID, at: now) ?? token
        }
    }
}
