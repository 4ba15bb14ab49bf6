/// A section of a public document that states an outcome.
package struct CookbookSection: Sendable, Hashable, Codable {
    /// The title of the document.
    package let document: String
    /// The section.
    package let section: String
    /// The address of the document.
    package let url: String

    private init(_ document: String, _ section: String, _ path: String) {
        self.document = document
        self.section = section
        url = "https://experienceleague.adobe.com/en/docs/pass/authentication/integration-guide-programmers/" + path
    }

    private init(cookbook section: String) {
        self.init(
            "Apple SSO Cookbook (iOS/tvOS SDK)", section, "legacy/sso-access/apple-sso-cookbook-iostvos-sdk")
    }

    private init(overview section: String) {
        self.init(
            "Apple SSO Overview", section,
            "features-standard/sso-access/partner-sso/apple-sso/apple-sso-overview")
    }

    private init(reference section: String) {
        self.init(
            "iOS/tvOS SDK API Reference", section, "legacy/sdks/ios-tvos-sdk/iostvos-sdk-api-reference")
    }

    /// What `setRequestor` does.
    static let step2 = Self(cookbook: "Authentication, step 2")
    /// What `checkAuthentication` does.
    static let step3 = Self(cookbook: "Authentication, step 3")
    /// What `getAuthentication` does.
    static let step4 = Self(cookbook: "Authentication, step 4")
    /// The fallback to the classic flow without access.
    static let permission = Self(cookbook: "Prerequisites, Permission")
    /// The codes of single sign-on.
    static let codes = Self(cookbook: "Prerequisites, Error Reporting")
    /// The callbacks of the system's picker.
    static let pickerCallbacks = Self(cookbook: "Prerequisites, Callbacks")
    /// The questions about providers that are not integrated, not onboarded or degraded.
    static let questions = Self(overview: "FAQ")
    /// The TTL matrix.
    static let lifetimes = Self(overview: "FAQ, authentication TTLs")
    /// The table of onboarded and listed MVPDs.
    static let onboarding = Self(overview: "Prerequisites, Programmer")
    /// The new look at the system when the requestor is set again.
    static let resynchronisation = Self(reference: "setRequestor")
    /// What `status` reports; no order of several reports is promised.
    static let advancedErrors = Self(
        "Error Reporting", "Advanced Error Codes Reference", "legacy/error-reporting/error-reporting")
}
