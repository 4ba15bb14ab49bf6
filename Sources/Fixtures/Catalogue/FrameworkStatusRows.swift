import Foundation

/// Values of `AP-Partner-Framework-Status`, in which an app reports the platform's answer.
///
/// Each case sends the value in two requests. A request for a session falls back to the classic sign-in, and a request
/// with a SAML response is rejected.
enum FrameworkStatusRows {
    /// The status of a user who is signed in.
    static let granted =
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"#
        + #""frameworkProviderInfo":{"expirationDate":"2025430636000","id":"Cablevision"}}"#

    /// The header value of a user who is signed in.
    static let signedIn = header(granted)

    static func header(_ json: String) -> String { Data(json.utf8).base64EncodedString() }

    private static let page = ["domainName": "example.com", "redirectUrl": "https://example.com/done"]

    static func begin(_ header: String?, members: [String: String]) -> ExchangeRecipe.Step {
        .send(
            "POST", "/api/v2/REF30/sessions/sso/Apple", headers: ["AP-Partner-Framework-Status": header], form: page,
            200, members: members)
    }

    static let begins = begin(header(granted), members: ["actionName": "partner_profile", "reasonType": "none"])

    static func deliver(
        _ header: String?, _ status: Int, _ code: String? = nil, members: [String: String] = [:]
    ) -> ExchangeRecipe.Step {
        .send(
            "POST", "/api/v2/REF30/profiles/sso/Apple", headers: ["AP-Partner-Framework-Status": header],
            form: ["SAMLResponse": "{response}"], status, code, members: members)
    }

    static let delivered = deliver(header(granted), 201)

    static let loggedOut = ExchangeRecipe.Step.send(
        "GET", "/api/v2/REF30/logout/Cablevision?redirectUrl=https%3A%2F%2Fexample.com%2Fdone", 200)

    private static func row(
        _ name: String, _ summary: String, _ code: String, why: String, header value: String?, fallsBack: Bool = true
    ) -> FixtureCase {
        let falls = begin(value, members: ["actionName": "authenticate", "reasonType": "pfs_fallback"])
        return FixtureCase(
            name, .frameworkStatus, summary, why: why,
            .exchange(
                ExchangeRecipe(
                    (fallsBack ? [falls] : []) + [begins, deliver(value, 400, "invalid_header_pfs_\(code)")],
                    healthy: [begins, delivered], header: value)))
    }

    private static func twin(_ name: String, _ summary: String, why: String, _ json: String) -> FixtureCase {
        let steps = [
            begin(header(json), members: ["actionName": "partner_profile", "reasonType": "none"]),
            deliver(header(json), 201),
        ]
        return FixtureCase(
            name, .frameworkStatus, summary, why: why, isDefective: false,
            .exchange(ExchangeRecipe(steps, healthy: steps, header: header(json))))
    }

    private static func json(_ old: String, _ new: String) -> String {
        header(granted.replacingOccurrences(of: old, with: new))
    }

    static let all: [FixtureCase] = permissions + providers + twins

