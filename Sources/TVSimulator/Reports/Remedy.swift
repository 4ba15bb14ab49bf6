import EntitlementAPI
import EntitlementService
import IdentityProvider
import SAML
import SimulatedDevice
import StateStorage
import StructuredText

/// What makes a condition of the silent exchange hold.
enum Remedy {
    case grantAccess(bundleID: String)
    case app(bundleID: String, [String: JSONValue])
    case signIn(provider: String, subscriber: String)
    case clearFaults
    case setting(path: [String], value: JSONValue)
    case integration(requestor: String, mvpd: String, [String: JSONValue])
    case provider(id: String, [String: JSONValue])
    case renewStatement(bundleID: String)
    /// A change of the profile, in words: no command makes it.
    case profile(String)

    /// Finds the remedy of the first condition that does not hold.
    ///
    /// - Parameters:
    ///   - condition: That condition; `nil`: all hold, or none was asked.
    ///   - rehearsal: What was tried.
    ///   - selected: The device.
    ///   - profile: The profile that it was made from.
    /// - Returns: The remedy; `nil`: there is none.
    /// - Throws: `StateError` when the device cannot be read.
    static func of(
        _ condition: String?, _ rehearsal: Rehearsal, on selected: SelectedDevice, profile: Profile
    ) throws -> Remedy? {
        // A fault decides whatever else is the case; so does a region in which nothing is ever answered.
        if rehearsal.reasons.contains(where: { $0.lowercased().contains("a fault was") }) { return .clearFaults }
        if let trouble = rehearsal.trouble { return try of(trouble, on: selected, profile: profile) }
        let wasTried = rehearsal.conditions != nil
        let settings = try selected.device.settings()
        if settings.region == .unsupported { return .setting(path: ["region"], value: "supported") }
        let account = try selected.device.account()
        let requestor = profile.app.requestor
        let integrations = try selected.integrations(ofRequestor: requestor)
        let integrated = integrations.filter {
            $0.provider == (account?.provider ?? $0.provider) && $0.provider != nil
        }.used
        let providers = try selected.providers()
        let provider = providers.first { $0.identifier == account?.provider }
        func change(_ values: [String: JSONValue]) -> Remedy {
            if let integrated { return .integration(requestor: requestor, mvpd: integrated.mvpd, values) }
            // The MVPD of that name is there, and answers for nobody or for another provider.
            guard let provider, integrations.contains(where: { $0.mvpd == provider.identifier }) else {
                // No command makes an integration; one signs in with whom there is one.
                let other = signIn(nil, integrations, providers)
                guard case .profile = other else { return other }
                return .profile("an integration with \(account?.provider ?? "the provider") in the profile")
            }
            return .integration(
                requestor: requestor, mvpd: provider.identifier, ["provider": .string(provider.identifier)])
        }
        switch condition {
        case "permissionGranted":
            let app = settings.defaultBundleID
            let isEntitled = try selected.device.app(app).singleSignOnEntitlement
            return isEntitled ? .grantAccess(bundleID: app) : .app(bundleID: app, ["singleSignOnEntitlement": true])
        case "signedIn" where settings.developer.simulateExpiredToken:
            return .setting(path: ["developer", "simulateExpiredToken"], value: false)
        case "signedIn":
            return signIn(account, integrations, providers)
        case "integrationEnabled" where integrated?.enabled == true && provider?.boarding != .supported:
            return provider.map { .provider(id: $0.identifier, ["boarding": "supported"]) }
        case "integrationEnabled":
            return change(["enabled": true])
        case nil where !wasTried && integrated?.enabled == false:
            return change(["enabled": true])
        case nil where !wasTried && integrated?.isOffered == false:
            return change(offer(of: integrated))
        case nil where !wasTried && integrated == nil:
            // Whoever is signed in has nothing to do with it: the requestor takes part with nobody.
            return integrations.first { $0.provider != nil }.flatMap { other in
                let values: [String: JSONValue]? =
                    !other.enabled ? ["enabled": true] : !other.isOffered ? offer(of: other) : nil
                return values.map { .integration(requestor: requestor, mvpd: other.mvpd, $0) }
            }
        case "singleSignOnEnabled" where integrated?.isOffered == true:
            return answering(provider)
        case "singleSignOnEnabled":
            return change(offer(of: integrated))
        case "notDegraded":
            return change(["degradation": "none"])
        case "providerIdentified", "samlResponseReceived":
            if try !selected.faults().faults.isEmpty { return .clearFaults }
            if let provider, !provider.subscribers.contains(where: { $0.name == account?.subscriber }) {
                return signIn(account, integrations, providers)
            }
            return answering(provider)
        default:
            return nil
        }
    }

