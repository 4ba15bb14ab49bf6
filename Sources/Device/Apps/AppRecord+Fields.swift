package import TVSimStructuredText

extension AppRecord: Named {
    package var name: String { bundleID }

    package init(named name: String) { self.init(bundleID: name) }

    package static func check(name: String, at path: ValuePath) throws(SourceError) {
        guard BundleID.isValid(name) else {
            throw SourceError(.wrongValue, at: path, BundleID.complaint(about: name))
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
                "subscriptionEntitlement", "Whether the app has the entitlement of the video partner program.",
                Formats.boolean, into: \.subscriptionEntitlement),
            Field(
                "usageDescription", "Whether the app has a usage description.", Formats.boolean,
                into: \.usageDescription),
            Field(
                "team",
                "The team that signed the app; null if it is the team of the apps whose bundle identifiers differ only in "
                    + "the last component.", Formats.line.orNull, into: \.team),
            Field(
                "subscription", "The subscription that the app registered; null if it registered none.",
                merging: AppFormat.subscription,
                into: \.subscription),
            Field(
                "userAccounts", "The accounts that the app registered, on this device and on the user's other devices.",
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
                "accessLevel", "The access that the subscription gives.",
                Formats.choice(RegisteredSubscription.AccessLevel.self), into: \.accessLevel),
            Field(
                "expires", "When the subscription ends: an instant, an offset from the clock, or never.",
                Formats.moment,
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
                "authorization", "The user's decision.", Formats.choice(AutomaticSignIn.Authorization.self),
                documentsDefault: true, from: \.authorization
            ) { (authorization, state, _, _) throws(SourceError) in
                state.authorization = authorization
                // A token is kept only while the user allows it.
                if authorization != .granted { state.token = nil }
            },
            Field(
                "token", "The token that the app stored; null if it stored none.", Formats.text.orNull,
                from: { .some($0.token) }
            ) { (token, state, cursor, _) throws(SourceError) in
                guard token == nil || state.authorization == .granted else {
                    throw SourceError(
                        .wrongValue, at: cursor.path,
                        "a token requires 'automaticSignIn.authorization: granted'")
                }
                state.token = token
            },
        ])

    /// The accounts; on this device, the identifiers are unique.
    static let userAccounts = Formats.list(RegisteredUserAccount.fields.format, of: "accounts").checked {
        (accounts, cursor) throws(SourceError) in
        guard let items = cursor.items else { return }
        var seen: Set<String?> = []
        for (account, item) in zip(accounts, items)
        where account.isFromCurrentDevice && !seen.insert(account.identifier).inserted {
            let name = account.identifier.map { "with the identifier '\($0)'" } ?? "without an identifier"
            throw SourceError(
                .wrongValue, at: item["identifier"]?.path ?? item.path,
                "an app can have only one account \(name) on this device")
        }
    }

    private static let tiers = Formats.list(Formats.line, of: "tiers")
}
