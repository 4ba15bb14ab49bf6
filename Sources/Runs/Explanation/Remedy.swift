import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStateStorage
package import TVSimStructuredText
import TVSimWorld

/// A change that lets the silent exchange continue.
package enum Remedy: Sendable, Hashable {
    case grantAccess(bundleID: String)
    case app(bundleID: String, Members)
    case signIn(provider: String, subscriber: String)
    case clearFaults
    case setting(path: [String], value: JSONValue)
    case integration(requestor: String, mvpd: String, Members)
    case provider(id: String, Members)
    case service(Members)
    case renewStatement(bundleID: String)
    /// A change of the profile, in words, for which no command exists.
    case profile(String)

    /// Returns the remedy of the condition or obstacle that stopped a rehearsal.
    ///
    /// - Parameters:
    ///   - rehearsal: The rehearsal.
    ///   - world: The device's world.
    ///   - profile: The profile from which the world was created.
    /// - Returns: The remedy; `nil` if nothing stopped the rehearsal, or no change would help.
    /// - Throws: `StateError` if the device cannot be read.
    static func of(_ rehearsal: Rehearsal, in world: World, profile: Profile) throws -> Remedy? {
        // A fault overrides every other cause; so does an unsupported region, in which the framework answers no
        // request.
        if !rehearsal.faults.isEmpty { return .clearFaults }
        if let obstacle = rehearsal.obstacle { return try of(obstacle, in: world, profile: profile) }
        let wasTried = rehearsal.conditions != nil
        let settings = try world.device.settings()
        if settings.region == .unsupported { return .setting(path: ["region"], value: "supported") }
        let account = try world.device.account()
        let requestor = profile.app.requestor
        let device = DeviceInformation(members: ["osName": .string(settings.platform.rawValue)])
        let integrations =
            try world.service.configuration().requestor(RequestorID(requestor))?
            .on(device, at: world.simulation.clock.now()).integrations ?? []
        let integrated = integrations.filter {
            $0.provider == (ProviderID(account?.provider) ?? $0.provider) && $0.provider != nil
        }.used
        let providers = try world.providers.providers()
        let provider = providers.first { $0.identifier == account?.provider }
        func change(_ values: Members) -> Remedy {
            if let integrated {
                let change = integrated.change(values, on: device)
                return .integration(requestor: requestor, mvpd: integrated.name, change)
            }
            // The MVPD with the provider's name is mapped to no provider, or to another one.
            guard let provider, integrations.contains(where: { $0.name == provider.identifier }) else {
                // No command adds an integration, so the remedy signs in a subscriber of another provider.
                let other = signIn(nil, integrations, providers)
                guard case .profile = other else { return other }
                return .profile("add an integration with \(account?.provider ?? "the provider") to the profile")
            }
            return .integration(
                requestor: requestor, mvpd: provider.identifier, ["provider": .string(provider.identifier)])
        }
        switch rehearsal.stoppedBy {
        case .permissionGranted:
            let app = settings.defaultBundleID
            let isEntitled = try world.device.app(app).singleSignOnEntitlement
            return isEntitled ? .grantAccess(bundleID: app) : .app(bundleID: app, ["singleSignOnEntitlement": true])
        case .signedIn where settings.developer.simulateExpiredToken:
            return .setting(path: ["developer", "simulateExpiredToken"], value: false)
        case .signedIn:
            return signIn(account, integrations, providers)
        case .integrationEnabled where integrated?.enabled == true && provider?.boarding != .supported:
            return provider.map { .provider(id: $0.identifier, ["boarding": "supported"]) }
        case .integrationEnabled:
            return change(["enabled": true])
        case nil where !wasTried && integrated?.enabled == false:
            return change(["enabled": true])
        case nil where !wasTried && integrated?.isOffered == false:
            return change(offer(of: integrated))
        case nil where !wasTried && integrated == nil:
            // The account is irrelevant: the requestor offers single sign-on with no MVPD.
            return integrations.first { $0.provider != nil }.flatMap { other in
                let values: Members? =
                    !other.enabled ? ["enabled": true] : !other.isOffered ? offer(of: other) : nil
                return values.map {
                    .integration(requestor: requestor, mvpd: other.name, other.change($0, on: device))
                }
            }
        case .singleSignOnEnabled where integrated?.isOffered == true:
            return answering(provider)
        case .singleSignOnEnabled:
            return change(offer(of: integrated))
        case .notDegraded:
            return change(["degradation": "none"])
        case .providerIdentified, .samlResponseReceived:
            if let provider, !provider.subscribers.contains(where: { $0.name == account?.subscriber }) {
                return signIn(account, integrations, providers)
            }
            return answering(provider)
        case nil:
            return nil
        }
    }

    /// Returns the remedy of an obstacle outside of the conditions.
    private static func of(
        _ obstacle: Rehearsal.Obstacle, in world: World, profile: Profile
    ) throws -> Remedy? {
        switch obstacle {
        case .terminated(let bundleID):
            return .app(bundleID: bundleID, ["usageDescription": true])
        case .unknownRequestor:
            let known = try world.service.configuration().requestors.first?.id
            return .profile(
                known.map { "set 'app: {requestor: \($0)}' in the profile" } ?? "add a requestor to the profile")
        case .notRegistered:
            let app = try world.device.settings().defaultBundleID
            let isRevoked = try world.simulation.store.read { try SoftwareStatements.isRevoked(app: app, in: $0) }
            return isRevoked ? .renewStatement(bundleID: app) : nil
        case .throttled:
            return .service(["throttling": .null])
        case .responseRefused:
            let account = try world.device.account()
            return answering(try world.providers.providers().first { $0.identifier == account?.provider })
        }
    }

    /// Returns the next change that lets an integration take part in single sign-on.
    private static func offer(of integration: Integration?) -> Members {
        integration?.singleSignOn == false ? ["singleSignOn": true] : ["boardingStatus": "SUPPORTED"]
    }

    /// Returns the change that makes a provider send a valid SAML response.
    private static func answering(_ provider: Provider?) -> Remedy? {
        guard let provider else { return nil }
        if provider.saml.samlResponse != nil, provider.saml.defect != .noResponse {
            return .provider(id: provider.identifier, ["samlResponse": .null])
        }
        if provider.saml.defect != .none { return .provider(id: provider.identifier, ["defect": "none"]) }
        return provider.schemes.contains(.saml) ? nil : .provider(id: provider.identifier, ["schemes": ["saml"]])
    }

    /// Returns a sign-in as a subscriber whose provider is integrated with the requestor and supports SAML.
    private static func signIn(
        _ account: SystemAccount?, _ integrations: [Integration], _ providers: [Provider]
    ) -> Remedy {
        if let own = providers.first(where: { $0.identifier == account?.provider }), !own.schemes.contains(.saml) {
            return .provider(id: own.identifier, ["schemes": ["saml"]])
        }
        let integrated = integrations.filter(\.enabled).compactMap(\.provider)
        let willing = providers.filter { provider in
            !provider.subscribers.isEmpty && provider.schemes.contains(.saml)
                && integrated.contains(ProviderID(provider.identifier))
        }
        let usable = willing.filter { $0.boarding == .supported }
        guard let provider = usable.first(where: { $0.identifier == account?.provider }) ?? usable.first,
            let first = provider.subscribers.first
        else {
            if let listed = willing.first { return .provider(id: listed.identifier, ["boarding": "supported"]) }
            return .profile(
                "add a provider with subscribers, 'schemes: [saml]' and an enabled integration to the profile")
        }
        let same = provider.subscribers.first { $0.name == account?.subscriber }
        return .signIn(provider: provider.identifier, subscriber: (same ?? first).name)
    }
}

extension Integration {
    /// Whether users can sign in with this MVPD through the platform.
    fileprivate var isOffered: Bool {
        singleSignOn && boardingStatus == .supported
    }
}

extension [Integration] {
    /// The integration that the exchange uses if several have the same provider (Differences, E-71).
    ///
    /// A disabled integration is used only if none is enabled.
    fileprivate var used: Integration? {
        let enabled = filter(\.enabled)
        return enabled.first(where: \.isOffered)
            ?? enabled.first { $0.singleSignOn && $0.boardingStatus == .picker } ?? enabled.first ?? first
    }
}