    /// Finds what helps where no condition says what stands in the way.
    private static func of(
        _ trouble: Rehearsal.Trouble, on selected: SelectedDevice, profile: Profile
    ) throws -> Remedy? {
        switch trouble {
        case .terminated(let bundleID):
            return .app(bundleID: bundleID, ["usageDescription": true])
        case .unknownRequestor:
            let known = try selected.world.service.configuration().requestors.first?.id
            return .profile(known.map { "requestor: \($0) of the app in the profile" } ?? "a requestor in the profile")
        case .notRegistered:
            let app = try selected.device.settings().defaultBundleID
            let isRevoked = try selected.store.read { try SoftwareStatements.isRevoked(app: app, in: $0) }
            return isRevoked ? .renewStatement(bundleID: app) : nil
        case .throttled:
            return .profile("throttling: null of the service in the profile")
        case .responseRefused:
            let account = try selected.device.account()
            return answering(try selected.providers().first { $0.identifier == account?.provider })
        }
    }

    /// What lets an integration take part in single sign-on: one thing at a time.
    private static func offer(of integration: Integration?) -> [String: JSONValue] {
        integration?.singleSignOn == false ? ["singleSignOn": true] : ["boardingStatus": "SUPPORTED"]
    }

    /// Lets a provider answer as it should.
    private static func answering(_ provider: Provider?) -> Remedy? {
        guard let provider else { return nil }
        if provider.samlResponse != nil, provider.defect != .noResponse {
            return .provider(id: provider.identifier, ["samlResponse": .null])
        }
        if provider.defect != .none { return .provider(id: provider.identifier, ["defect": "none"]) }
        return provider.schemes.contains(.saml) ? nil : .provider(id: provider.identifier, ["schemes": ["saml"]])
    }

    /// Signs somebody in with whom the exchange would go on: the requestor integrates the provider, which speaks SAML.
    private static func signIn(
        _ account: SystemAccount?, _ integrations: [Integration], _ providers: [Provider]
    ) -> Remedy {
        if let own = providers.first(where: { $0.identifier == account?.provider }), !own.schemes.contains(.saml) {
            return .provider(id: own.identifier, ["schemes": ["saml"]])
        }
        let integrated = integrations.filter(\.enabled).compactMap(\.provider)
        let willing = providers.filter { provider in
            !provider.subscribers.isEmpty && provider.schemes.contains(.saml)
                && integrated.contains(provider.identifier)
        }
        let usable = willing.filter { $0.boarding == .supported }
        guard let provider = usable.first(where: { $0.identifier == account?.provider }) ?? usable.first,
            let first = provider.subscribers.first
        else {
            if let listed = willing.first { return .provider(id: listed.identifier, ["boarding": "supported"]) }
            return .profile("a provider with subscribers, schemes: [saml] and an enabled integration in the profile")
        }
        let same = provider.subscribers.first { $0.name == account?.subscriber }
        return .signIn(provider: provider.identifier, subscriber: (same ?? first).name)
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
            case .app(let bundleID, let values): (["app", "set"], try Self.pairs(values), [("--app", bundleID)])
            case .signIn(let provider, let subscriber): (["account", "sign-in"], [provider], [("--as", subscriber)])
            case .clearFaults: (["fault", "clear"], [], [])
            case .setting(let path, let value):
                (["settings", "set"], ["\(path.joined(separator: "."))=\(try JSONText.word(value))"], [])
            // The profile's own requestor is meant where none is named.
            case .integration(_, let mvpd, let values):
                (["integration", "set"], [mvpd] + (try Self.pairs(values)), [])
            case .provider(let id, let values): (["provider", "set"], [id] + (try Self.pairs(values)), [])
            case .renewStatement(let bundleID): (["statement", "renew"], [bundleID], [])
            case .profile: ([], [], [])
            }
        }
    }

    private static func pairs(_ values: [String: JSONValue]) throws -> [String] {
        try values.sorted { $0.key < $1.key }.map { key, value in "\(key)=\(try JSONText.word(value))" }
    }

    private var event: JSONValue {
        switch self {
        case .grantAccess(let bundleID):
            ["setPermission": ["bundleID": .string(bundleID), "access": "granted"]]
        case .app(let bundleID, let values):
            ["setApp": ["bundleID": .string(bundleID), "set": .object(values)]]
        case .signIn(let provider, let subscriber):
            ["signIn": ["provider": .string(provider), "as": .string(subscriber)]]
        case .clearFaults: "clearFaults"
        case .setting(let path, let value): ["settings": path.reversed().reduce(value) { .object([$1: $0]) }]
        case .integration(let requestor, let mvpd, let values):
            ["integration": ["requestor": .string(requestor), "mvpd": .string(mvpd), "set": .object(values)]]
        case .provider(let id, let values): ["provider": ["id": .string(id), "set": .object(values)]]
        case .renewStatement(let bundleID): ["renewStatement": .string(bundleID)]
        case .profile(let words): .string(words)
        }
    }
}

extension Integration {
    /// Whether the platform's single sign-on can take the person to this MVPD.
    fileprivate var isOffered: Bool {
        singleSignOn && boardingStatus == .supported
    }
}

extension [Integration] {
    /// That of several with one provider with which the exchange goes on: DIFFERENCES, E-71.
    ///
    /// What is switched off counts where nothing else is there.
    fileprivate var used: Integration? {
        let enabled = filter(\.enabled)
        return enabled.first(where: \.isOffered)
            ?? enabled.first { $0.singleSignOn && $0.boardingStatus == .picker } ?? enabled.first ?? first
    }
}
