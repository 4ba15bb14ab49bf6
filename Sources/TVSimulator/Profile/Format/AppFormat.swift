import EntitlementAPI
import Foundation
import SimulatedDevice
import SimulationCore

extension Profile.DeviceApp: DescribedByFields {
    /// An app that the person has allowed everything: whether it still is so is seen when a change is made.
    package static var example: Profile.DeviceApp {
        var app = Profile.DeviceApp(bundleID: "com.example.stream")
        app.record.automaticSignIn.authorization = .granted
        return app
    }

    static let fields = ObjectFormat<Profile.DeviceApp>(
        title: "an app of the device",
        fields: [
            Field(
                "access", "Whether the app may use the account.", Formats.choice(AccessPermission.self),
                default: "notDetermined", into: \.access),
            Field(
                "singleSignOnEntitlement", "Whether the app has the entitlement for single sign-on.",
                Formats.boolean, default: true, into: \.record.singleSignOnEntitlement),
            Field(
                "subscriptionEntitlement", "Whether the app has the entitlement of the video partner programme.",
                Formats.boolean, default: true, into: \.record.subscriptionEntitlement),
            Field(
                "usageDescription", "Whether the app says why it wants access.", Formats.boolean, default: true,
                into: \.record.usageDescription),
            Field(
                "team",
                "The team that the app was signed by; null: that of all apps with the same bundle identifier but for its "
                    + "last component.", Formats.line.orNull, default: .null, into: \.record.team),
            Field(
                "subscription", "The subscription that the app registered; null: none.",
                merging: AppFormat.subscription, startingFrom: RegisteredSubscription(accessLevel: .paid),
                into: \.record.subscription),
            Field(
                "userAccounts", "The accounts that the app registered, here and on the person's other devices.",
                AppFormat.userAccounts, default: [], into: \.record.userAccounts),
            Field(
                "automaticSignIn", "The state of Automatic Sign-In.", merging: AppFormat.automaticSignIn,
                startingFrom: AppRecord().automaticSignIn, into: \.record.automaticSignIn),
        ])
}

/// What stands inside an app of the device.
private enum AppFormat {
    static let subscription = ObjectFormat<RegisteredSubscription>(
        title: "subscription",
        fields: [
            Field(
                "accessLevel", "What the subscription gives access to.",
                Formats.choice(RegisteredSubscription.AccessLevel.self), default: "paid", into: \.accessLevel),
            Field(
                "expires", "When it ends: an instant, an offset from the clock, or never.", Formats.moment,
                default: "never", into: \.expires),
            Field("tierIdentifiers", "The tiers.", tiers, default: [], into: \.tierIdentifiers),
            Field(
                "billingIdentifier", "How the subscription is paid for.", Formats.line.orNull,
                into: \.billingIdentifier),
        ])

    static let automaticSignIn = ObjectFormat<AutomaticSignIn>(
        title: "automaticSignIn",
        fields: [
            Field(
                "authorization", "What the person decided.", Formats.choice(AutomaticSignIn.Authorization.self),
                default: "notDetermined"
            ) { (authorization, state, _, _) throws(ProfileError) in
                state.authorization = authorization
                // What the person does not allow is not kept.
                if authorization != .granted { state.token = nil }
            },
            Field("token", "What the app keeps, where the person allows it; null: nothing.", Formats.text.orNull) {
                (token, state, node, _) throws(ProfileError) in
                guard token == nil || state.authorization == .granted else {
                    throw ProfileError(
                        .wrongValue, at: node.position,
                        "an app keeps a token only where automaticSignIn.authorization is granted")
                }
                state.token = token
            },
        ])

    /// The accounts; those of this device are told apart by their identifiers.
    static let userAccounts = Format<[RegisteredUserAccount]>(accountList.schema) {
        (node, notes) throws(ProfileError) in
        let accounts = try accountList.read(node, notes)
        guard case .sequence(let items) = node.content else { return accounts }
        var seen: Set<String?> = []
        for (account, item) in zip(accounts, items)
        where account.isFromCurrentDevice && !seen.insert(account.identifier).inserted {
            let name = account.identifier.map { "the identifier '\($0)'" } ?? "no identifier"
            throw ProfileError(
                .wrongValue, at: item.entry("identifier")?.value.position ?? item.position,
                "an app has one account with \(name) on this device, and this is a second")
        }
        return accounts
    }

    private static let accountList = Formats.list(userAccount.format(startingFrom: .init()), of: "accounts")

    private static let tiers = Formats.list(Formats.line, of: "tiers")

    private static let appleSubscription = ObjectFormat<RegisteredUserAccount.AppleSubscription>(
        title: "appleSubscription",
        fields: [
            Field("customerID", "The customer.", Formats.line, required: true, into: \.customerID),
            Field(
                "productCodes", "What was bought.", Formats.list(Formats.line, of: "product codes"), default: [],
                into: \.productCodes),
        ])

    private static let userAccount = ObjectFormat<RegisteredUserAccount>(
        title: "a user account",
        fields: [
            Field(
                "identifier", "The account's identifier; an app has one account without one.", Formats.line.orNull,
                into: \.identifier),
            Field(
                "accountProviderIdentifier", "The TV provider behind the account.", Formats.line.orNull,
                into: \.accountProviderIdentifier),
            Field(
                "accountType", "Whether the account is paid for.",
                Formats.choice(RegisteredUserAccount.AccountType.self), default: "free", into: \.accountType),
            Field(
                "updateURL", "Where the system can renew what it knows.", Formats.address.orNull, into: \.updateURL),
            Field(
                "requiresSystemTrust", "Whether requests to that address need a system that can be trusted.",
                Formats.boolean, default: false, into: \.requiresSystemTrust),
            Field(
                "isSignedOut", "Whether the app's user has signed out.", Formats.boolean, default: false,
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
                default: true, into: \.isFromCurrentDevice),
            Field(
                "deviceCategory", "The kind of device that it was registered on.",
                Formats.choice(RegisteredUserAccount.DeviceCategory.self), default: "mobile", into: \.deviceCategory),
            Field(
                "appleSubscription", "A subscription bought through Apple.", merging: appleSubscription,
                startingFrom: .init(), into: \.appleSubscription),
        ])
}
