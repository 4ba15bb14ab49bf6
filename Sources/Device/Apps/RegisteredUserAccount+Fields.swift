package import TVSimStructuredText

extension RegisteredUserAccount {
    private static let appleSubscription = ObjectFormat<RegisteredUserAccount.AppleSubscription>(
        title: "appleSubscription", defaults: RegisteredUserAccount.AppleSubscription(),
        fields: [
            Field("customerID", "The customer's identifier.", Formats.line, required: true, into: \.customerID),
            Field(
                "productCodes", "The codes of the products that the user bought.",
                Formats.list(Formats.line, of: "product codes"),
                into: \.productCodes),
        ])

    /// The properties of an account, with the names of `VSUserAccount`.
    package static let fields = ObjectFormat<RegisteredUserAccount>(
        title: "a user account", defaults: RegisteredUserAccount(),
        fields: [
            Field(
                "identifier", "The account's identifier; an app can have one account without an identifier.",
                Formats.line.orNull,
                into: \.identifier),
            Field(
                "accountProviderIdentifier", "The account's TV provider.", Formats.line.orNull,
                into: \.accountProviderIdentifier),
            Field(
                "accountType", "Whether the account is paid for.",
                Formats.choice(RegisteredUserAccount.AccountType.self), into: \.accountType),
            Field(
                "updateURL", "The URL from which the system can update the account.", Formats.address.orNull,
                into: \.updateURL),
            Field(
                "requiresSystemTrust", "Whether requests to updateURL require a trusted system.",
                Formats.boolean, into: \.requiresSystemTrust),
            Field(
                "isSignedOut", "Whether the app's user has signed out.", Formats.boolean,
                into: \.isSignedOut),
            Field(
                "subscriptionBillingCycleEndDate",
                "When the billing cycle ends: an instant, an offset from the clock, or null.", Formats.momentOrNull,
                into: \.subscriptionBillingCycleEndDate),
            Field(
                "tierIdentifiers", "The tiers.", Formats.list(Formats.line, of: "tiers").orNull, into: \.tierIdentifiers
            ),
            Field(
                "billingIdentifier", "How the subscription is paid for.", Formats.line.orNull,
                into: \.billingIdentifier),
            Field(
                "authenticationData", "Data that signs the user in on another device.", Formats.text.orNull,
                into: \.authenticationData),
            Field(
                "isFromCurrentDevice", "Whether the account was registered on this device.", Formats.boolean,
                into: \.isFromCurrentDevice),
            Field(
                "deviceCategory", "The kind of device on which the account was registered.",
                Formats.choice(RegisteredUserAccount.DeviceCategory.self), into: \.deviceCategory),
            Field(
                "appleSubscription", "A subscription bought through Apple.", merging: appleSubscription,
                into: \.appleSubscription),
        ])
}
