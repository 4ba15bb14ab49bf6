extension OutcomeTable {
    /// Step 2: a code if access is missing or Apple's framework fails; nothing else, because the app asked for nothing.
    static let setRequestor: [OutcomeRow] = [
        OutcomeRow([.fault: "accessCheckFails"], .documented("status(APPL)", complete, by: .step2)),
        OutcomeRow([.access: "denied"], .documented("status(VSA403)", complete, by: .step2)),
        OutcomeRow([.access: "notDetermined"], .documented("status(VSA404)", complete, by: .step2)),
        OutcomeRow(
            [.access: "restricted"],
            .chosen("E-4", "status(VSA403)", complete, by: .step2),
            .open(complete, by: .permission)),
        OutcomeRow([.fault: "metadataFails"], .documented("status(APPL)", complete, by: .step2)),
        OutcomeRow([.fault: "providerNotNamed"], .documented(complete, by: .step2)),
        // The exchange reaches the TV provider, which refuses: an error of Apple's framework.
        OutcomeRow(
            [
                .account: "signedIn", .token: "none expired", .integration: "enabled", .singleSignOn: "enabled",
                .degradation: "none", .response: "statusNotSuccess",
            ],
            .documented("status(APPL)", complete, by: .step2),
            .open(complete, by: .step2)),
        OutcomeRow([:], .documented(complete, by: .step2)),
    ]

    /// Step 3: one `setAuthenticationStatus`, with a code if the account exists and cannot be used.
    static let checkAuthentication: [OutcomeRow] = [
        OutcomeRow(
            [.fault: "accessCheckFails", .account: "signedIn expired"],
            .documented("status(APPL_ERROR)", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open("status(APPL_ERROR)", notAuthenticated, by: .step3)),
        OutcomeRow(
            [.access: "denied", .account: "signedIn expired"],
            .documented("status(VSA403)", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open("status(VSA403)", notAuthenticated, by: .step3)),
        OutcomeRow(
            [.access: "notDetermined", .account: "signedIn expired"],
            .documented("status(VSA404)", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open("status(VSA404)", notAuthenticated, by: .step3)),
        OutcomeRow(
            [.access: "restricted", .account: "signedIn expired"],
            .chosen("E-4", "status(VSA403)", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open("status(N000)", notAuthenticated, by: .step3, .advancedErrors)),
        OutcomeRow(
            [.account: "signedOut"],
            .documented("status(N000)", notAuthenticated, by: .step3, .resynchronisation, .advancedErrors)),
        OutcomeRow(
            [.fault: "metadataFails"],
            .chosen("E-2", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open("status(APPL_ERROR)", "status(N000)", notAuthenticated, by: .step3)),
        OutcomeRow(
            [.integration: "disabled"],
            .documented("status(N000)", notAuthenticated, by: .step3, .questions, .advancedErrors)),
        OutcomeRow(
            [.singleSignOn: "disabled"],
            .documented("status(N000)", notAuthenticated, by: .step3, .questions, .advancedErrors)),
        OutcomeRow(
            [.fault: "providerNotNamed", .token: "valid"],
            .chosen("E-9", "status(N000)", notAuthenticated, by: .step3, .advancedErrors),
            .open(authenticated, by: .step3)),
        OutcomeRow([.token: "valid"], .documented(authenticated, by: .step3, .lifetimes)),
        OutcomeRow(
            [.fault: "providerNotNamed"],
            .documented("status(N000)", notAuthenticated, by: .step2, .step3, .advancedErrors)),
        OutcomeRow(
            [.account: "expired"],
            .documented("status(N000)", notAuthenticated, by: .step3, .lifetimes, .advancedErrors)),
        OutcomeRow(
            [.degradation: "AuthNAll"],
            .documented("status(N000)", notAuthenticated, by: .step2, .step3, .advancedErrors),
            .open("status(N010)", authenticated, by: .questions)),
        OutcomeRow(
            [.response: "noResponse"],
            .documented("status(N000)", notAuthenticated, by: .step2, .step3, .advancedErrors)),
        OutcomeRow(
            [.response: "statusNotSuccess"],
            .documented("status(N000)", notAuthenticated, by: .step2, .step3, .advancedErrors),
            .open("status(APPL_ERROR)", "status(N000)", notAuthenticated, by: .step3)),
        OutcomeRow(
            [.response: rejected],
            .chosen("E-15", "status(N000)", notAuthenticated, by: .step3, .advancedErrors)),
        OutcomeRow([:], .documented(authenticated, by: .step2, .step3, .lifetimes)),
    ]
}
