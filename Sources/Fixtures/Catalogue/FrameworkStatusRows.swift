import Foundation

/// Values of `AP-Partner-Framework-Status`, in which an app reports the platform's answer.
///
/// Each case sends the value in two requests. A request for a session falls back to the regular sign-in, and a request
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

    static func deliver(_ header: String?, _ status: Int, _ code: String? = nil) -> ExchangeRecipe.Step {
        .send(
            "POST", "/api/v2/REF30/profiles/sso/Apple", headers: ["AP-Partner-Framework-Status": header],
            form: ["SAMLResponse": "{response}"], status, code)
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
            "statusHeaderMissing", "There is no framework status.", "permission_access_not_present",
            why: "The header is listed as optional and needed all the same.", header: nil),
        row(
            "statusHeaderNotBase64", "The framework status is JSON that nobody encoded.",
            "permission_access_not_present", why: "The most common mistake of a first integration.", header: granted),
        row(
            "statusHeaderNotJSON", "The framework status is the Base64 of a word.", "permission_access_not_present",
            why: "A header that cannot be read says nothing of the permission.", header: header("granted")),
        row(
            "statusHeaderEmpty", "The framework status is an empty object.", "permission_access_not_present",
            why: "An object without members is what a failed serialisation sends.", header: header("{}")),
        row(
            "accessStatusMissing", "The framework status has a provider and no permission.",
            "permission_access_not_present", why: "A provider proves no permission.",
            header: json(#""accessStatus":"granted""#, "")),
        row(
            "accessStatusUnknown", "The access status is a word that nobody knows.", "permission_access_not_present",
            why: "A word of a later version must not be taken for a grant.", header: json("granted", "allowed")),
        row(
            "accessStatusCapitalized", "The access status is written with a capital letter.",
            "permission_access_not_present", why: "The words are compared exactly.", header: json("granted", "Granted")),
        row(
            "accessNotDetermined", "Nobody has been asked for permission yet.", "permission_access_not_determined",
            why: "The app must ask first, and can then come again.", header: json("granted", "notDetermined")),
        row(
            "accessDenied", "The person has denied access.", "permission_access_not_granted",
            why: "The app must not go on by single sign-on, whatever else it knows.", header: json("granted", "denied")),
        row(
            "accessRestricted", "The device forbids access.", "permission_access_not_granted",
            why: "Nobody on this device can grant it: asking again is no help.", header: json("granted", "restricted")),
    ]

    private static let providers = [
        row(
            "providerInfoEmpty", "The framework status names no provider.", "provider_id_not_determined",
            why: "What the documentation shows for a person who is not signed in.",
            header: header(#"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#)),
        row(
            "providerIDEmpty", "The provider's identifier is empty.", "provider_id_not_determined",
            why: "An empty identifier must match no integration.", header: json("Cablevision", "")),
        row(
            "providerIDUnknown", "The provider is one that the requestor does not integrate.",
            "provider_id_not_determined",
            why: "Apple's picker knows more providers than any one programmer.", header: json("Cablevision", "Nobody")),
        row(
            "providerIDCase", "The provider's identifier is written in small letters.", "provider_id_not_determined",
            why: "Identifiers are compared exactly, however similar they look.",
            header: json("Cablevision", "cablevision")),
        row(
            "providerIDMismatch", "The provider is another one than the one whose answer is awaited.",
            "provider_id_mismatch",
            why: "The person switched providers between two requests: the answer is the former one's.",
            header: json("Cablevision", "Dish"), fallsBack: false),
        row(
            "providerInfoExpired", "The sign-in at system level has ended.", "provider_info_expired",
            why: "A status that the app has kept too long.", header: json("2025430636000", "1767225599999")),
        row(
            "providerInfoExpiresNow", "The sign-in at system level ends at the instant of judgement.",
            "provider_info_expired", why: "An end does not belong to the time before it.",
            header: json("2025430636000", "1767225600000")),
        row(
            "providerInfoInSeconds", "The end of the sign-in is in seconds.", "provider_info_expired",
            why: "Seconds read as milliseconds lie in January 1970: the mistake that every integration makes once.",
            header: json("2025430636000", "2025430636")),
        row(
            "providerInfoUnreadable", "The end of the sign-in is a date in words.", "provider_info_expired",
            why: "What is no number proves no future.", header: json("2025430636000", "2034-03-08T00:00:00Z")),
        row(
            "providerInfoEndAsNumber", "The end of the sign-in is a number, not a text.", "provider_info_expired",
            why: "A serialiser that writes numbers as numbers: the documentation asks for a text.",
            header: json(#""2025430636000""#, "2025430636000")),
    ]

    private static let twins = [
        twin(
            "accessGranted", "Access is granted, and the person is signed in.",
            why: "The twin of every framework status: it must be accepted.", granted),
        twin(
            "providerInfoWithoutEnd", "The sign-in at system level has no known end.",
            why: "The platform does not always know when a sign-in ends; \"if available\", the rule says.",
            granted.replacingOccurrences(of: #""expirationDate":"2025430636000","#, with: "")),
        twin(
            "providerInfoExpiresSoon", "The sign-in at system level ends a thousandth of a second later.",
            why: "The twin that tells a strict reader from one that refuses everything.",
            granted.replacingOccurrences(of: "2025430636000", with: "1767225600001")),
        twin(
            "statusWithBlanks", "The framework status is the Base64 of JSON with blanks and lines.",
            why: "Some clients print their JSON prettily before they encode it.",
            granted.replacingOccurrences(of: ",", with: ",\n  ")),
    ]
}
