/// One respect in which situations of the cookbook differ, with its values.
///
/// The first value of an axis is its value in the situation ``CookbookSituation/baseline``.
package enum SituationAxis: String, CaseIterable, Sendable, Codable {
    case platform, access, account, integration, singleSignOn, boarding, degradation, response, fault, picker, token,
        start, accessBefore

    /// What the axis is about, in one line.
    package var summary: String {
        switch self {
        case .platform: "The operating system of the device."
        case .access: "Whether the user allows the app to use the account, at the calls."
        case .account: "The system-level account, at the calls."
        case .integration: "The requestor's integration with the user's TV provider."
        case .singleSignOn: "Single sign-on of this integration."
        case .boarding: "What Apple knows of the TV provider: it can sign in, it is only listed, or neither."
        case .degradation: "The degradation rule of the integration."
        case .response: "The TV provider's SAML response: valid, or the name of its defect."
        case .fault: "A failure of Apple's framework."
        case .picker: "What the user does in the system's picker or on its sign-in page."
        case .token: "The authentication token that the app has from an earlier launch."
        case .start: "How the app starts: a new process, or the process of the earlier launch in the foreground again."
        case .accessBefore: "The permission at the earlier launch; firstLaunch if there was none."
        }
    }

    /// The values; the first one is that of the baseline.
    package var values: [String] {
        switch self {
        case .platform: ["iOS", "iPadOS", "tvOS"]
        case .access: ["granted", "denied", "notDetermined", "restricted"]
        case .account: ["signedIn", "signedOut", "expired"]
        case .integration, .singleSignOn: ["enabled", "disabled"]
        case .boarding: ["supported", "pickerOnly", "notListed"]
        case .degradation: ["none", "AuthNAll"]
        case .response:
            [
                "valid", "expired", "notYetValid", "wrongAudience", "wrongRecipient", "wrongInResponseTo",
                "wrongIssuer",
                "unsigned", "tampered", "wrongKey", "statusNotSuccess", "missingAttribute", "noResponse",
            ]
        case .fault: ["none", "accessCheckFails", "metadataFails", "providerNotNamed"]
        case .picker: ["cancel", "choose", "other", "unsupported"]
        case .token: ["none", "valid", "expired"]
        case .start: ["cold", "warm"]
        case .accessBefore: ["firstLaunch", "granted", "denied", "notDetermined"]
        }
    }
}
