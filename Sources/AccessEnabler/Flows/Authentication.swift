import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge

extension EntitlementSession {
    /// Tells whether the user is authenticated, without the network.
    ///
    /// The stored token decides, and the framework's answer about access.
    ///
    /// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 3.
    func checkAuthentication() async throws {
        var check = try await checkToken()
        if let token = check.token {
            emit(.authenticated)
            return emit(.trackingAuthentication(token, cached: true, platform: try platform()))
        }
        if check.answer == nil, requestor?.configuration.offersSingleSignOn == true {
            check.answer = try await askForAccess()
        }
        // The documented condition needs what an app cannot see: only with an account on the device is the app told why it
        // does not help. The simulator looks for it; Differences, E-5.
        if let answer = check.answer, try app.device.account() != nil,
            let status = AdvancedStatus(answer, failure: .appleFailureAtCheck)
        {
            emit(.status(status))
        }
        emit(.status(AdvancedStatus(.notAuthenticated, message: "The user is not authenticated.")))
        emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
        emit(.trackingFailedAuthentication)
    }

    /// Authenticates the user: by a valid token, else by the system-level account, else by the app's own dialog.
    ///
    /// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 4.
    func getAuthentication(_ request: AuthenticationRequest, for purpose: SignInFlow.Purpose) async throws {
        guard let requestor else {
            emit(.status(AdvancedStatus(.authenticationFailed, message: Self.noRequestor)))
            return finishUnauthenticated([purpose], GENERIC_AUTHENTICATION_ERROR)
        }
        // A request during a sign-in joins that sign-in, which stays forced if it was.
        let isForced = request.forced || signIn.hasBegun && authenticationRequest.forced
        authenticationRequest = request.keeping(authenticationRequest.data)
        authenticationRequest.forced = isForced
        let request = authenticationRequest
        let check = try await checkToken()
        if let token = check.token, !request.forced, signIn.chosen ?? token.mvpd == token.mvpd {
            return try await finishAuthenticated(token, cached: true, purpose: purpose)
        }
        // The user has a page or a code already: the request gets the outcome of that. A forced authentication never uses a
        // page that may skip the password prompt.
        if let visit = signIn.visit, visit.isForced || !request.forced { return signIn.join(purpose) }
        guard !requestor.configuration.requestor.mvpds.isEmpty else {
            signIn.join(purpose)
            return try await continueSignIn(.failed(.noProvider, Self.noProvider))
        }
        // The app made the call before it saw the dialog that is open.
        if signIn.stage == .choosing, dialogsSeen < dialogsShown { return signIn.join(purpose) }
        if signIn.chosen == nil, let mvpd = try mvpdThatMayKnowTheUser(requestor) {
            return try await continueSignIn(.knownElsewhere(mvpd: mvpd, for: purpose))
        }
        guard signIn.chosen == nil, requestor.configuration.offersSingleSignOn,
            request.offersAnything(in: requestor.configuration)
        else {
            return try await continueSignIn(.needsProvider(purpose))
        }
        if let answer = check.answer, case .failed = answer {
            // The framework failed when it was asked about the token: it is not asked again.
            return try await useAppDialog(insteadOf: .framework(answer), for: purpose)
        }
        try await authenticateBySystem(requestor, request, for: purpose)
    }

    /// Why `getAuthentication` fails between a `setRequestor` that failed and the next.
    static let noRequestor = "No requestor is set: the last setRequestor failed."

    private static let noProvider = "The requestor has no MVPD."

    /// Shows the app's own dialog, with the status that says why the system-level account does not help.
    func useAppDialog(insteadOf stop: ExchangeStop, for purpose: SignInFlow.Purpose) async throws {
        if let status = AdvancedStatus(fallback: stop) { emit(.status(status)) }
        try await continueSignIn(.needsProvider(purpose))
    }

    /// Ends an authentication with success: everything that waited for it continues, and an open logout page is over.
    func finishAuthenticated(
        _ token: StoredToken, cached: Bool, purpose: SignInFlow.Purpose?, status: AdvancedStatus? = nil
    ) async throws {
        try endLogout()
        if let status { emit(.status(status)) }
        let waited = signIn.succeed()
        // A sign-in that was in progress has ended, whatever asked for it: the app closes its dialog.
        if purpose == .authentication || !cached || !waited.isEmpty { emit(.authenticated) }
        emit(.trackingAuthentication(token, cached: cached, platform: try platform()))
        for case .authorization(let resource)? in waited + [purpose] {
            try await requestMediaToken(resource, token: token)
        }
    }

    /// Ends an authentication with a failure, and answers each authorization that waited for it.
    func finishUnauthenticated(_ waited: [SignInFlow.Purpose], _ code: String) {
        emit(.notAuthenticated(code))
        emit(.trackingFailedAuthentication)
        refuseResources(waited)
    }

    /// Answers the authorizations that waited for an authentication.
    func refuseResources(_ waited: [SignInFlow.Purpose]) {
        for case .authorization(let resource) in waited {
            emit(.tokenRequestFailed(resource: resource, code: USER_NOT_AUTHENTICATED_ERROR, description: ""))
        }
    }
}
