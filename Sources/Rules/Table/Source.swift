/// The documents that the rules are taken from.
extension Rule.Source {
    private static let guide =
        "https://experienceleague.adobe.com/en/docs/pass/authentication/integration-guide-programmers/"
    private static let v2 = guide + "rest-apis/rest-api-v2/"

    /// A mandatory requirement of Adobe's checklist.
    static func mandatory(_ phase: String, _ item: String) -> Self {
        Self(
            title: "REST API V2 Checklist", section: "Mandatory Requirements, \(phase), \(item)",
            address: v2 + "rest-api-v2-checklist")
    }

    /// A recommended practice of Adobe's checklist.
    static func recommended(_ phase: String, _ item: String) -> Self {
        Self(
            title: "REST API V2 Checklist", section: "Recommended Practices, \(phase), \(item)",
            address: v2 + "rest-api-v2-checklist")
    }

    /// A question of the FAQs of REST API V2.
    static func faq(_ phase: String, _ number: Int) -> Self {
        Self(title: "REST API V2 FAQs", section: "\(phase) FAQs, \(number)", address: v2 + "rest-api-v2-faqs")
    }

    /// A question of the FAQs of client registration.
    static func registration(_ number: Int) -> Self {
        Self(
            title: "Dynamic Client Registration (DCR) FAQs", section: "REST API V2 Access FAQs, \(number)",
            address: guide + "rest-apis/rest-api-dcr/dynamic-client-registration-faqs")
    }

    /// A section of the page of enhanced error codes.
    static func errors(_ section: String) -> Self {
        Self(
            title: "Enhanced Error Codes", section: section,
            address: guide + "features-standard/error-reporting/enhanced-error-codes")
    }

    /// A section of the page of throttling.
    static func throttling(_ section: String) -> Self {
        Self(title: "Throttling mechanism", section: section, address: guide + "throttling-mechanism")
    }

    /// The page of a header.
    static func header(_ name: String, _ section: String = "Directives") -> Self {
        Self(
            title: "Header - \(name)", section: section,
            address: v2 + "appendix/headers/rest-api-v2-appendix-headers-" + name.lowercased())
    }

    /// The page of an endpoint, by its path below `apis/`.
    static func endpoint(_ title: String, _ path: String, _ section: String = "Response") -> Self {
        Self(title: title, section: section, address: v2 + "apis/" + path)
    }

    /// A section of the SDK's cookbook.
    static func sdkCookbook(_ section: String) -> Self {
        Self(
            title: "iOS/tvOS SDK Cookbook", section: section,
            address: guide + "legacy/sdks/ios-tvos-sdk/iostvos-sdk-cookbook")
    }

    /// A section of the SDK's cookbook of Apple's single sign-on.
    static func sdkAppleCookbook(_ section: String) -> Self {
        Self(
            title: "Apple SSO Cookbook (iOS/tvOS SDK)", section: section,
            address: guide + "legacy/sso-access/apple-sso-cookbook-iostvos-sdk")
    }

    /// A section of the SDK's reference.
    static func sdkReference(_ section: String) -> Self {
        Self(
            title: "iOS/tvOS SDK API Reference", section: section,
            address: guide + "legacy/sdks/ios-tvos-sdk/iostvos-sdk-api-reference")
    }

    /// A status in the SDK's list of errors.
    static func sdkStatus(_ code: String) -> Self {
        Self(
            title: "Error Reporting", section: "Advanced Error Codes Reference, \(code)",
            address: guide + "legacy/error-reporting/error-reporting")
    }

    /// Apple's guidelines for the interface of an app with TV providers.
    static let accountGuidelines = Self(
        title: "Human Interface Guidelines", section: "Managing accounts, TV provider accounts",
        address: "https://developer.apple.com/design/human-interface-guidelines/managing-accounts")

    /// A phase of the Apple SSO Cookbook.
    static func appleCookbook(_ section: String) -> Self {
        Self(
            title: "Apple SSO Cookbook (REST API V2)", section: section,
            address: guide + "features-standard/sso-access/partner-sso/apple-sso/apple-sso-cookbook-rest-api-v2")
    }

    /// The page of the flows of partner single sign-on.
    static func partnerFlows(_ section: String) -> Self {
        Self(
            title: "Single sign-on using partner flows", section: section,
            address: v2 + "flows/single-sign-on-access-flows/rest-api-v2-single-sign-on-partner-flows")
    }

    /// The page of the flow in which an app opens the sign-in page itself.
    static func primaryFlow(_ section: String) -> Self {
        Self(
            title: "Basic authentication flow performed within primary application", section: section,
            address: v2 + "flows/basic-access-flows/rest-api-v2-basic-authentication-primary-application-flow")
    }

    /// The page of the flows of single sign-on with a service token.
    static func serviceTokenFlows(_ section: String) -> Self {
        Self(
            title: "Single sign-on using service token flows", section: section,
            address: v2 + "flows/single-sign-on-access-flows/rest-api-v2-single-sign-on-service-token-flows")
    }

    /// The page of the flows of single sign-on with the token of a platform.
    static func platformFlows(_ section: String) -> Self {
        Self(
            title: "Single sign-on using platform identity flows", section: section,
            address: v2 + "flows/single-sign-on-access-flows/rest-api-v2-single-sign-on-platform-identity-flows")
    }

    /// The page of the logout flow.
    static let logoutFlow = Self(
        title: "Single logout flow", section: "Initiate single logout for specific mvpd",
        address: v2 + "flows/single-sign-on-access-flows/rest-api-v2-single-sign-on-logout-flow")

    /// A section of the page of media tokens.
    static func mediaTokens(_ section: String) -> Self {
        Self(title: "Media Tokens", section: section, address: guide + "features-standard/entitlements/media-tokens")
    }

    /// A symbol of Apple's framework.
    static func framework(_ symbol: String, _ path: String) -> Self {
        Self(
            title: "Video Subscriber Account", section: symbol,
            address: "https://developer.apple.com/documentation/videosubscriberaccount/" + path)
    }

    /// The page of temporary passes.
    static let promotionalPass = Self(
        title: "TempPass Feature", section: "Promotional TempPass",
        address: guide + "features-premium/temporary-access/temp-pass-feature")
}
