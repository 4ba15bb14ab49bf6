extension OutcomeTable {
    /// Step 4: the exchange, the system's picker, or one code and the app's own dialog.
    static let getAuthentication = fallbacks + signedIn + picker

    /// Apple's framework does not help.
    private static let fallbacks: [OutcomeRow] = [
        OutcomeRow([.fault: "accessCheckFails"], .documented("status(VSA503)", dialog, by: .step4)),
        OutcomeRow([.access: "denied"], .documented("status(VSA403)", dialog, by: .step4)),
        OutcomeRow([.access: "notDetermined"], .documented("status(VSA404)", dialog, by: .step4)),
        OutcomeRow(
            [.access: "restricted"],
            .chosen("E-4", "status(VSA403)", dialog, by: .step4),
            .open(dialog, by: .permission)),
        OutcomeRow([.fault: "metadataFails"], .documented("status(VSA503)", dialog, by: .step4, .codes)),
    ]

    /// The system-level account exists, valid or expired.
    private static let signedIn: [OutcomeRow] = [
        OutcomeRow(
            [.account: "signedIn expired", .integration: "disabled"],
            .documented("status(N004)", dialog, by: .step4, .questions),
            .open(dialog, by: .questions),
            .open(present, dismiss, "status(N004)", dialog, by: .step4)),
        OutcomeRow(
            [.account: "signedIn expired", .singleSignOn: "disabled"],
            .documented("status(N004)", dialog, by: .step4, .questions),
            .open(dialog, by: .questions),
            .open(present, dismiss, "status(N004)", dialog, by: .step4)),
        OutcomeRow(
            [.account: "signedIn", .fault: "providerNotNamed", .token: "valid"],
            .chosen("E-9", "status(VSA503)", dialog, by: .step4, .codes),
            .open(authenticated, by: .step3, .lifetimes)),
        OutcomeRow(
            [.account: "signedIn", .fault: "providerNotNamed"],
            .chosen("P-7", "status(VSA503)", dialog, by: .step4, .codes),
            .open(dialog, by: .permission)),
        OutcomeRow(
            [.account: "signedIn expired", .token: "valid", .fault: "none"],
            .documented(authenticated, by: .step3, .step4, .lifetimes)),
        OutcomeRow(
            [.account: "signedIn", .degradation: "AuthNAll"],
            .documented("status(N010)", authenticated, by: .questions, .advancedErrors)),
        OutcomeRow(
            [.account: "signedIn", .response: "noResponse"],
            .chosen("E-14", "status(VSA503)", dialog, by: .step4, .codes)),
        OutcomeRow(
            [.account: "signedIn", .response: "statusNotSuccess"],
            .documented("status(VSA503)", dialog, by: .step4, .codes),
            .open("status(AAPL)", dialog, by: .codes)),
        OutcomeRow(
            [.account: "signedIn", .response: rejected],
            .chosen("E-15", "status(AAPL)", dialog, by: .step4, .codes),
            .open("status(VSA503)", dialog, by: .step4)),
        OutcomeRow([.account: "signedIn"], .documented(authenticated, by: .step4, .lifetimes)),
    ]

    /// No account that is valid: the system shows its picker, or the sign-in page of an expired account.
    private static let picker: [OutcomeRow] = [
        OutcomeRow(
            [.account: "expired", .token: "valid", .fault: "providerNotNamed", .picker: "cancel"],
            .chosen("E-9", present, dismiss, "status(N005)", dialog, by: .step4, .pickerCallbacks),
            .open(authenticated, by: .step3, .lifetimes)),
        OutcomeRow(
            [.picker: "cancel"],
            .documented(present, dismiss, "status(N005)", dialog, by: .step4, .pickerCallbacks)),
        OutcomeRow(
            [.picker: "other"],
            .documented(present, dismiss, "status(N003)", dialog, by: .step4, .pickerCallbacks, .questions)),
        OutcomeRow(
            [.picker: "unsupported"],
            .documented(present, dismiss, "status(N004)", dialog, by: .step4, .pickerCallbacks)),
        OutcomeRow(
            [.integration: "disabled"],
            .documented(present, dismiss, "status(N004)", dialog, by: .step4, .pickerCallbacks)),
        OutcomeRow(
            [.singleSignOn: "disabled"],
            .documented(present, dismiss, "status(N004)", dialog, by: .step4, .pickerCallbacks)),
        OutcomeRow(
            [.degradation: "AuthNAll", .boarding: "pickerOnly"],
            .documented(present, dismiss, "status(N010)", authenticated, by: .questions, .advancedErrors)),
        // The user chose a TV provider that does not take part: its own page follows, without a code of single sign-on.
        OutcomeRow(
            [.boarding: "pickerOnly", .platform: "tvOS"],
            .documented(present, dismiss, "status(REGCODE)", "…", by: .step4, .onboarding, .advancedErrors)),
        OutcomeRow(
            [.boarding: "pickerOnly"],
            .documented(present, dismiss, "navigateToUrl(…)", "…", by: .step4, .onboarding, .questions)),
        OutcomeRow(
            [.fault: "providerNotNamed", .account: "expired", .token: "valid"],
            .chosen("E-9", present, dismiss, "status(VSA503)", dialog, by: .step4, .codes),
            .open(authenticated, by: .step3, .lifetimes)),
        OutcomeRow(
            [.fault: "providerNotNamed"],
            .chosen("P-7", present, dismiss, "status(VSA503)", dialog, by: .step4, .codes)),
        OutcomeRow(
            [.degradation: "AuthNAll"],
            .documented(present, dismiss, "status(N010)", authenticated, by: .questions, .advancedErrors)),
        OutcomeRow(
            [.response: "noResponse"],
            .chosen("E-14", present, dismiss, "status(VSA503)", dialog, by: .step4, .codes)),
        OutcomeRow(
            [.response: "statusNotSuccess"],
            .documented(present, dismiss, "status(VSA503)", dialog, by: .step4, .codes),
            .open(present, dismiss, "status(AAPL)", dialog, by: .codes)),
        OutcomeRow(
            [.response: rejected],
            .chosen("E-15", present, dismiss, "status(AAPL)", dialog, by: .step4, .codes),
            .open(present, dismiss, "status(VSA503)", dialog, by: .step4)),
        OutcomeRow([:], .documented(present, dismiss, authenticated, by: .step4, .pickerCallbacks, .lifetimes)),
    ]
}
