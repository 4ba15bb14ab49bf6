package import TVSimStructuredText

extension DeviceSettings: TableDescribed {
    /// The stored keys: those of a profile's `device`, and the default app.
    static let stored = ObjectFormat<DeviceSettings>(
        title: "settings", defaults: DeviceSettings(),
        fields: fields.fields + [
            Field(
                "defaultBundleID", "The app that commands use if they name none.", Formats.bundleID,
                into: \.defaultBundleID)
        ])

    package static let fields = ObjectFormat<DeviceSettings>(
        title: "device", defaults: DeviceSettings(),
        fields: [
            Field(
                "platform", "The operating system.", Formats.choice(Platform.self), into: \.platform),
            Field(
                "region", "Whether the TV Provider feature is available in the device's region.",
                Formats.choice(Region.self),
                into: \.region),
            Field(
                "developer", "The switches of the device's developer pane.", merging: SettingsFormat.developer,
                into: \.developer),
            Field(
                "behaviour", "The framework's behaviour where Apple's is unknown.",
                merging: SettingsFormat.behaviour, into: \.behaviour),
        ])
}

/// The mappings inside the device's settings.
private enum SettingsFormat {
    static let developer = ObjectFormat<DeveloperSwitches>(
        title: "developer", defaults: DeveloperSwitches(),
        fields: [
            Field(
                "simulateExpiredToken", "Whether the account counts as expired, regardless of its date.",
                Formats.boolean,
                into: \.simulateExpiredToken),
            Field(
                "requestTimeoutsDisabled", "Whether timeouts of providers are disabled.", Formats.boolean,
                into: \.requestTimeoutsDisabled),
        ])

    /// The first value of each key is the default.
    static let behaviour = ObjectFormat<FrameworkBehaviour>(
        title: "behaviour", defaults: FrameworkBehaviour(),
        fields: [
            knob("signedOut", "The answer to a request that must not interrupt, if no user is signed in.", \.signedOut),
            knob(
                "undeterminedAccess", "The answer to a request before the user decides about access.",
                \.undeterminedAccess),
            knob("expiredDate", "The expiration date of an expired account.", \.expiredDate),
            knob("verificationData", "When metadata has verification data.", \.verificationData),
            knob("completion", "When completion handlers are called.", \.completion),
            knob(
                "missingUsageDescription", "What happens if an app without a usage description asks for access.",
                \.missingUsageDescription),
            knob(
                "missingSubscriptionEntitlement",
                "What happens if an app without the entitlement registers a subscription.",
                \.missingSubscriptionEntitlement),
            knob("unsupportedRegion", "The answer in a region without the TV Provider feature.", \.unsupportedRegion),
            knob("cancellation", "The effect of cancelling a request in progress.", \.cancellation),
            knob("pickerRows", "The picker's rows if a request lists some providers.", \.pickerRows),
        ])

    private static func knob<Answer: RawRepresentable & CaseIterable & Sendable>(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<FrameworkBehaviour, Answer> & Sendable
    ) -> Field<FrameworkBehaviour> where Answer.RawValue == String {
        Field(name, summary, Formats.choice(Answer.self), into: path)
    }
}
