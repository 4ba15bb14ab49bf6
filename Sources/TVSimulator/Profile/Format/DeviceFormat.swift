import EntitlementAPI
import SimulatedDevice

/// The profile's `device`, and the answers of the person who holds it.
enum DeviceFormat {
    static let fields = ObjectFormat<Profile.DeviceDescription>(
        title: "device",
        fields: DeviceSettings.fields.fields.map { $0.lifted(to: \.settings) } + [
            Field("apps", "What the device knows of apps, by bundle identifier.", apps, into: \.apps),
            Field(
                "account", "The system-level account; absent or null: nobody is signed in.",
                account.orNull, default: .null, into: \.account),
        ])

    /// A bundle identifier as Apple allows it.
    static let bundleID = Format<String>(["type": "string", "pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"]) {
        (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        guard BundleID.isValid(text) else {
            throw ProfileError(.wrongValue, at: node.position, BundleID.complaint(about: text))
        }
        return text
    }

    private static let apps = Formats.map(
        of: "apps", key: "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$", Profile.DeviceApp.fields.schemaOrNothing
    ) { (entry, notes) throws(ProfileError) -> Profile.DeviceApp in
        guard BundleID.isValid(entry.key) else {
            throw ProfileError(.wrongValue, at: entry.position, BundleID.complaint(about: entry.key))
        }
        var app = Profile.DeviceApp(bundleID: entry.key)
        try Profile.DeviceApp.fields.read(entry.value, into: &app, notes)
        return app
    }

    private static let accountFields = ObjectFormat<Profile.Account>(
        title: "account",
        fields: [
            Field(
                "provider", "The key of a provider.", Formats.line.referring(to: .accountProvider), required: true,
                into: \.provider),
            Field(
                "subscriber", "The key of one of its subscribers.", Formats.line, required: true
            ) { (name, account, node, notes) throws(ProfileError) in
                account.subscriber = name
                notes.references.append(
                    Reference(kind: .subscriber(provider: account.provider), name: name, position: node.position))
            },
            Field(
                "expires", "When the authentication ends: an instant, an offset from the clock, or never.",
                Formats.expiry, default: .string(Profile.Account.defaultExpiry.description), into: \.expires),
        ])

    private static let account = accountFields.format(startingFrom: .init())
}
