/// Every name of the vendor's public documents about the SDK, in their order: the rows of SDKCoverage.md.
///
/// iOS/tvOS SDK API Reference; iOS/tvOS SDK Cookbook; Apple SSO Cookbook (iOS/tvOS SDK); Preauthorize (iOS/tvOS SDK); User
/// Metadata; Error Reporting, Advanced Error Reporting.
enum CoverageRows {
    /// How a row is found in a profile.
    enum Trace: Sendable {
        /// A checked step calls it, with something in its arguments.
        case call(String, with: String = "")
        /// A step expects it.
        case callback(String)
        /// A checked step calls the one and expects the other.
        case triggers(String, String)
        /// The profile's summary names it: `Cookbook C`.
        case letter
        /// Tests alone prove it.
        case tests
    }

    struct Row: Sendable {
        let name: String
        var trace: Trace = .tests
    }

    struct Section: Sendable {
        let title: String
        let rows: [Row]
    }

    static let sections: [Section] = [
        calls, callbacks, constantsAndTypes, flowsOfTheCookbook, codesOfPreauthorize, metadata,
        callbacksTriggeredByEachCall, advancedStatuses,
    ]

    private static let calls = Section(
        title: "Calls",
        rows: [
            Row(name: "init(softwareStatement)"), Row(name: "init()"),
            Row(name: "init(storageCheck:softwareStatement:)"), Row(name: "setOptions", trace: .call("setOptions")),
            Row(name: "setRequestor", trace: .call("setRequestor")), Row(name: "setRequestor(serviceProviders)"),
            Row(name: "setRequestor(setSignedRequestorId)"),
            Row(name: "setRequestor(setSignedRequestorId, serviceProviders)"),
            Row(name: "setRequestor(setSignedRequestorId, secret, publicKey)"),
            Row(name: "setRequestor(setSignedRequestorId, serviceProviders, secret, publicKey)"),
            Row(name: "checkAuthentication", trace: .call("checkAuthentication")),
            Row(name: "getAuthentication", trace: .call("getAuthentication")),
            Row(name: "getAuthentication(filter)", trace: .call("getAuthentication", with: "filter")),
            Row(name: "getAuthentication(withData)", trace: .call("getAuthentication", with: "data")),
            Row(name: "getAuthentication(withData, andFilter)"), Row(name: "getAuthentication([list])"),
            Row(name: "getAuthentication(withData, andFilter: [list])"),
            Row(name: "setSelectedProvider", trace: .call("setSelectedProvider")),
            Row(name: "handleExternalURL"), Row(name: "getAuthenticationToken"),
            Row(name: "checkPreauthorizedResources", trace: .call("checkPreauthorizedResources")),
            Row(
                name: "checkPreauthorizedResources(cache)",
                trace: .call("checkPreauthorizedResources", with: "cache")),
            Row(name: "preauthorize"), Row(name: "checkAuthorization", trace: .call("checkAuthorization")),
            Row(name: "checkAuthorization(withData)"),
            Row(name: "getAuthorization", trace: .call("getAuthorization")),
            Row(name: "getAuthorization(withData)"), Row(name: "logout", trace: .call("logout")),
            Row(name: "getSelectedProvider", trace: .call("getSelectedProvider")),
            Row(name: "getMetadata", trace: .call("getMetadata")),
        ])

    private static let callbacks = Section(
        title: "Callbacks",
        rows: [
            "setRequestorComplete", "setAuthenticationStatus", "setToken", "preauthorizedResources",
            "tokenRequestFailed", "selectedProvider", "displayProviderDialog", "sendTrackingData",
            "setMetadataStatus", "navigateToUrl", "presentTvProviderDialog", "dismissTvProviderDialog",
        ].map { Row(name: $0, trace: .callback($0)) } + [
            Row(name: "navigateToUrl(useSVC)", trace: .callback("navigateToUrl(…, useSVC: true)")),
            Row(name: "status", trace: .callback("status")), Row(name: "calls that wait for setRequestor"),
        ])

    private static let constantsAndTypes = Section(
        title: "Constants and types",
        rows: [
            "ACCESS_ENABLER_STATUS_ERROR", "ACCESS_ENABLER_STATUS_SUCCESS", "USER_AUTHENTICATED",
            "USER_NOT_AUTHENTICATED_ERROR", "USER_NOT_AUTHORIZED_ERROR", "PROVIDER_NOT_SELECTED_ERROR",
            "GENERIC_AUTHENTICATION_ERROR", "GENERIC_AUTHORIZATION_ERROR", "METADATA_AUTHENTICATION",
            "METADATA_AUTHORIZATION", "METADATA_DEVICE_ID", "METADATA_USER_META", "METADATA_KEY_INVALID",
            "METADATA_OPCODE_KEY", "METADATA_RESOURCE_ID_KEY", "METADATA_USER_META_KEY",
            "TRACKING_AUTHENTICATION", "TRACKING_AUTHORIZATION", "TRACKING_GET_SELECTED_PROVIDER",
            "TRACKING_MVPD_SELECTION", "TV_PROVIDERS", "FEATURED_TV_PROVIDERS", "ADOBEPASS_REDIRECT_URL",
            "INTEGRITY_CHECK_NONE", "INTEGRITY_CHECK_ALL", "INTEGRITY_CHECK_CLEAR", "applicationProfile",
            "visitorID", "handleSVC", "device_info", "MVPD", "PreauthorizeRequest.Builder", "LOCAL_CACHE",
            "REMOTE_CACHE", "AccessEnablerCallback", "PreauthorizeResponse", "Decision", "Status",
        ].map { Row(name: $0, trace: $0 == "handleSVC" ? .call("setOptions", with: "handleSVC") : .tests) })

