/// A known error code of REST API V2, with its action and its status.
///
/// Adobe Pass REST API V2, Enhanced error codes. The messages are the simulator's own.
package struct EnhancedErrorCode: Hashable, Sendable {
    /// The code on the wire.
    package let name: String
    /// The action that an app can take.
    package let action: EnhancedError.Action
    /// The status of the error.
    package let status: Int
    /// The description of the error for people, in one sentence.
    package let message: String

    private init(_ name: String, _ action: EnhancedError.Action, _ status: Int, _ message: String) {
        self.name = name
        self.action = action
        self.status = status
        self.message = message
    }

    /// Returns the code with a name; `nil` if the name is unknown.
    package static func named(_ name: String) -> EnhancedErrorCode? {
        byName[name]
    }

    /// Returns the error of a request that reaches no endpoint: an unknown path (404), or an unsupported method (405).
    ///
    /// - Note: The list of REST API V2 has no code for these. The list of the older API has `internal_error`.
    package static func internalError(status: Int, _ message: String) -> EnhancedErrorCode {
        EnhancedErrorCode("internal_error", .none, status, message)
    }

    /// The error of an unreadable request, if no parameter with its own code is invalid.
    package static let unreadableRequest = internalError(status: 400, "The request cannot be read.")

    /// Returns the code with the status that an endpoint documents for it.
    package func answered(with status: Int) -> EnhancedErrorCode {
        EnhancedErrorCode(name, action, status, message)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

// The table of codes, one for each row of the documentation.
extension EnhancedErrorCode {
    package static let invalidParameterServiceProvider = EnhancedErrorCode(
        "invalid_parameter_service_provider", .none, 400, "The service provider parameter value is missing or invalid.")
    package static let invalidParameterMVPD = EnhancedErrorCode(
        "invalid_parameter_mvpd", .none, 400, "The MVPD is unknown or missing.")
    package static let invalidParameterCode = EnhancedErrorCode(
        "invalid_parameter_code", .none, 400, "The code is unknown or missing.")
    package static let invalidParameterResources = EnhancedErrorCode(
        "invalid_parameter_resources", .none, 400, "The list of resources is missing or malformed.")
    package static let invalidParameterRedirectURL = EnhancedErrorCode(
        "invalid_parameter_redirect_url", .none, 400, "The redirect URL is missing or malformed.")
    package static let invalidParameterPartner = EnhancedErrorCode(
        "invalid_parameter_partner", .none, 400, "The partner is unknown or missing.")
    package static let invalidParameterSAMLResponse = EnhancedErrorCode(
        "invalid_parameter_saml_response", .none, 400, "The SAML response is missing, malformed or invalid.")
    package static let invalidHeaderDeviceInfo = EnhancedErrorCode(
        "invalid_header_device_info", .none, 400, "The header X-Device-Info is missing or malformed.")
    package static let invalidHeaderDeviceIdentifier = EnhancedErrorCode(
        "invalid_header_device_identifier", .none, 400, "The header AP-Device-Identifier is missing or malformed.")
    package static let invalidHeaderIdentityForTemporaryAccess = EnhancedErrorCode(
        "invalid_header_identity_for_temporary_access", .none, 400,
        "The header AP-TempPass-Identity is missing or malformed.")
    package static let invalidHeaderPFSPermissionAccessNotPresent = EnhancedErrorCode(
        "invalid_header_pfs_permission_access_not_present", .none, 400,
        "The partner framework status has no access status.")
    package static let invalidHeaderPFSPermissionAccessNotDetermined = EnhancedErrorCode(
        "invalid_header_pfs_permission_access_not_determined", .none, 400,
        "The partner framework has not determined the access status.")
    package static let invalidHeaderPFSPermissionAccessNotGranted = EnhancedErrorCode(
        "invalid_header_pfs_permission_access_not_granted", .none, 400, "The partner framework does not grant access.")
    package static let invalidHeaderPFSProviderIDNotDetermined = EnhancedErrorCode(
        "invalid_header_pfs_provider_id_not_determined", .none, 400,
        "The partner framework status has no known provider.")
    package static let invalidHeaderPFSProviderIDMismatch = EnhancedErrorCode(
        "invalid_header_pfs_provider_id_mismatch", .none, 400,
        "The provider of the partner framework status is not the MVPD of the request.")
    package static let invalidHeaderPFSProviderInfoExpired = EnhancedErrorCode(
        "invalid_header_pfs_provider_info_expired", .none, 400,
        "The provider information of the partner framework has expired.")
    package static let invalidIntegration = EnhancedErrorCode(
        "invalid_integration", .none, 400,
        "The integration of the service provider with the MVPD does not exist or is disabled.")
    package static let invalidAuthenticationSession = EnhancedErrorCode(
        "invalid_authentication_session", .none, 400, "The authentication session is not valid.")
    package static let preauthorizationDeniedByMVPD = EnhancedErrorCode(
        "preauthorization_denied_by_mvpd", .none, 403, "The MVPD denied the preauthorization.")
    package static let authorizationDeniedByMVPD = EnhancedErrorCode(
        "authorization_denied_by_mvpd", .none, 403, "The MVPD denied the authorization.")
    package static let authorizationDeniedByParentalControls = EnhancedErrorCode(
        "authorization_denied_by_parental_controls", .none, 403, "Parental controls denied the authorization.")
    package static let authorizationDeniedByDegradationRule = EnhancedErrorCode(
        "authorization_denied_by_degradation_rule", .none, 403, "A degradation rule denies the authorization.")
    package static let internalServerError = EnhancedErrorCode(
        "internal_server_error", .none, 500, "The service failed.")
    package static let tooManyResources = EnhancedErrorCode(
        "too_many_resources", .configuration, 403, "The request names too many resources.")
    package static let invalidConfigurationUserMetadataCertificate = EnhancedErrorCode(
        "invalid_configuration_user_metadata_certificate", .configuration, 500,
        "The certificate for user metadata is missing or invalid.")
    package static let invalidConfigurationTemporaryAccess = EnhancedErrorCode(
        "invalid_configuration_temporary_access", .configuration, 500,
        "The configuration of temporary access is invalid.")
    package static let invalidConfigurationPlatform = EnhancedErrorCode(
        "invalid_configuration_platform", .configuration, 500, "The configuration of the platform is invalid.")
    package static let invalidConfigurationPlatformID = EnhancedErrorCode(
        "invalid_configuration_platform_id", .configuration, 500,
        "The configuration of the platform's identifier is invalid.")
    package static let invalidConfigurationPlatformTrait = EnhancedErrorCode(
        "invalid_configuration_platform_trait", .configuration, 500,
        "The configuration of a trait of the platform is invalid.")
    package static let invalidConfigurationPlatformCategoryTrait = EnhancedErrorCode(
        "invalid_configuration_platform_category_trait", .configuration, 500,
        "The configuration of a trait of the platform's category is invalid.")
    package static let invalidConfigurationPlatformServices = EnhancedErrorCode(
        "invalid_configuration_platform_services", .configuration, 500,
        "The configuration of the platform's services is invalid.")
    package static let invalidConfigurationMVPDPlatform = EnhancedErrorCode(
        "invalid_configuration_mvpd_platform", .configuration, 500,
        "The MVPD's configuration for the platform is invalid.")
    package static let invalidConfigurationMVPDPlatformBoardingStatus = EnhancedErrorCode(
        "invalid_configuration_mvpd_platform_boarding_status", .configuration, 500,
        "The MVPD's boarding status for the platform is invalid.")
    package static let invalidConfigurationMVPDPlatformProfileExchange = EnhancedErrorCode(
        "invalid_configuration_mvpd_platform_profile_exchange", .configuration, 500,
        "The MVPD's profile exchange for the platform is invalid.")
    package static let invalidAccessTokenServiceProvider = EnhancedErrorCode(
        "invalid_access_token_service_provider", .applicationRegistration, 401,
        "The access token is not valid for the service provider.")
    package static let invalidAccessTokenClientApplication = EnhancedErrorCode(
        "invalid_access_token_client_application", .applicationRegistration, 401,
        "The access token is missing, malformed, expired or of an unknown client.")
    package static let authenticatedProfileMissing = EnhancedErrorCode(
        "authenticated_profile_missing", .authentication, 403, "The authenticated profile is missing.")
    package static let authenticatedProfileExpired = EnhancedErrorCode(
        "authenticated_profile_expired", .authentication, 403, "The authenticated profile has expired.")
    package static let authenticatedProfileInvalidated = EnhancedErrorCode(
        "authenticated_profile_invalidated", .authentication, 403, "The authenticated profile was invalidated.")
    package static let temporaryAccessDurationLimitExceeded = EnhancedErrorCode(
        "temporary_access_duration_limit_exceeded", .authentication, 403, "The temporary access has expired.")
    package static let temporaryAccessResourcesLimitExceeded = EnhancedErrorCode(
        "temporary_access_resources_limit_exceeded", .authentication, 403,
        "The resources of the temporary access are used up.")
    package static let authorizationDeniedByHBAPolicies = EnhancedErrorCode(
        "authorization_denied_by_hba_policies", .authentication, 403,
        "The policies of home-based authentication deny the authorization.")
    package static let authorizationDeniedBySessionInvalidated = EnhancedErrorCode(
        "authorization_denied_by_session_invalidated", .authentication, 403, "The MVPD has ended the session.")
    package static let identityNotRecognizedByMVPD = EnhancedErrorCode(
        "identity_not_recognized_by_mvpd", .authentication, 403, "The MVPD does not recognize the identity.")
    package static let networkReceivedError = EnhancedErrorCode(
        "network_received_error", .retry, 403, "The MVPD answered with an error.")
    package static let networkConnectionTimeout = EnhancedErrorCode(
        "network_connection_timeout", .retry, 403, "The MVPD did not answer in time.")
    package static let maximumExecutionTimeExceeded = EnhancedErrorCode(
        "maximum_execution_time_exceeded", .retry, 403, "The request exceeded the maximum execution time.")

    /// Every code, in the order of the documentation.
    package static let all: [EnhancedErrorCode] = [
        .invalidParameterServiceProvider, .invalidParameterMVPD, .invalidParameterCode, .invalidParameterResources,
        .invalidParameterRedirectURL, .invalidParameterPartner, .invalidParameterSAMLResponse, .invalidHeaderDeviceInfo,
        .invalidHeaderDeviceIdentifier, .invalidHeaderIdentityForTemporaryAccess,
        .invalidHeaderPFSPermissionAccessNotPresent, .invalidHeaderPFSPermissionAccessNotDetermined,
        .invalidHeaderPFSPermissionAccessNotGranted, .invalidHeaderPFSProviderIDNotDetermined,
        .invalidHeaderPFSProviderIDMismatch, .invalidHeaderPFSProviderInfoExpired, .invalidIntegration,
        .invalidAuthenticationSession, .preauthorizationDeniedByMVPD, .authorizationDeniedByMVPD,
        .authorizationDeniedByParentalControls, .authorizationDeniedByDegradationRule, .internalServerError,
        .tooManyResources, .invalidConfigurationUserMetadataCertificate, .invalidConfigurationTemporaryAccess,
        .invalidConfigurationPlatform, .invalidConfigurationPlatformID, .invalidConfigurationPlatformTrait,
        .invalidConfigurationPlatformCategoryTrait, .invalidConfigurationPlatformServices,
        .invalidConfigurationMVPDPlatform, .invalidConfigurationMVPDPlatformBoardingStatus,
        .invalidConfigurationMVPDPlatformProfileExchange, .invalidAccessTokenServiceProvider,
        .invalidAccessTokenClientApplication, .authenticatedProfileMissing, .authenticatedProfileExpired,
        .authenticatedProfileInvalidated, .temporaryAccessDurationLimitExceeded, .temporaryAccessResourcesLimitExceeded,
        .authorizationDeniedByHBAPolicies, .authorizationDeniedBySessionInvalidated, .identityNotRecognizedByMVPD,
        .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded,
    ]
}
