/// The names of schemas that do not follow from those of operations and members; see ``NamedSchemas``.
enum SchemaNames {
    /// The names in the document of the admin API.
    static let admin = [
        "health<": "Health", "showDevice<": "Device", "showView<": "View", "showStatement<": "Statement",
        "listProviders<": "ProviderList",
        "listIntegrations<": "IntegrationList", "listFaultOperations<": "FaultCatalog", "explain<": "Explanation",
        "exportState<": "State", "importState>": "State", "readJournal<": "JournalPage", "awaitJournal<": "JournalPage",
        "listFlows<": "FlowList", "showFlow<": "FlowMessages",
        "listWorlds<": "WorldNames", "listDeadlines<": "DeadlineList", "listSettings<": "SettingList",
        "openWorld<": "World",
        "openWorld>": "WorldWish",
        "makeWorld>": "WorldProfile", "setOutcome>": "OutcomeReport", "judgeRules<": "RuleReport",
        "judgeWorlds<": "RuleReport", "listSituations<": "SituationList",
        "listSituationsOfProfile<": "SituationList", "perform>": "Command", "perform<": "Changes",
        "issueResponse<": "IssuedResponse", "issueResponse>": "ResponseWish", "validateResponse<": "ResponseVerdict",
        "validateResponse>": "ResponseQuestion", "verifyToken<": "TokenVerdict", "verifyToken>": "TokenQuestion",
        "checkAccessStatus<200": "AccessStatus", "checkAccessStatus<202": "PendingRequest",
        "checkAccessStatus>": "AccessStatusRequest", "enqueueMetadataRequest<200": "AccountMetadata",
        "enqueueMetadataRequest>": "AccountMetadataRequest", "readMetadataRequest<200": "FrameworkAnswer",
        "showInterface<": "OpenInterface", "actInInterface>": "InterfaceAction", "actInInterface<": "OpenInterface",
        "requestAutoSignInAuthorization>": "AutoSignInQuestion",
        "requestAutoSignInAuthorization<200": "AutoSignInAnswer",
        "updateAutoSignInToken>": "AutoSignInTokenUpdate", "autoSignInToken<": "AutoSignInTokenAnswer",
        "deleteAutoSignInToken<": "AutoSignInTokenChange", "listSituationsOfProfile>": "ProfileSource",
        "updateUserAccount>": "UserAccountUpdate", "setCurrentSubscription>": "CurrentSubscription",
        "ResponseVerdictAttributes.attributes": "VerifiedAttributes", "ResponseVerdictAttributes.signed": "SignedPart",
        ".entries": "JournalEntry", ".systemPicker": "PickerAnswer", ".apiResponse": "ServiceResponse",
        ".platforms": "PlatformSettings", "InterfaceActionSignIn.signIn": "Credentials",
        "=FrameworkAnswerMetadata": "AccountMetadata", "=FrameworkAnswerAccessStatus": "AccessStatus",
        "=FrameworkAnswerAuthorization": "AutoSignInAnswer",
        ".error": "FrameworkError", "Error.error": "ErrorError", "FrameworkError.name": "FrameworkErrorName",
        "=UserInfo": "AccountProviderResponse", "OutcomeReport.status": "Outcome",
        "RuleReport.rules": "JudgedRule", "JudgedRule.findings": "RuleFinding", "JudgedRule.sources": "RuleSource",
        ".operations": "FaultOperation",
        "JournalEntry.fault": "InjectedFault", "ResponseVerdictFailures.failures": "PolicyFailure",
    ]

    /// The names in the document of the entitlement API.
    static let entitlement = [
        "configuration<": "Configuration", "register<": "Registration", "register>": "RegistrationRequest",
        "token<": "AccessToken", "token<400": "TokenError", "register<400": "RegistrationError",
        "register<401": "ClientError", "token>": "TokenRequest", "session<": "Session", "resume<": "ResumedSession",
        "partnerSession<": "SSOSession", "sessionInformation<": "SessionInformation", "profiles<": "ProfileList",
        "profile<": "ProfileList", "profileByCode<": "ProfileList", "authorize<": "Authorization",
        "preauthorize<": "Preauthorization", "logout<": "LogoutList", "LogoutList.logouts": "LogoutAction",
        ".token": "MediaToken", "partnerProfile<": "PartnerProfile", "serviceToken<": "ServiceToken",
        "listDevices<": "DeviceList",
    ]
}
