import EntitlementAPI
import SimulatedDevice

/// What makes a condition of the silent exchange hold.
enum Remedy {
    case grantAccess(bundleID: String)
    case entitle(bundleID: String)
    case signIn(provider: String, subscriber: String)
    case clearFaults
    case setting(path: [String], value: JSONValue)
    /// A change of the profile, in words: no command makes it.
    case profile(String)

    /// Finds the remedy of the first condition that does not hold; `nil`: there is none.
    static func of(
        _ condition: String?, reasons: [String], on selected: SelectedDevice, profile: Profile
    ) throws -> Remedy? {
        // A fault decides whatever else is the case; so does a region in which nothing is ever answered.
        if reasons.contains(where: { $0.lowercased().contains("a fault was") }) { return .clearFaults }
        let settings = try selected.device.settings()
        if settings.region == .unsupported { return .setting(path: ["region"], value: "supported") }
        let account = try selected.device.account()
        let provider = account?.provider ?? "the provider"
        switch condition {
        case "permissionGranted":
            let app = settings.defaultBundleID
            let isEntitled = try selected.device.app(app).singleSignOnEntitlement
            return isEntitled ? .grantAccess(bundleID: app) : .entitle(bundleID: app)
        case "signedIn" where settings.developer.simulateExpiredToken:
            return .setting(path: ["developer", "simulateExpiredToken"], value: false)
        case "signedIn":
            return signIn(account, profile, try selected.describedProviders())
        case "integrationEnabled":
            let isThere = integrations(of: profile).contains { $0.provider == provider }
            return .profile((isThere ? "enabled: true for the" : "an") + " integration with \(provider) in the profile")
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

    private static func integrations(of profile: Profile) -> [Profile.Integration] {
        profile.service.requestors.first { $0.id == profile.app.requestor }?.integrations ?? []
    }

    /// Signs somebody in with whom the exchange would go on: the requestor integrates the provider, which speaks SAML.
    private static func signIn(
        _ account: SystemAccount?, _ profile: Profile, _ providers: [Profile.Provider]
    ) -> Remedy {
        let integrated = integrations(of: profile).filter(\.enabled).compactMap(\.provider)
        let usable = providers.filter { provider in
            provider.boarding == .supported && !provider.subscribers.isEmpty && provider.schemes.contains(.saml)
                && integrated.contains(provider.id)
        }
        guard let provider = usable.first(where: { $0.id == account?.provider }) ?? usable.first,
            let first = provider.subscribers.first
        else {
            return .profile("a provider with subscribers, schemes: [saml] and an enabled integration in the profile")
        }
        let same = provider.subscribers.first { $0.name == account?.subscriber }
        return .signIn(provider: provider.id, subscriber: (same ?? first).name)
    }

    /// The remedy as whoever reaches the device would write it.
    func text(for selected: SelectedDevice) throws -> String {
        if case .profile(let words) = self { return words }
        guard selected.isOnCommandLine else { return try JSONText.line(event) }
        let (path, arguments, options) = try words
        let device = selected.isMeantByDefault ? [] : [("--device", selected.name)]
        return ShellWords.command(path, arguments, options: options + device)
    }

    private var words: (path: [String], arguments: [String], options: [(String, String)]) {
        get throws {
            switch self {
            case .grantAccess(let bundleID): (["permission", "grant"], [bundleID], [])
            case .entitle(let bundleID): (["app", "set"], ["singleSignOnEntitlement=true"], [("--app", bundleID)])
            case .signIn(let provider, let subscriber): (["account", "sign-in"], [provider], [("--as", subscriber)])
            case .clearFaults: (["fault", "clear"], [], [])
            case .setting(let path, let value):
                (["settings", "set"], ["\(path.joined(separator: "."))=\(try JSONText.word(value))"], [])
            case .profile: ([], [], [])
            }
        }
    }

    private var event: JSONValue {
        switch self {
        case .grantAccess(let bundleID):
            ["setPermission": ["bundleID": .string(bundleID), "access": "granted"]]
        case .entitle(let bundleID):
            ["setApp": ["bundleID": .string(bundleID), "set": ["singleSignOnEntitlement": true]]]
        case .signIn(let provider, let subscriber):
            ["signIn": ["provider": .string(provider), "as": .string(subscriber)]]
        case .clearFaults: "clearFaults"
        case .setting(let path, let value): ["settings": path.reversed().reduce(value) { .object([$1: $0]) }]
        case .profile(let words): .string(words)
        }
    }
}
