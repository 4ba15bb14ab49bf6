import TVSimEntitlementAPI
import TVSimSDKVocabulary

// The entitlement SDK's constants: names and values that apps use. Values marked "ours" are not published by the
// vendor; apps must use the names.

/// The status of a call that failed.
public let ACCESS_ENABLER_STATUS_ERROR: Int32 = 0
/// The status of a call that succeeded.
public let ACCESS_ENABLER_STATUS_SUCCESS: Int32 = 1

/// The error code of an authentication status that reports success: empty.
public let USER_AUTHENTICATED = ""
/// The user is not authenticated.
public let USER_NOT_AUTHENTICATED_ERROR = "User Not Authenticated Error"
/// The user is not authorized for the resource.
public let USER_NOT_AUTHORIZED_ERROR = "User not Authorized Error"
/// The user chose no provider.
public let PROVIDER_NOT_SELECTED_ERROR = "Provider not Selected Error"
/// Authentication failed for another reason.
public let GENERIC_AUTHENTICATION_ERROR = "Generic Authentication Error"
/// Authorization failed for another reason.
public let GENERIC_AUTHORIZATION_ERROR = "Generic Authorization Error"

/// Requests the expiry of the authentication token (value ours).
public let METADATA_AUTHENTICATION: Int32 = 0
/// Requests the expiry of a resource's authorization token (value ours).
public let METADATA_AUTHORIZATION: Int32 = 1
/// Requests the device identifier (value ours).
public let METADATA_DEVICE_ID: Int32 = 2
/// Requests a user metadata key (value ours).
public let METADATA_USER_META: Int32 = 3
/// The key of an answer to an invalid request (value ours).
public let METADATA_KEY_INVALID: Int32 = 255

/// The key of the operation in a metadata request (value ours).
public let METADATA_OPCODE_KEY = "opcode"
/// The key of the resource in a metadata request (value ours).
public let METADATA_RESOURCE_ID_KEY = "resource_id"
/// The key of the user metadata's name in a metadata request.
public let METADATA_USER_META_KEY = "user_metadata_name"

/// The tracking event of an authentication.
public let TRACKING_AUTHENTICATION: Int32 = 0
/// The tracking event of an authorization.
public let TRACKING_AUTHORIZATION: Int32 = 1
/// The tracking event of a provider's selection.
public let TRACKING_GET_SELECTED_PROVIDER: Int32 = 2
/// The tracking event of a provider's selection, by its other name.
public let TRACKING_MVPD_SELECTION: Int32 = 2

/// The URL whose loading tells an app that a sign-in or sign-out in a web view is complete.
public let ADOBEPASS_REDIRECT_URL = EntitlementWire.appRedirectURL

/// The filter key of the providers to show in the system's picker.
public let TV_PROVIDERS = AuthenticationRequest.shownKey
/// The filter key of the providers to feature in the system's picker.
public let FEATURED_TV_PROVIDERS = AuthenticationRequest.featuredKey
