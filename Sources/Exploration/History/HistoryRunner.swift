import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimRuns
import TVSimSDKVocabulary
package import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// Runs flows in worlds in memory, and observes them.
package struct HistoryRunner: Sendable {
    private let runner = ProfileRunner()

    /// Creates a runner.
    package init() {}

    /// Runs a profile's flow in a new world.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - recorder: Records what the run visits.
    /// - Returns: What was observed.
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package func history(of profile: TVSimScenario.Profile, recorder: CoverageRecorder) async throws -> FlowHistory {
        let store = MemoryStateStore()
        let world = World(store: store, recorder: recorder)
        try world.install(profile)
        let app = profile.app.bundleID
        var history = FlowHistory(beginning: try Self.observe(world, app))
        _ = try await runner.run(profile, in: world) { record, launched in
            let before = history.steps.last?.world ?? history.beginning
            history.steps.append(try Self.observe(record, of: launched, in: world, app, after: before))
        }
        history.transfer = try Self.transfer(of: store)
        return history
    }

    private static func observe(
        _ record: StepRecord, of app: SimulatedApp, in world: World, _ bundleID: String, after before: ObservedWorld
    ) throws -> ObservedStep {
        let now = try world.simulation.clock.now()
        let effect = record.effect
        let resources = effect.callbacks.filter { $0.name == .setToken }.compactMap { $0.arguments.first?.string }
        return ObservedStep(
            action: record.action, began: record.began, ended: now,
            callbacks: effect.callbacks.filter { $0.name != .sendTrackingData },
            requests: effect.requests.map { ObservedRequest(endpoint: $0.endpoint?.name ?? "", status: $0.status) },
            appActions: effect.appActions, isDisturbed: !effect.failures.isEmpty,
            waitsForRequestor: effect.notes.contains(.callsWaitForRequestor),
            mediaTokens: try Set(resources).sorted().compactMap { resource in
                try app.mediaTokens[resource].map { try observe($0, for: resource, at: now) }
            },
            world: try observe(world, bundleID, after: before, isChanged: record.action.changesParties))
    }

    private static func observe(_ token: String, for resource: String, at now: Date) throws -> ObservedMediaToken {
        func judge(at instant: Date) throws -> MediaTokenVerifier.Judgement {
            try MediaTokenVerification(Data(token.utf8), resource: nil, requestor: nil, at: instant).judgement
        }
        let judgement = try judge(at: now)
        let (issued, end) = (judgement.facts?.issueTime, judgement.facts?.notAfter)
        return ObservedMediaToken(
            resource: resource, issuedFor: judgement.facts?.resourceID.rawValue,
            mvpd: judgement.facts?.mvpdID.rawValue ?? "", issued: issued ?? now,
            timeToLive: judgement.facts.map { Double($0.ttl) / 1000 } ?? 0,
            // The clock may have moved further in the same step, while the user was on a second screen.
            isValid: try issued.map { try judge(at: $0).verdict == .valid } ?? false,
            isValidAtItsEnd: try end.map { try judge(at: $0).verdict == .valid } ?? false)
    }

    /// Observes a world; only a command changes the integrations.
    private static func observe(
        _ world: World, _ bundleID: String, after before: ObservedWorld? = nil, isChanged: Bool = true
    ) throws -> ObservedWorld {
        let device = try world.device.situation(of: bundleID)
        return ObservedWorld(
            access: device.app.access, platform: device.settings.platform, accountHolder: device.account?.subscriber,
            integrations: try isChanged ? integrations(of: world) : before?.integrations ?? [:])
    }

    private static func integrations(of world: World) throws -> [String: ObservedIntegration] {
        try world.simulation.store.read { state in
            let providers = try IdentityProviderDirectory.providers(in: state)
            let service = try EntitlementService.storedConfiguration(in: state)
            var found: [String: ObservedIntegration] = [:]
            for requestor in service.requestors {
                for integration in requestor.integrations {
                    let provider = providers.first { $0.identifier == integration.provider?.rawValue }
                    let observed = ObservedIntegration(integration, at: provider, of: requestor)
                    found[integration.mvpd.rawValue, default: observed].formUnion(observed)
                }
            }
            return found
        }
    }

    private static func transfer(of store: any StateStore) throws -> ObservedTransfer {
        let exported = try DeviceExport.of(store).whole
        do {
            let other = MemoryStateStore()
            try DeviceDocument(Array(exported.utf8), source: "export").replace(contentsOf: other)
            return ObservedTransfer(exported: exported, exportedAgain: try DeviceExport.of(other).whole)
        } catch {
            return ObservedTransfer(exported: exported, exportedAgain: "\(error)")
        }
    }
}

extension FlowStep.Action {
    /// Whether the step is a command, which alone changes providers and service from outside.
    fileprivate var changesParties: Bool {
        if case .command = self { true } else { false }
    }
}

extension ObservedIntegration {
    fileprivate init(
        _ integration: Integration, at provider: Provider?, of requestor: ServiceConfiguration.Requestor
    ) {
        authenticationTTL = max(integration.authenticationTTL, integration.homeBasedAuthenticationTTL ?? 0)
        mediaTokenTTL = integration.mediaTokenTTL
        isExceptional =
            integration.degradation != .none || integration.tempPass != nil || integration.dummyAuthorization
            || integration.proxy != nil || !integration.platforms.isEmpty || !requestor.applicationProfiles.isEmpty
        entitlements = Dictionary(
            (provider?.subscribers ?? []).map { ($0.name, Set($0.entitlements.map(\.rawValue))) }
        ) { $0.union($1) }
        homeSubscriber = provider?.homeNetwork
    }

    /// Extends the settings to those of another integration of the same MVPD.
    fileprivate mutating func formUnion(_ other: Self) {
        authenticationTTL = max(authenticationTTL, other.authenticationTTL)
        mediaTokenTTL = max(mediaTokenTTL, other.mediaTokenTTL)
        isExceptional = isExceptional || other.isExceptional
        entitlements.merge(other.entitlements) { $0.union($1) }
    }
}
