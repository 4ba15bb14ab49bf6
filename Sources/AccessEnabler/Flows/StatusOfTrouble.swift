import EntitlementAPI
import SSOBridge
import SimulatedDevice
import VideoSubscriberAccount

extension AdvancedStatus {
    /// The status of a permission that is not granted.
    init(withheld permission: AccessPermission) {
        switch permission {
        case .notDetermined:
            self.init(.permissionUndetermined, message: "The TV provider permission is not determined for this app.")
        case .denied, .restricted, .granted:
            self.init(.permissionDenied, message: "The TV provider permission is \(permission.rawValue) for this app.")
        }
    }

    /// A status whose details are an error of Apple's framework.
    init(_ code: Code, error: VSError) {
        self.init(code, message: error.localizedDescription, details: "\(VSErrorDomain) \(error.errorCode)")
    }

    /// The status of a `setRequestor` that could not get the configuration.
    ///
    /// spec entitlement § 1.14.
    ///
    /// - Parameters:
    ///   - failure: What happened.
    ///   - hint: What of the app's options may be the cause; `nil`: nothing.
    init(configurationFailure failure: ClientFailure, hint: String? = nil) {
        let message = [failure.explanation, failure.mayBeOfTheRequest ? hint : nil].compactMap { $0 }
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

    /// The status that tells an app that a profile is gone because it was another device's; `nil`: for another reason.
    init?(profileGone error: EnhancedError) {
        guard error.is(.authenticatedProfileInvalidated) else { return nil }
        self.init(.deviceMismatch, message: error.message)
    }

    /// The one status that explains why `getAuthentication` falls back to the app's own dialog.
    ///
    /// spec entitlement § 1.7 step 4, § 4 rows 2, 12 to 15.
    init(fallback stop: ExchangeStop) {
        switch stop {
        case .permission(let permission):
            self.init(withheld: permission)
        case .framework(let error):
            self.init(.metadataRequestFailed, error: error)
        case .expired:
            self.init(.metadataRequestFailed, message: "The session with the TV provider is over.")
        case .nobodySignedIn, .pickerCancelled:
            self.init(.pickerCancelled, message: "The system's provider picker was cancelled.")
        case .otherProvider:
            self.init(.otherProviderChosen, message: "Another TV provider was chosen in the system's picker.")
        case .providerNotNamed:
            self.init(.metadataRequestFailed, message: "The framework named no TV provider.")
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
        case .refused(let words):
            self.init(
                .appleFailure, message: "The service did not accept the TV provider's response.", details: words)
        case .service(let failure):
            self.init(
                .appleFailure, message: "The service could not be asked for the exchange.",
                details: failure.explanation)
        }
    }
}

extension ClientFailure {
    /// Whether what the app sent along may be why: the service judged the request, or never took the registration.
    fileprivate var mayBeOfTheRequest: Bool {
        switch self {
        case .notRegistered, .noAccessToken: true
        case .refused(_, let status): status < 500 && status != 429
        case .noResponse, .noService, .serverError, .malformed: false
        }
    }
}
