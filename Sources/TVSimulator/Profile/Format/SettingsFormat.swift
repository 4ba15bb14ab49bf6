package import EntitlementAPI
package import SimulatedDevice

extension DeviceSettings: DescribedByFields {
    package static var example: DeviceSettings { DeviceSettings() }

    static let fields = ObjectFormat<DeviceSettings>(
        title: "device",
        fields: [
            Field(
                "platform", "The operating system.", Formats.choice(Platform.self), default: "iOS", into: \.platform),
            Field(
                "region", "Whether the TV Provider feature exists where the device is.", Formats.choice(Region.self),
                default: "supported", into: \.region),
            Field(
                "developer", "The switches of the device's developer pane.", merging: SettingsFormat.developer,
                startingFrom: DeviceSettings().developer, into: \.developer),
            Field(
                "behaviour", "How the framework answers where Apple's behaviour is not established.",
                merging: SettingsFormat.behaviour, startingFrom: DeviceSettings().behaviour, into: \.behaviour),
        ])

    /// The settings as a profile writes them.
    package var json: [String: JSONValue] {
        [
            "platform": .string(platform.rawValue), "region": .string(region.rawValue),
            "developer": [
                "simulateExpiredToken": .bool(developer.simulateExpiredToken),
                "requestTimeoutsDisabled": .bool(developer.requestTimeoutsDisabled),
            ],
            "behaviour": [
                "signedOut": .string(behaviour.signedOut.rawValue),
                "undeterminedAccess": .string(behaviour.undeterminedAccess.rawValue),
                "expiredDate": .string(behaviour.expiredDate.rawValue),
                "verificationData": .string(behaviour.verificationData.rawValue),
                "completion": .string(behaviour.completion.rawValue),
                "missingUsageDescription": .string(behaviour.missingUsageDescription.rawValue),
                "unsupportedRegion": .string(behaviour.unsupportedRegion.rawValue),
                "cancellation": .string(behaviour.cancellation.rawValue),
                "pickerRows": .string(behaviour.pickerRows.rawValue),
            ],
        ]
    }
}

/// The mappings inside the device's settings.
private enum SettingsFormat {
    static let developer = ObjectFormat<DeveloperSwitches>(
        title: "developer",
        fields: [
            Field(
                "simulateExpiredToken", "Whether the account counts as expired, whatever its date.", Formats.boolean,
                default: false, into: \.simulateExpiredToken),
            Field(
                "requestTimeoutsDisabled", "Whether a provider's timeouts do not happen.", Formats.boolean,
                default: false, into: \.requestTimeoutsDisabled),
        ])

    /// The first value of each is the default.
    static let behaviour = ObjectFormat<FrameworkBehaviour>(
        title: "behaviour",
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
        Field(
            name, summary, Formats.choice(Answer.self),
            default: .string(FrameworkBehaviour()[keyPath: path].rawValue), into: path)
    }
}
