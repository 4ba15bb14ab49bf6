import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import VideoSubscriberAccount

extension AdvancedStatus {
    /// The status of an answer of Apple's framework that refuses access or failed; `nil` for every other answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - code: The code of a failure, which depends on the call.
    init?(_ answer: FrameworkAnswer, failure code: Code) {
        switch answer {
        case .accessNotGranted(.notDetermined):
            self.init(.permissionUndetermined, message: "The TV provider permission is not determined for this app.")
        case .accessNotGranted(let status):
            self.init(.permissionDenied, message: "The TV provider permission is \(status) for this app.")
        case .failed(let error):
            self.init(code, error: error)
        default:
            return nil
        }
    }

    /// A status whose details are an error of Apple's framework.
    private init(_ code: Code, error: VSError) {
        self.init(code, message: error.localizedDescription, details: "\(VSErrorDomain) \(error.errorCode)")
    }

    /// The status of a `setRequestor` that could not get the configuration.
    ///
    /// - Parameters:
    ///   - failure: What happened.
    ///   - hint: What the app's options may have to do with it; `nil` if they are valid.
    init(configurationFailure failure: ClientFailure, hint: String? = nil) {
        let message = [failure.explanation, failure.mayComeFromTheRequest ? hint : nil].compactMap { $0 }
            .joined(separator: " ")
        switch failure {
        case .noResponse(let failure) where failure.code == .untrusted:
            self.init(.connectionNotTrusted, message: message)
        case .noResponse, .noService: self.init(.serversNotFound, message: message)
        case .notRegistered: self.init(.applicationNotRegistered, message: message)
        case .noAccessToken: self.init(.accessTokenUnobtainable, message: message)
        case .refused(_, let status) where status >= 500, .serverError(let status) where status >= 500:
            self.init(configurationServerError: status, message: message)
        case .refused(let error, _) where error.is(.invalidAccessTokenServiceProvider):
            self.init(.requestorNotAllowed, message: message)
        case .refused(let error, _) where error.action == .applicationRegistration:
            self.init(.accessTokenUnobtainable, message: message)
        case .refused: self.init(.invalidRequestor, message: message)
        case .serverError(status: 429): self.init(.configurationThrottled, message: message)
        case .serverError: self.init(.invalidRequestor, message: message)
        case .malformed: self.init(.internalError, message: message)
        }
    }

    /// The status that tells an app that a profile is gone because it was another device's; `nil` for other errors.
    init?(profileGone error: EnhancedError) {
        guard error.is(.authenticatedProfileInvalidated) else { return nil }
        self.init(.deviceMismatch, message: error.message)
    }

    /// The one status that explains why `getAuthentication` shows the app's own dialog.
    ///
    /// `nil` if the framework's answer is not a reason; no exchange stops at such an answer.
    ///
    /// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 4.
    init?(fallback stop: ExchangeStop) {
        switch stop {
        case .framework(.expired):
            self.init(.metadataRequestFailed, message: "The session with the TV provider has expired.")
        case .framework(.signedOut), .framework(.pickerCancelled):
            self.init(.pickerCancelled, message: "The system's provider picker was cancelled.")
        case .framework(.otherProvider):
            self.init(.otherProviderChosen, message: "Another TV provider was chosen in the system's picker.")
        case .framework(.providerNotNamed):
            self.init(.metadataRequestFailed, message: "The framework named no TV provider.")
        case .framework(let answer):
            self.init(answer, failure: .metadataRequestFailed)
        case .integrationDisabled(let provider):
            self.init(.providerUnsupportedHere, message: "'\(provider)' is not integrated for this requestor.")
        case .signsInAtItsPage(let mvpd):
            self.init(.providerUnsupportedHere, message: "'\(mvpd)' signs in at its own page.")
        case .singleSignOnDisabled(let mvpd):
            self.init(.providerUnsupportedHere, message: "Single sign-on with '\(mvpd)' is off for this requestor.")
        case .notOffered(let mvpd):
            self.init(.providerUnsupportedHere, message: "'\(mvpd)' is not among the providers that the app offers.")
        case .noSAMLResponse:
            self.init(.metadataRequestFailed, message: "The TV provider answered without a SAML response.")
        case .degraded(let mvpd):
            self.init(.authenticationFailed, message: "'\(mvpd)' is degraded, and the service gave no profile.")
        case .profileToBeRemoved(let mvpd):
            self.init(.appleFailure, message: EntitlementSession.stillThere(mvpd))
        case .refused(let reason):
            self.init(
                .appleFailure, message: "The service did not accept the TV provider's response.", details: reason)
        case .service(let failure):
            self.init(
                .appleFailure, message: "The request for the exchange failed.",
                details: failure.explanation)
        }
    }
}

extension ClientFailure {
    /// Whether the app's own options may be the cause: the service refused the request, or the registration.
    fileprivate var mayComeFromTheRequest: Bool {
        switch self {
        case .notRegistered, .noAccessToken: true
        case .refused(_, let status): status < 500 && status != 429
        case .noResponse, .noService, .serverError, .malformed: false
        }
    }
}
