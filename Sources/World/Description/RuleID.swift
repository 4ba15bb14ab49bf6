package import TVSimStructuredText

/// The identifier of a rule about clients, which profiles and marks waive, and reports name.
///
/// The rules themselves are in the module that judges. Each identifier has exactly one.
package enum RuleID: String, Codable, Sendable, CaseIterable {
    case regKept = "reg-kept", regPerInstall = "reg-per-install", tokenKept = "token-kept",
        tokenFresh = "token-fresh", token401 = "token-401"
    case configNeeded = "config-needed", configCached = "config-cached", mvpdKept = "mvpd-kept"
    case profilesKept = "profiles-kept", profilesMany = "profiles-many", profileEnded = "profile-ended"
    case sessionNeeded = "session-needed", sessionAction = "session-action", codeChecked = "code-checked",
        pollGap = "poll-gap", pollStart = "poll-start", pollStop = "poll-stop", samlOnce = "saml-once",
        samlEncoded = "saml-encoded"
    case sessionWhole = "session-whole", ssoToken = "sso-token"
    case authorizeFirst = "authorize-first", tokenVerified = "token-verified", tokenOnce = "token-once",
        resourceLimit = "resource-limit", preauthKept = "preauth-kept"
    case actionNone = "action-none", actionAuthentication = "action-authentication",
        actionRegistration = "action-registration", retryLimit = "retry-limit", retryMarked = "retry-marked",
        wait429 = "wait-429", denialTold = "denial-told"
    case httpRetry = "http-retry"
    case logoutOffered = "logout-offered", logoutPage = "logout-page", logoutPartner = "logout-partner",
        logoutAsked = "logout-asked", logoutShared = "logout-shared"
    case bearer, deviceID = "device-id", deviceStable = "device-stable", deviceInfo = "device-info",
        deviceInfoForm = "device-info-form", deviceInfoTrue = "device-info-true", forwardedFor = "forwarded-for",
        onlyListed = "only-listed"
    case statusSent = "status-sent", statusForm = "status-form", statusTrue = "status-true",
        statusFresh = "status-fresh", passHashed = "pass-hashed"
    case vsaAccessFirst = "vsa-access-first", vsaFirst = "vsa-first"
    case vsaDelegate = "vsa-delegate", vsaPresent = "vsa-present", vsaStatusOnly = "vsa-status-only",
        vsaAttributes = "vsa-attributes", vsaSupported = "vsa-supported", autoSignIn = "auto-sign-in"
    case vsaSilent = "vsa-silent", vsaInterrupts = "vsa-interrupts", vsaFallback = "vsa-fallback",
        vsaForce = "vsa-force"
    case sdkComplete = "sdk-complete", sdkCheck = "sdk-check", sdkFeatured = "sdk-featured"
    case sdkCancel = "sdk-cancel", sdkExternal = "sdk-external", sdkSettings = "sdk-settings", sdkCode = "sdk-code"
    case uiSettings = "ui-settings"
}

extension RuleID {
    /// The notation: the identifier.
    package static let format = Format<RuleID>(schema, write: { .string($0.rawValue) }) {
        (cursor, _) throws(SourceError) in
        guard case .string(let text) = cursor.value else { throw .wrongType(cursor, expected: "the name of a rule") }
        return try named(text, at: cursor.path, by: "the mark")
    }

    /// The schema of the identifier.
    static let schema: Members = ["enum": .array(allCases.map { .string($0.rawValue) })]

    /// Returns the rule with an identifier.
    ///
    /// - Parameters:
    ///   - text: The identifier.
    ///   - path: Where it stands.
    ///   - waiving: What waives the rule, for the error.
    /// - Returns: The rule.
    /// - Throws: `SourceError` with the closest rule, or with the command that lists them.
    static func named(_ text: String, at path: ValuePath, by waiving: String) throws(SourceError) -> RuleID {
        guard let rule = RuleID(rawValue: text) else {
            let closest = Suggestion.closest(to: text, among: allCases.map(\.rawValue))
            let help = closest == nil ? "; 'tvsim rules list' lists the rules" : ""
            throw SourceError(
                .unknownReference, at: path, "\(waiving) waives an unknown rule '\(text.onOneLine)'\(help)",
                suggestion: closest)
        }
        return rule
    }
}
