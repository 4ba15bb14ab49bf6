import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import SimulationCore

/// Carries out what the sign-in flow decides.
extension EntitlementSession {
    /// Tells the flow what happened, and does what comes of it.
    func proceed(_ event: SignInEvent, emit: @escaping Emit) async throws {
        for action in signIn.take(event) {
            try await perform(action, emit: emit)
        }
    }

    private func perform(_ action: SignInAction, emit: @escaping Emit) async throws {
        switch action {
        case .showDialog:
            dialogsShown += 1
            emit(.displayProviderDialog(requestor?.configuration.requestor.mvpds ?? []))
        case .select(let mvpd):
            try select(mvpd)
            emit(.sendTrackingData([mvpd] + TrackingDevice(try platform()).fields, event: TRACKING_MVPD_SELECTION))
        case .forgetSelection:
            try select(nil)
        case .tellThatNobodyIsSelected:
            finishUnauthenticated([], PROVIDER_NOT_SELECTED_ERROR, emit: emit)
        case .begin(let mvpd):
            endLogout(emit: emit)
            try await proceed(try await begin(mvpd), emit: emit)
        case .beginPassively(let mvpd):
            endLogout(emit: emit)
            let message = "The person is authenticated with '\(mvpd)' for another requestor: the MVPD is asked first."
            emit(.status(AdvancedStatus(.passiveAuthentication, message: message)))
            let event = try await begin(mvpd, passively: true)
            if case .failed(_, let reason) = event {
                try record("sign-in", "not asked passively", reason)
                return try await proceed(.cannotAskPassively, emit: emit)
            }
            try await proceed(event, emit: emit)
        case .navigate(let url, let useSVC):
            try record("sign-in", "page", "the person signs in at the MVPD's page")
            emit(.navigate(url: url, useSVC: useSVC, handledBySDK: useSVC && !options.handlesSafariViewController))
        case .showCode(let code):
            emit(.status(AdvancedStatus(.registrationCode, message: code)))
        case .askForProfile(let visit):
            try await proceed(try await askForProfile(visit), emit: emit)
        case .askForLateProfile(let visit):
            try await proceed(try await askForLateProfile(visit), emit: emit)
        case .takeProfile(let mvpd):
            let event = try await takeProfile(of: mvpd)
            try await proceed(event, emit: emit)
        case .keep(let found):
            guard let requestor else { return }
            let token = try keep(found, for: requestor)
            let status = AdvancedStatus(authenticatedBy: found)
            try await finishAuthenticated(token, cached: false, purpose: nil, status: status, emit: emit)
        case .end(let trouble, let reason, let purposes):
            emit(.status(AdvancedStatus(trouble.status, message: reason)))
            finishUnauthenticated(purposes, trouble.errorCode, emit: emit)
        }
    }

    // MARK: - Questions to the service

    /// Opens a sign-in at an MVPD's page.
    private func begin(_ mvpd: String, passively isPassive: Bool = false) async throws -> SignInEvent {
        guard let requestor, let configured = requestor.mvpd(mvpd) else {
            return .failed(.failed, "No requestor is set that knows '\(mvpd)'.")
        }
        let secondScreen = try platform() == .tvOS
        let useSVC = configured.useSVC && !secondScreen
        // On a second screen the page that takes the code says where it ends.
        let redirect = secondScreen ? nil : RedirectURL.end(ofPage: useSVC, of: app.bundleID)
        let request = SessionRequest(
            mvpd: mvpd, domainName: requestor.configuration.domainName, redirectURL: redirect)
        do {
            if authenticationRequest.forced {
                let reason = try await dropProfile(with: mvpd, of: requestor)
                // The person has just chosen the MVPD whose session is gone.
                try select(mvpd)
                if let reason { return .failed(.failed, reason) }
            }
            let left = try await removeAbandonedProfiles(requestor)
            let session = try await requestor.client(for: mvpd).send {
                .session(request, of: requestor.id, headers: $0)
            }
            if session.actionName == .authorize {
                // A profile that should be gone is nobody's sign-in.
                if left.contains(mvpd) { return .failed(.failed, Self.stillThere(mvpd)) }
                return .needsNobody(mvpd: mvpd)
            }
            guard let code = session.code, let path = session.url, let ends = session.notAfter?.instant else {
                throw ClientFailure.malformed
            }
            let visit = PageVisit(
                mvpd: mvpd, code: code, ends: ends, isPassive: isPassive, isForced: authenticationRequest.forced,
                useSVC: useSVC)
            if secondScreen { return .opened(visit, .secondScreen(now: try now())) }
            let manner = isPassive ? "?isPassive=true" : authenticationRequest.forced ? "?forceAuthn=true" : ""
            return .opened(visit, .page(url: pages(at: requestor.service(of: mvpd).place) + path + manner))
        } catch let failure as ClientFailure {
            return .failed(secondScreen ? .noCode : .failed, failure.explanation)
        }
    }