    private static let flowsOfTheCookbook = Section(
        title: "Flows of the cookbook", rows: "ABCDEFGHI".map { Row(name: "Cookbook \($0)", trace: .letter) })

    private static let codesOfPreauthorize = Section(
        title: "Codes of preauthorize",
        rows: [
            "requestor_not_configured", "authentication_session_expired", "authentication_session_missing",
            "access_token_unavailable", "server_response_format_unknown", "network_error",
        ].map { Row(name: $0) })

    private static let metadata = Section(
        title: "Metadata",
        rows: [
            "authentication", "authorization", "deviceID", "tokenSource", "userID", "upstreamUserID",
            "householdID", "primaryOID", "typeID", "is_hoh", "hba_status", "allowMirroring", "zip", "encryptedZip",
            "channelID", "maxRating", "language", "onNet", "inHome", "remaining_resources", "used_assets",
            "expiration_date",
        ].map { Row(name: $0, trace: .callback("setMetadataStatus(\($0), ")) })

    /// The callbacks that a step with the call expects in a profile.
    private static let triggered: [(call: String, callbacks: [String])] = [
        ("setRequestor", ["setRequestorComplete", "status"]),
        ("checkAuthentication", ["setAuthenticationStatus", "sendTrackingData(authentication", "status"]),
        (
            "getAuthentication",
            [
                "setAuthenticationStatus", "displayProviderDialog", "presentTvProviderDialog",
                "dismissTvProviderDialog", "navigateToUrl", "navigateToUrl(…, useSVC: true)",
                "sendTrackingData(authentication", "sendTrackingData(mvpdSelection", "status",
            ]
        ),
        (
            "setSelectedProvider",
            [
                "setAuthenticationStatus", "navigateToUrl", "sendTrackingData(mvpdSelection",
                "sendTrackingData(authentication", "status(REGCODE)", "status(N011)",
            ]
        ),
        ("checkPreauthorizedResources", ["preauthorizedResources", "status"]),
        (
            "checkAuthorization",
            ["setToken", "tokenRequestFailed", "sendTrackingData(authorization", "status"]
        ),
        (
            "getAuthorization",
            [
                "setToken", "tokenRequestFailed", "sendTrackingData(authorization", "displayProviderDialog",
                "setAuthenticationStatus", "navigateToUrl", "status",
            ]
        ),
        ("logout", ["setAuthenticationStatus", "navigateToUrl", "status(VSA203)"]),
        ("getSelectedProvider", ["selectedProvider"]), ("getMetadata", ["setMetadataStatus"]),
    ]

    /// The callbacks of calls that tests alone prove.
    private static let triggeredInTests: [(call: String, callbacks: [String])] = [
        ("handleExternalURL", ["setAuthenticationStatus", "sendTrackingData(authentication"]),
        ("getAuthenticationToken", ["setAuthenticationStatus", "sendTrackingData(authentication"]),
        ("getAuthentication(withData)", ["displayProviderDialog"]),
        (
            "getAuthentication(filter)",
            [
                "setAuthenticationStatus", "sendTrackingData(authentication", "presentTvProviderDialog",
                "dismissTvProviderDialog",
            ]
        ),
        ("checkPreauthorizedResources(cache)", ["preauthorizedResources"]),
        (
            "checkAuthorization(withData)",
            ["setToken", "tokenRequestFailed", "sendTrackingData(authorization"]
        ),
        ("getAuthorization", ["sendTrackingData(authentication"]),
        (
            "getAuthorization(withData)",
            [
                "setToken", "tokenRequestFailed", "sendTrackingData(authorization",
                "sendTrackingData(authentication", "displayProviderDialog",
            ]
        ),
    ]

    private static let callbacksTriggeredByEachCall = Section(
        title: "Callbacks triggered by each call",
        rows: triggered.flatMap { row in
            row.callbacks.map { Row(name: "\(row.call) → \($0)", trace: .triggers(row.call, $0)) }
        } + triggeredInTests.flatMap { row in row.callbacks.map { Row(name: "\(row.call) → \($0)") } })

    private static let advancedStatuses = Section(
        title: "Advanced statuses",
        rows: [
            "AAPL", "APPL", "APPL_ERROR", "VSA203", "VSA403", "VSA404", "VSA503", "500", "SEC403", "SEC412",
            "SEC420", "CFG100", "CFG400", "CFG404", "CFG429", "CFG502", "N000", "N001", "N003", "N004", "N005",
            "N010", "N011", "N111", "N130", "N500", "R400", "R401", "REG500", "REGCODE", "Z010", "Z011", "Z100",
            "Z110", "Z120", "Z130", "Z169", "Z500", "P100",
        ].map { Row(name: $0, trace: .callback("status(\($0))")) })
}
