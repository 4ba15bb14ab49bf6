import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Continues the sign-in after an event.
    ///
    /// The flow answers each event with actions. An action that asks the service results in the next event, and the loop ends
    /// when no event is left.
    func continueSignIn(_ event: SignInEvent) async throws {
        var events = [event]
        while !events.isEmpty {
            for action in signIn.take(events.removeFirst()) {
                if let event = try await perform(action) { events.append(event) }
            }
        }
    }

    /// Performs an action of the flow.
    ///
    /// - Returns: What came of it; `nil` if the flow waits for the app or the user, or has ended.
    private func perform(_ action: SignInAction) async throws -> SignInEvent? {
        switch action {
        case .showDialog:
            dialogsShown += 1
            try record(.waits(.picker))
            emit(.displayProviderDialog(requestor?.configuration.requestor.mvpds ?? []))
        case .select(let mvpd):
            try select(mvpd)
            emit(
                .sendTrackingData(
                    [mvpd.rawValue] + TrackingDevice(try platform()).fields, event: TRACKING_MVPD_SELECTION))
        case .clearSelection:
            try select(nil)
        case .reportNoSelection:
            finishUnauthenticated([], PROVIDER_NOT_SELECTED_ERROR)
        case .begin(let mvpd):
            try endLogout()
            return try await begin(mvpd)
        case .beginPassively(let mvpd):
            try endLogout()
            let message = "The user is authenticated with '\(mvpd)' for another requestor, so the MVPD is asked first."
            emit(.status(AdvancedStatus(.passiveAuthentication, message: message)))
            let event = try await begin(mvpd, passively: true)
            guard case .failed(_, let reason) = event else { return event }
            try record(.notAskedPassively(JournalText(reason)))
            return .cannotAskPassively
        case .navigate(let url, let useSVC):
            try record(.waits(.signInPage))
            emit(.navigate(url: url, useSVC: useSVC, handledBySDK: useSVC && !options.handlesSafariViewController))
        case .showCode(let visit):
            try record(.waits(.code))
            emit(.status(AdvancedStatus(registrationCode: visit.code, expires: visit.ends)))
        case .askForProfile(let visit):
            return try await askForProfile(visit)
        case .askForLateProfile(let visit):
            return try await askForLateProfile(visit)
        case .takeProfile(let mvpd):
            return try await takeProfile(of: mvpd)
        case .keep(let found):
            guard let requestor else { return nil }
            let token = try keep(found, for: requestor)
            try await finishAuthenticated(
                token, cached: false, purpose: nil, status: AdvancedStatus(authenticatedBy: found))
        case .end(let failure, let reason, let purposes):
            emit(.status(AdvancedStatus(failure.status, message: reason)))
            finishUnauthenticated(purposes, failure.errorCode)
        }
        return nil
    }

    /// Selects an MVPD for the requestor, or none.
    func select(_ mvpd: MVPDID?) throws {
        guard let requestor else { return }
        try TokenStorage.update(of: app) { $0.select(mvpd, for: requestor.id, in: app.bundleID) }
    }
}