    /// Asks for the profile that a code has led to.
    private func askForProfile(_ visit: PageVisit) async throws -> SignInEvent {
        guard let requestor else {
            // A second screen is asked again, and the requestor may be set by then.
            return signIn.pause == nil ? .failed(.sessionLost, Self.noRequestor) : .foundNothing(Self.noRequestor)
        }
        do {
            let answer = try await requestor.client(for: visit.mvpd).send { headers in
                .profile(ofCode: visit.code, serviceProvider: requestor.id, headers: headers)
            }
            guard let (mvpd, profile) = answer.profiles.min(by: { $0.key < $1.key }) else {
                return .foundNothing("The service has no profile for the sign-in: it was not completed.")
            }
            return .found(ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile))
        } catch ClientFailure.refused(let error, _)
            where error.is(.invalidParameterCode) || error.is(.invalidAuthenticationSession)
        {
            return .failed(.sessionLost, "\(error.code): \(error.message)")
        } catch let failure as ClientFailure {
            // A second screen is asked again; after a page there is no second question.
            try record("sign-in", "not answered", failure.explanation)
            return .foundNothing(failure.explanation)
        }
    }

    /// Asks for the profile with an MVPD, after the code that may have led to it is over.
    private func askForLateProfile(_ visit: PageVisit) async throws -> SignInEvent {
        guard let requestor else { return .foundNothing(Self.noRequestor) }
        do {
            let answer = try await requestor.client(for: visit.mvpd).send {
                .profile(of: requestor.id, mvpd: visit.mvpd, headers: $0)
            }
            return answer.profiles[visit.mvpd].map {
                .found(ExchangedProfile(mvpd: visit.mvpd, platformMappingID: nil, profile: $0))
            } ?? .foundNothing("The registration code has expired.")
        } catch let failure as ClientFailure {
            try record("sign-in", "not answered", failure.explanation)
            return .foundNothing(failure.explanation)
        }
    }

    /// Takes the profile that an MVPD gives without a sign-in: a temporary pass, a degradation, one that is there.
    ///
    /// One that the service has and does not show, since Apple's framework no longer vouches for it, is removed, and the person
    /// signs in.
    private func takeProfile(of mvpd: String) async throws -> SignInEvent {
        guard let requestor else { return .failed(.failed, Self.noRequestor) }
        let data = authenticationRequest.data
        let asked = try now()
        do {
            let answer = try await requestor.client(for: mvpd).send(
                frameworkStatus: try await systemFrameworkStatus(requestor), temporaryIdentity: data.identity
            ) {
                .profile(of: requestor.id, mvpd: mvpd, headers: $0)
            }
            guard let profile = answer.profiles[mvpd] else {
                let redirect = redirectURL(of: mvpd)
                _ = try await requestor.client(for: mvpd).send {
                    .logout(of: requestor.id, mvpd: mvpd, redirectURL: redirect, headers: $0)
                }
                let event = try await begin(mvpd)
                guard case .needsNobody = event else { return event }
                return .failed(.failed, "The service has a profile with '\(mvpd)' and does not show it.")
            }
            return .found(ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile, asked: asked))
        } catch ClientFailure.refused(let error, _) where error.saysThatPassIsUsedUp {
            return .failed(.passExpired, "\(error.code): \(error.message)")
        } catch let failure as ClientFailure {
            return .failed(.failed, failure.explanation)
        }
    }

    /// The MVPD that may know the person from another requestor, and can be asked without asking them; `nil`: there is none.
    ///
    /// Only MVPDs whose page needs a Safari view controller can, since web views keep nothing of each other's.
    ///
    /// spec entitlement § 1.6, § 1.11.
    func mvpdThatMayKnowThePerson(_ requestor: Requestor) throws -> String? {
        guard try platform() != .tvOS, !authenticationRequest.forced else { return nil }
        let now = try now()
        return try TokenStorage.load(of: app).sessions(at: now).lazy
            .filter { $0.requestor != requestor.id && $0.token.source == .regular }
            .compactMap { requestor.mvpd($0.token.mvpd) }
            .first { $0.useSVC && $0.passiveAuthnEnabled && $0.authPerAggregator }?.id
    }

    /// Selects an MVPD for the requestor, or none.
    private func select(_ mvpd: String?) throws {
        guard let requestor else { return }
        try TokenStorage.update(of: app) { $0.select(mvpd, for: requestor.id, in: app.bundleID) }
    }
}

extension EnhancedError {
    fileprivate var saysThatPassIsUsedUp: Bool {
        self.is(.temporaryAccessDurationLimitExceeded) || self.is(.temporaryAccessResourcesLimitExceeded)
    }
}

extension AdvancedStatus {
    /// The status that tells an app why somebody is authenticated who did not sign in; `nil`: they did.
    init?(authenticatedBy found: ExchangedProfile) {
        switch found.profile.type {
        case .degraded:
            self.init(
                .authenticatedUnderDegradation, message: "'\(found.mvpd)' is degraded: everybody is authenticated.")
        case .temporary:
            self.init(.authenticatedByTemporaryPass, message: "'\(found.mvpd)' is a temporary pass.")
        case .regular, .appleSSO, .platformSSO, .serviceTokenSSO:
            return nil
        }
    }
}
