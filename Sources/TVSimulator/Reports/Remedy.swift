import EntitlementAPI
import SimulatedDevice

/// What makes a condition of the silent exchange hold.
enum Remedy {
    case grantAccess(bundleID: String)
    case signIn(provider: String, subscriber: String)
    case clearFaults
    case supportRegion
    /// A change of the profile, in words.
    case profile(String)

    /// Finds the remedy of the first condition that does not hold; `nil`: there is none.
    static func of(
        _ condition: String?, reasons: [String], on selected: SelectedDevice, profile: Profile
    ) throws -> Remedy? {
        // A fault decides whatever else is the case; so does a region in which nothing is ever answered.
        if reasons.contains(where: { $0.lowercased().contains("a fault was") }) { return .clearFaults }
        let settings = try selected.device.settings()
        if settings.region == .unsupported { return .supportRegion }
        let account = try selected.device.account()
        switch condition {
        case "permissionGranted":
            return .grantAccess(bundleID: settings.defaultBundleID)
        case "signedIn":
            let provider = account?.provider ?? profile.providers.first { $0.boarding == .supported }?.id ?? "PROVIDER"
            let name = account?.subscriber ?? profile.provider(provider)?.subscribers.first?.name ?? "SUBSCRIBER"
            return .signIn(provider: provider, subscriber: name)
        case "integrationEnabled":
            return .profile(
                "enabled: true for the integration with \(account?.provider ?? "the provider") in the profile")
        case "singleSignOnEnabled":
            return .profile("singleSignOn: true and boardingStatus: SUPPORTED for the integration in the profile")
        case "notDegraded":
            return .profile("degradation: none for the integration in the profile")
        case "providerIdentified", "samlResponseReceived":
            let faults = try selected.faults().faults
            return faults.isEmpty ? .profile("defect: none for the provider in the profile") : .clearFaults
        default:
            return nil
        }
    }

    /// The remedy as whoever reaches the device would write it.
    func text(for selected: SelectedDevice) throws -> String {
        if case .profile(let words) = self { return words }
        guard selected.isOnCommandLine else { return try JSONText.line(event) }
        return command + (selected.name == "default" ? "" : " --device \(selected.name)")
    }

    private var command: String {
        switch self {
        case .grantAccess(let bundleID): "tvsim permission grant \(bundleID)"
        case .signIn(let provider, let subscriber): "tvsim account sign-in \(provider) --as \(subscriber)"
        case .clearFaults: "tvsim fault clear"
        case .supportRegion: "tvsim settings set region=supported"
        case .profile(let words): words
        }
    }

    private var event: JSONValue {
        switch self {
        case .grantAccess(let bundleID):
            ["setPermission": ["bundleID": .string(bundleID), "access": "granted"]]
        case .signIn(let provider, let subscriber):
            ["signIn": ["provider": .string(provider), "as": .string(subscriber)]]
        case .clearFaults: "clearFaults"
        case .supportRegion: ["settings": ["region": "supported"]]
        case .profile(let words): .string(words)
        }
    }
}
