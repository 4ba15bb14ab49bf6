import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

/// The requests of a sign-in to the service; each results in the next event of the flow.
extension EntitlementSession {
    /// Opens a sign-in at an MVPD's page.
    func begin(_ mvpd: MVPDID, passively isPassive: Bool = false) async throws -> SignInEvent {
        guard let requestor, let configured = requestor.mvpd(mvpd) else {
            return .failed(.failed, "No requestor with the MVPD '\(mvpd)' is set.")
        }
        let secondScreen = try platform() == .tvOS
        let useSVC = configured.useSVC && !secondScreen
        // On a second screen the page for the code has its own end.
        let redirect = secondScreen ? nil : RedirectURL.ofPage(inSafariViewController: useSVC, of: app.bundleID)
        let request = SessionRequest(
            mvpd: mvpd, domainName: requestor.configuration.domainName, redirectURL: redirect)
        do {
            if authenticationRequest.forced {
                let reason = try await dropProfile(with: mvpd, of: requestor)
                // Dropping the token cleared the selection, which the user has just made.
                try select(mvpd)
                if let reason { return .failed(.failed, reason) }
            }
            let left = try await removeAbandonedProfiles(requestor)
            let session = try await requestor.client(for: mvpd).send {
                .session(request, of: requestor.id, headers: $0)
            }
            if session.actionName == .authorize {
                // The profile that should be gone does not count as a sign-in.
                if left.contains(mvpd) { return .failed(.failed, Self.stillThere(mvpd)) }
                return .needsNoSignIn(mvpd: mvpd)
            }
            guard let code = session.code, let path = session.url, let ends = session.notAfter?.instant else {
                throw ClientFailure.malformed
            }
            let visit = PageVisit(
                mvpd: mvpd, code: code, ends: ends, isPassive: isPassive, isForced: authenticationRequest.forced,
                useSVC: useSVC)
            if secondScreen { return .opened(visit, .secondScreen(now: try now())) }
            let manner = isPassive ? "?isPassive=true" : authenticationRequest.forced ? "?forceAuthn=true" : ""
            return .opened(visit, .page(url: pages(at: requestor.service(of: mvpd).address) + path + manner))
        } catch let failure as ClientFailure {
            return .failed(secondScreen ? .noCode : .failed, failure.explanation)
        }
    }

    /// Asks for the profile of a code.
    func askForProfile(_ visit: PageVisit) async throws -> SignInEvent {
        guard let requestor else {
            // A second screen polls again, and the requestor may be set by then.
            return signIn.pause == nil ? .failed(.sessionLost, Self.noRequestor) : .foundNothing(Self.noRequestor)
        }
        do {
            let answer = try await requestor.client(for: visit.mvpd).send { headers in
                .profile(ofCode: visit.code, serviceProvider: requestor.id, headers: headers)
            }
            guard let (mvpd, profile) = answer.profiles.min(by: { $0.key < $1.key }) else {
                return .foundNothing("The sign-in was not completed: the service has no profile for it.")
            }
            return .found(ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile))
        } catch ClientFailure.refused(let error, _)
            where error.is(.invalidParameterCode) || error.is(.invalidAuthenticationSession)
        {
            return .failed(.sessionLost, "\(error.code): \(error.message)")
        } catch let failure as ClientFailure {
            // A second screen polls again; after a page this is the only request.
            try record(.signInNotAnswered(JournalText(failure.explanation)))
            return .foundNothing(failure.explanation)
        }
    }

    /// Asks for the profile with an MVPD, after its code has expired.
    func askForLateProfile(_ visit: PageVisit) async throws -> SignInEvent {
        guard let requestor else { return .foundNothing(Self.noRequestor) }
        do {
            let answer = try await requestor.client(for: visit.mvpd).send {
                .profile(of: requestor.id, mvpd: visit.mvpd, headers: $0)
            }
            return answer.profiles[visit.mvpd].map {
                .found(ExchangedProfile(mvpd: visit.mvpd, platformMappingID: nil, profile: $0))
            } ?? .foundNothing("The registration code has expired.")
        } catch let failure as ClientFailure {
            try record(.signInNotAnswered(JournalText(failure.explanation)))
            return .foundNothing(failure.explanation)
        }
    }

    /// Takes the profile that needs no sign-in: a temporary pass, a degradation, or one that the service has already.
    ///
    /// The service does not show a profile that Apple's framework no longer vouches for: that is removed, and the user signs
    /// in.
    func takeProfile(of mvpd: MVPDID) async throws -> SignInEvent {
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
                guard case .needsNoSignIn = event else { return event }
                return .failed(.failed, "The service has a profile with '\(mvpd)' but does not return it.")
            }
            return .found(ExchangedProfile(mvpd: mvpd, platformMappingID: nil, profile: profile, asked: asked))
        } catch ClientFailure.refused(let error, _) where error.saysThatPassIsUsedUp {
            return .failed(.passExpired, "\(error.code): \(error.message)")
        } catch let failure as ClientFailure {
            return .failed(.failed, failure.explanation)
        }
    }

    /// Returns an MVPD at which the user may be signed in for another requestor, and that can be asked passively; else `nil`.
    ///
    /// Only MVPDs whose page needs a Safari view controller qualify, because web views share no cookies.
    func mvpdThatMayKnowTheUser(_ requestor: Requestor) throws -> MVPDID? {
        guard try platform() != .tvOS, !authenticationRequest.forced else { return nil }
        let now = try now()
        return try TokenStorage.load(of: app).sessions(at: now).lazy
            .filter { $0.requestor != requestor.id && $0.token.source == .regular }
            .compactMap { requestor.mvpd($0.token.mvpd) }
            .first { $0.useSVC && $0.passiveAuthnEnabled && $0.authPerAggregator }?.id
    }
}

extension EnhancedError {
    fileprivate var saysThatPassIsUsedUp: Bool {
        self.is(.temporaryAccessDurationLimitExceeded) || self.is(.temporaryAccessResourcesLimitExceeded)
    }
}