    private static let permissions = [
        row(
            "statusHeaderMissing", "The framework status is missing.", "permission_access_not_present",
            why: "The documentation lists the header as optional, but the service requires it.", header: nil),
        row(
            "statusHeaderNotBase64", "The framework status is JSON without Base64 encoding.",
            "permission_access_not_present", why: "This is the most common error of a first integration.",
            header: granted),
        row(
            "statusHeaderNotJSON", "The framework status is the Base64 of text that is not JSON.",
            "permission_access_not_present",
            why: "An unreadable header contains no permission.", header: header("granted")),
        row(
            "statusHeaderEmpty", "The framework status is an empty object.", "permission_access_not_present",
            why: "A failed serialisation sends an empty object.", header: header("{}")),
        row(
            "accessStatusMissing", "The framework status has a provider but no permission.",
            "permission_access_not_present", why: "A provider does not imply a permission.",
            header: json(#""accessStatus":"granted""#, "")),
        row(
            "accessStatusUnknown", "The access status has an unknown value.", "permission_access_not_present",
            why: "A value of a later version must not count as granted.", header: json("granted", "allowed")),
        row(
            "accessStatusCapitalized", "The access status has a capital letter.",
            "permission_access_not_present", why: "The service compares values exactly.",
            header: json("granted", "Granted")),
        row(
            "accessNotDetermined", "The user has not been asked for permission yet.",
            "permission_access_not_determined",
            why: "The app must first request access, and can then retry.", header: json("granted", "notDetermined")),
        row(
            "accessDenied", "The user has denied access.", "permission_access_not_granted",
            why: "The app must not continue with single sign-on, even if it knows a provider.",
            header: json("granted", "denied")),
        row(
            "accessRestricted", "The device forbids access.", "permission_access_not_granted",
            why: "The user cannot grant access on this device, so another request does not help.",
            header: json("granted", "restricted")),
    ]

    private static let providers = [
        row(
            "providerInfoEmpty", "The framework status names no provider.", "provider_id_not_determined",
            why: "The documentation shows this value for a user who is not signed in.",
            header: header(#"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#)),
        row(
            "providerIDEmpty", "The provider's identifier is empty.", "provider_id_not_determined",
            why: "An empty identifier must not match an integration.", header: json("Cablevision", "")),
        row(
            "providerIDUnknown", "The requestor does not integrate the provider.",
            "provider_id_not_determined",
            why: "Apple's picker lists more providers than a programmer integrates.",
            header: json("Cablevision", "UnknownProvider")),
        row(
            "providerIDCase", "The provider's identifier is in lower case.", "provider_id_not_determined",
            why: "The service compares identifiers exactly, however similar they look.",
            header: json("Cablevision", "cablevision")),
        row(
            "providerIDMismatch", "The provider is not the one of the pending request.",
            "provider_id_mismatch",
            why: "The user switched providers between two requests, so the response is from the previous provider.",
            header: json("Cablevision", "Dish"), fallsBack: false),
        row(
            "providerInfoExpired", "The sign-in at system level has expired.", "provider_info_expired",
            why: "The app has cached the status for too long.", header: json("2025430636000", "1767225599999")),
        row(
            "providerInfoExpiresNow", "The sign-in at system level ends at the instant of evaluation.",
            "provider_info_expired", why: "The end of a validity period is exclusive.",
            header: json("2025430636000", "1767225600000")),
        row(
            "providerInfoInSeconds", "The end of the sign-in is in seconds.", "provider_info_expired",
            why:
                "Seconds that are read as milliseconds are a date in January 1970. This is a common integration error.",
            header: json("2025430636000", "2025430636")),
        row(
            "providerInfoUnreadable", "The end of the sign-in is an ISO 8601 date.", "provider_info_expired",
            why: "The service compares milliseconds, and cannot compare another format with the current time.",
            header: json("2025430636000", "2034-03-08T00:00:00Z")),
        row(
            "providerInfoEndAsNumber", "The end of the sign-in is a number, not a string.", "provider_info_expired",
            why: "Some serialisers write a number. The documentation requires a string.",
            header: json(#""2025430636000""#, "2025430636000")),
    ]

    private static let twins = [
        twin(
            "accessGranted", "Access is granted, and the user is signed in.",
            why: "This is the valid counterpart of the framework statuses, and it must be accepted.", granted),
        twin(
            "providerInfoWithoutEnd", "The sign-in at system level has no known end.",
            why: "The platform does not always know when a sign-in ends. The documentation says \"if available\".",
            granted.replacingOccurrences(of: #""expirationDate":"2025430636000","#, with: "")),
        twin(
            "providerInfoExpiresSoon",
            "The sign-in at system level ends one millisecond after the instant of evaluation.",
            why:
                "The sign-in has not ended. This case distinguishes a strict service from one that rejects everything.",
            granted.replacingOccurrences(of: "2025430636000", with: "1767225600001")),
        twin(
            "statusWithBlanks", "The framework status is the Base64 of JSON with white space.",
            why: "Some clients pretty-print their JSON before they encode it.",
            granted.replacingOccurrences(of: ",", with: ",\n  ")),
    ]
}
