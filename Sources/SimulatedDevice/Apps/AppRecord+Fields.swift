package import Settings
package import StructuredText

extension AppRecord: Named {
    package var name: String { bundleID }

    package init(named name: String) { self.init(bundleID: name) }

    package static func check(name: String, at position: SourcePosition) throws(SourceError) {
        guard BundleID.isValid(name) else {
            throw SourceError(.wrongValue, at: position, BundleID.complaint(about: name))
        }
    }

    /// An app to which the user has granted everything, because a patch is checked against its target when it is
    /// applied.
    package static var example: AppRecord {
        var app = AppRecord(bundleID: "com.example.stream")
        app.automaticSignIn.authorization = .granted
        return app
    }

    package static let fields = ObjectFormat<AppRecord>(
        title: "an app of the device", defaults: AppRecord(bundleID: "com.example.stream"),
        fields: [
            Field(
                "access", "Whether the app may use the account.", Formats.choice(AccessPermission.self), into: \.access),
            Field(
                "singleSignOnEntitlement", "Whether the app has the entitlement for single sign-on.",
                Formats.boolean, into: \.singleSignOnEntitlement),
            Field(
                "subscriptionEntitlement", "Whether the app has the entitlement of the video partner programme.",
                Formats.boolean, into: \.subscriptionEntitlement),
            Field(
                "usageDescription", "Whether the app says why it wants access.", Formats.boolean,
                into: \.usageDescription),
            Field(
                "team",
                "The team that the app was signed by; null: that of all apps with the same bundle identifier but for its "
                    + "last component.", Formats.line.orNull, into: \.team),
            Field(
                "subscription", "The subscription that the app registered; null: none.",
                merging: AppFormat.subscription,
                into: \.subscription),
            Field(
                "userAccounts", "The accounts that the app registered, here and on the person's other devices.",
                AppFormat.userAccounts, into: \.userAccounts),
            Field(
                "automaticSignIn", "The state of Automatic Sign-In.", merging: AppFormat.automaticSignIn,
                into: \.automaticSignIn),
        ])
}

/// The formats of the values inside an app's record.
private enum AppFormat {
    static let subscription = ObjectFormat<RegisteredSubscription>(
        title: "subscription", defaults: RegisteredSubscription(accessLevel: .paid),
        fields: [
            Field(
                "accessLevel", "What the subscription gives access to.",
                Formats.choice(RegisteredSubscription.AccessLevel.self), into: \.accessLevel),
            Field(
                "expires", "When it ends: an instant, an offset from the clock, or never.", Formats.moment,
                into: \.expires),
            Field("tierIdentifiers", "The tiers.", tiers, into: \.tierIdentifiers),
            Field(
                "billingIdentifier", "How the subscription is paid for.", Formats.line.orNull,
                into: \.billingIdentifier),
        ])

    static let automaticSignIn = ObjectFormat<AutomaticSignIn>(
        title: "automaticSignIn", defaults: AutomaticSignIn(),
        fields: [
            Field(
                "authorization", "What the person decided.", Formats.choice(AutomaticSignIn.Authorization.self),
                documentsDefault: true, from: \.authorization
            ) { (authorization, state, _, _) throws(SourceError) in
                state.authorization = authorization
                // A token is kept only while the user allows it.
                if authorization != .granted { state.token = nil }
            },
            Field(
                "token", "What the app keeps, where the person allows it; null: nothing.", Formats.text.orNull,
                from: { .some($0.token) }
            ) { (token, state, node, _) throws(SourceError) in
                guard token == nil || state.authorization == .granted else {
                    throw SourceError(
                        .wrongValue, at: node.position,
                        "an app keeps a token only where automaticSignIn.authorization is granted")
                }
                state.token = token
            },
        ])

    /// The accounts; on this device, the identifiers are unique.
    static let userAccounts = Formats.list(userAccount.format, of: "accounts").checked {
        (accounts, node) throws(SourceError) in
        guard case .sequence(let items) = node.content else { return }
        var seen: Set<String?> = []
        for (account, item) in zip(accounts, items)
        where account.isFromCurrentDevice && !seen.insert(account.identifier).inserted {
            let name = account.identifier.map { "the identifier '\($0)'" } ?? "no identifier"
            throw SourceError(
                .wrongValue, at: item.entry("identifier")?.value.position ?? item.position,
                "an app has one account with \(name) on this device, and this is a second")
        }
    }

    private static let tiers = Formats.list(Formats.line, of: "tiers")

    private static let appleSubscription = ObjectFormat<RegisteredUserAccount.AppleSubscription>(
        title: "appleSubscription", defaults: RegisteredUserAccount.AppleSubscription(),
        fields: [
            Field("customerID", "The customer.", Formats.line, required: true, into: \.customerID),
            Field(
                "productCodes", "What was bought.", Formats.list(Formats.line, of: "product codes"),
                into: \.productCodes),
        ])

    private static let userAccount = ObjectFormat<RegisteredUserAccount>(
        title: "a user account", defaults: RegisteredUserAccount(),
        fields: [
            Field(
                "identifier", "The account's identifier; an app has one account without one.", Formats.line.orNull,
                into: \.identifier),
            Field(
                "accountProviderIdentifier", "The TV provider behind the account.", Formats.line.orNull,
                into: \.accountProviderIdentifier),
            Field(
                "accountType", "Whether the account is paid for.",
                Formats.choice(RegisteredUserAccount.AccountType.self), into: \.accountType),
            Field(
                "updateURL", "Where the system can renew what it knows.", Formats.address.orNull, into: \.updateURL),
            Field(
                "requiresSystemTrust", "Whether requests to that address need a system that can be trusted.",
                Formats.boolean, into: \.requiresSystemTrust),
            Field(
                "isSignedOut", "Whether the app's user has signed out.", Formats.boolean,
                into: \.isSignedOut),
            Field(
                "subscriptionBillingCycleEndDate",
                "When the billing cycle ends: an instant, an offset from the clock, or null.", Formats.momentOrNull,
                into: \.subscriptionBillingCycleEndDate),
            Field("tierIdentifiers", "The tiers.", tiers.orNull, into: \.tierIdentifiers),
            Field(
                "billingIdentifier", "How the subscription is paid for.", Formats.line.orNull,
                into: \.billingIdentifier),
            Field(
                "authenticationData", "What signs the user in on another device.", Formats.text.orNull,
                into: \.authenticationData),
            Field(
                "isFromCurrentDevice", "Whether the account was registered on this device.", Formats.boolean,
                into: \.isFromCurrentDevice),
            Field(
                "deviceCategory", "The kind of device that it was registered on.",
                Formats.choice(RegisteredUserAccount.DeviceCategory.self), into: \.deviceCategory),
            Field(
                "appleSubscription", "A subscription bought through Apple.", merging: appleSubscription,
                into: \.appleSubscription),
        ])
}
