/// The rules about the entitlement service and its SDK, by the vendors' pages.
enum ServiceRequirements {
    private static let errors = "Enhanced Error Codes"
    private static let statusHeader = "Header - AP-Partner-Framework-Status"
    private static let cookbook = "Apple SSO Cookbook (iOS/tvOS SDK), Authentication"

    static let all: [RequirementRow] = statuses + sessions + codes + flows

    private static let statuses: [RequirementRow] = [
        .choice(
            "statusReadable", "A framework status that is missing or unreadable counts as no permission.", "S-12",
            """
            statusHeaderMissing statusHeaderNotBase64 statusHeaderNotJSON statusHeaderEmpty accessStatusMissing \
            accessStatusUnknown accessStatusCapitalized
            """),
        .required(
            "statusAccess", "A framework status without granted access has an error of its own.", errors,
            "accessNotDetermined accessDenied accessRestricted decisionAfterDenial"),
        .required(
            "statusProvider", "A framework status must name the provider of the request.", errors,
            "providerInfoEmpty providerIDEmpty providerIDUnknown providerIDCase providerIDMismatch"),
        .required(
            "statusExpiry", "A framework status whose provider information has expired is refused.", errors,
            "providerInfoExpired providerInfoExpiresNow"),
        .choice(
            "statusDate", "An expiration date is a text of milliseconds.", "S-77",
            "providerInfoInSeconds providerInfoUnreadable providerInfoEndAsNumber"),
        .required(
            "statusValid", "A valid framework status is accepted.", statusHeader,
            "accessGranted providerInfoWithoutEnd providerInfoExpiresSoon statusWithBlanks"),
    ]

    private static let sessions: [RequirementRow] = [
        .required(
            "accessToken", "A request needs a valid access token.", errors, "tokenMissing tokenForged tokenLapsed"),
        .required(
            "serviceParameters", "A request with an unknown or missing parameter has the error of that parameter.",
            errors,
            """
            requestorUnknown deviceMissing partnerUnknown responseFieldMissing responseFieldEmpty responseEncodedTwice \
            responseAsXML mvpdUnknown
            """),
        .choice("deviceInformation", "A request without device information is refused.", "S-84", "deviceInfoMissing"),
        .required(
            "responseAnswersRequest", "A response must answer the request of this device, once.",
            "SAML Core 2.0, 3.2.2", "responseWithoutRequest responseSentTwice responseFromAnotherDevice"),
        .choice(
            "singleSignOnOff", "A session falls back if single sign-on is switched off.", "S-14",
            "singleSignOnSwitchedOff boardingWithdrawn platformWithoutSingleSignOn"),
        .required(
            "integrationOff", "An integration that is switched off has an error of its own.", errors,
            "integrationSwitchedOff mvpdSwitchedOff"),
        .choice("redirectURL", "A redirect address that is malformed is refused.", "S-58", "redirectMalformed"),
        .choice(
            "decisionStatus", "A decision of an appleSSO profile needs a framework status.", "S-127",
            "decisionWithoutStatus"),
        .required(
            "decisions", "A decision that is denied names its reason.", errors,
            "decisionNotEntitled decisionWithoutProfile profileLapsed"),
        .choice(
            "decisionResources", "A request with too many resources is refused.", "S-18", "decisionTooManyResources"),
        .required(
            "decisionPeriod", "A decision and its media token name their periods.",
            "Retrieve authorization decisions using specific mvpd", "decisionWindows"),
    ]

    private static let codes: [RequirementRow] = [
        .choice(
            "codes", "A code that is unknown, expired or malformed is refused.", "S-26",
            """
            codeUnknown codeMalformed codeInSmallLetters codeLapsed codeLapsedWhilePolling codeOfAnotherRequestor \
            resumeLapsed
            """),
        .choice(
            "missingParameters", "The parameters that a session still needs are listed.", "S-28",
            "parametersMissing parametersStillMissing"),
        .required(
            "profilePending", "Before the sign-in there is no profile.", "Retrieve profiles", "profileNotYet"),
        .choice("secondScreenPolling", "Polling ends with the code.", "E-43", "secondScreenCodeLapses"),
        .choice("secondScreenCode", "A device without a code reports it.", "E-42", "secondScreenNoCode"),
    ]

    private static let flows: [RequirementRow] = [
        .choice(
            "answerWithoutSAML", "A provider's answer without SAML opens the app's picker.", "E-14",
            "noResponse providerNotNamed providerSpeaksNoSAML"),
        .choice(
            "frameworkErrors", "An error of Apple's framework has the status of the call.", "E-2",
            """
            providerTimeout providerUnreachable providerRejects providerRefusesToken metadataUnavailable \
            accessUnavailable
            """),
        .required(
            "permission", "Without the user's permission there is no single sign-on.",
            "Apple SSO Cookbook (iOS/tvOS SDK), Permission", "permissionDenied permissionUndetermined"),
        .choice("permissionRestricted", "Restricted access counts as denied.", "E-4", "permissionRestricted"),
        .choice(
            "permissionWithdrawn", "A permission that was withdrawn ends what came from it.", "E-9",
            "permissionDeniedBetweenLaunches permissionResetBetweenLaunches"),
        .choice(
            "accountChanged", "A system-level account that was signed out or switched ends what came from it.", "E-10",
            "signedOutBetweenLaunches providerSwitched"),
        .required(
            "accountLifetime", "An account and the token from it have lifetimes of their own.",
            "Apple SSO Overview, FAQ",
            """
            accountExpired bothValid appleExpiredTokenValid appleValidTokenExpired appleValidTokenRenewed bothExpired
            """),
        .required(
            "accountMissing", "Without an account the app shows the system's picker.", cookbook, "nobodySignedIn"),
        .choice(
            "requestorWithoutSingleSignOn", "Without a provider with single sign-on the classic sign-in runs.", "E-12",
            "integrationDisabled singleSignOnDisabled"),
        .required(
            "subscriberEntitled", "A user who is not entitled gets no media token.",
            "Error Reporting, Advanced Error Codes Reference", "subscriberNotEntitled"),
        .choice("decisionLifetime", "A decision counts for its lifetime.", "E-30", "decisionKept decisionLapsed"),
    ]
}
