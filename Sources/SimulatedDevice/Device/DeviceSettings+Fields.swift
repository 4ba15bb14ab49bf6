package import Settings
import StructuredText

extension DeviceSettings: Described {
    /// The stored keys: those of a profile's `device`, and the default app.
    static let stored = ObjectFormat<DeviceSettings>(
        title: "settings", defaults: DeviceSettings(),
        fields: fields.fields + [
            Field(
                "defaultBundleID", "The app that is meant when none is named.", Formats.bundleID,
                into: \.defaultBundleID)
        ])

    package static let fields = ObjectFormat<DeviceSettings>(
        title: "device", defaults: DeviceSettings(),
        fields: [
            Field(
                "platform", "The operating system.", Formats.choice(Platform.self), into: \.platform),
            Field(
                "region", "Whether the TV Provider feature exists where the device is.", Formats.choice(Region.self),
                into: \.region),
            Field(
                "developer", "The switches of the device's developer pane.", merging: SettingsFormat.developer,
                into: \.developer),
            Field(
                "behaviour", "How the framework answers where Apple's behaviour is not established.",
                merging: SettingsFormat.behaviour, into: \.behaviour),
        ])
}

/// The mappings inside the device's settings.
private enum SettingsFormat {
    static let developer = ObjectFormat<DeveloperSwitches>(
        title: "developer", defaults: DeveloperSwitches(),
        fields: [
            Field(
                "simulateExpiredToken", "Whether the account counts as expired, whatever its date.", Formats.boolean,
                into: \.simulateExpiredToken),
            Field(
                "requestTimeoutsDisabled", "Whether a provider's timeouts do not happen.", Formats.boolean,
                into: \.requestTimeoutsDisabled),
        ])

    /// The first value of each key is the default.
    static let behaviour = ObjectFormat<FrameworkBehaviour>(
        title: "behaviour", defaults: FrameworkBehaviour(),
        fields: [
            knob("signedOut", "A request that may not interrupt, while nobody is signed in.", \.signedOut),
            knob("undeterminedAccess", "A request before access is decided.", \.undeterminedAccess),
            knob("expiredDate", "The expiration date of an expired account.", \.expiredDate),
            knob("verificationData", "When metadata has verification data.", \.verificationData),
            knob("completion", "When completion handlers are called.", \.completion),
            knob(
                "missingUsageDescription", "An app that asks for access and does not say why.",
                \.missingUsageDescription),
            knob("unsupportedRegion", "A region without the feature.", \.unsupportedRegion),
            knob("cancellation", "A cancellation while a request is under way.", \.cancellation),
            knob("pickerRows", "The picker's rows where a request lists some providers.", \.pickerRows),
        ])

    private static func knob<Answer: RawRepresentable & CaseIterable & Sendable>(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<FrameworkBehaviour, Answer> & Sendable
    ) -> Field<FrameworkBehaviour> where Answer.RawValue == String {
        Field(name, summary, Formats.choice(Answer.self), into: path)
    }
}
