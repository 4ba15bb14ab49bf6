import AccessEnabler
import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice

/// The app of a profile's flow: it calls the SDK, waits until the SDK has come to rest, and does what its person says.
final class SimulatedApp {
    private let world: World
    private let profile: Profile
    private let transport: RecordingTransport
    private let recorder = CallbackRecorder()
    private var enabler: AccessEnabler?
    private var requestor: String

    init(world: World, profile: Profile, over transport: any EntitlementTransport) {
        self.world = world
        self.profile = profile
        self.transport = RecordingTransport(transport)
        requestor = profile.app.requestor
    }

    /// What one action caused.
    struct Effect {
        var callbacks: [CallbackReport] = []
        var requests: [RequestReport] = []
        var conditions: [ConditionFinding]?
        var actions: [String] = []
        /// What kept the step from coming to rest by itself.
        var failures: [String] = []
    }

    /// Carries out one action and returns what came of it.
    func perform(_ action: FlowStep.Action) async throws -> Effect {
        var effect = Effect()
        switch action {
        case .command(let command):
            try world.perform(command)
            return effect
        case .relaunch:
            enabler = nil
            return effect
        default:
            break
        }
        let enabler = try await currentEnabler()
        call(action, on: enabler)
        try await rest(enabler, &effect)
        if effect.callbacks.contains(where: { $0.name == "displayProviderDialog" }) {
            try await choose(in: enabler, &effect)
        }
        return effect
    }

    private func rest(_ enabler: AccessEnabler, _ effect: inout Effect) async throws {
        let hasClosed = try await UnansweredInterface.close(on: world.device) { await enabler.comeToRest() }
        if hasClosed { effect.failures.append(UnansweredInterface.complaint) }
        effect.callbacks += recorder.drain()
        effect.requests += transport.drain()
        effect.conditions = await enabler.takeExchangeFindings() ?? effect.conditions
    }

    /// A launch of the app: a new object over the same storage.
    private func currentEnabler() async throws -> AccessEnabler {
        if let enabler { return enabler }
        let statement = try world.softwareStatement(for: profile.app.bundleID)
        let made = await world.run(as: profile.app.bundleID, over: transport, delivering: .immediate) {
            UncheckedTransfer(AccessEnabler(statement))
        }.value
        made.delegate = recorder
        made.statusDelegate = recorder
        enabler = made
        return made
    }

    private func call(_ action: FlowStep.Action, on enabler: AccessEnabler) {
        switch action {
        case .setRequestor(let id):
            requestor = id
            enabler.setRequestor(id)
        case .foreground: enabler.setRequestor(requestor)
        case .checkAuthentication: enabler.checkAuthentication()
        case .getAuthentication(let form): getAuthentication(form, on: enabler)
        case .setSelectedProvider(let id): enabler.setSelectedProvider(id)
        case .getSelectedProvider: enabler.getSelectedProvider()
        case .checkAuthorization(let resource): enabler.checkAuthorization(resource)
        case .getAuthorization(let resource): enabler.getAuthorization(resource)
        case .getMetadata(let key): enabler.getMetadata(key.dictionary)
        case .logout: enabler.logout()
        case .checkPreauthorizedResources, .setOptions, .relaunch, .command: break
        }
    }

    private func getAuthentication(_ form: FlowStep.AuthenticationCall, on enabler: AccessEnabler) {
        var filter: [AnyHashable: Any] = [:]
        filter[TV_PROVIDERS] = form.providers
        filter[FEATURED_TV_PROVIDERS] = form.featured
        let data = form.data.map { $0.mapValues { $0 as Any } } ?? [:]
        switch (form.force || form.data != nil, form.hasFilter) {
        case (false, false): enabler.getAuthentication()
        case (false, true): enabler.getAuthentication(filter)
        case (true, false): enabler.getAuthentication(form.force, withData: data)
        case (true, true): enabler.getAuthentication(form.force, withData: data, andFilter: filter)
        }
    }

    /// Does in the app's own dialog what the person says.
    private func choose(in enabler: AccessEnabler, _ effect: inout Effect) async throws {
        switch try world.device.viewer().appPicker {
        case .none:
            return
        case .cancel:
            effect.actions.append("setSelectedProvider(nil)")
            enabler.setSelectedProvider(nil)
        case .choose(let mvpd):
            effect.actions.append("setSelectedProvider(\(mvpd))")
            enabler.setSelectedProvider(mvpd)
        }
        try await rest(enabler, &effect)
    }
}

/// Hands a value from the task that made it to its one owner.
///
/// Unchecked: the maker keeps no reference.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension FlowStep.MetadataKey {
    /// The dictionary that an app passes to `getMetadata`.
    var dictionary: [AnyHashable: Any] {
        switch self {
        case .authentication: [METADATA_OPCODE_KEY: Int(METADATA_AUTHENTICATION)]
        case .authorization(let resource):
            [METADATA_OPCODE_KEY: Int(METADATA_AUTHORIZATION), METADATA_RESOURCE_ID_KEY: resource]
        case .deviceID: [METADATA_OPCODE_KEY: Int(METADATA_DEVICE_ID)]
        case .user(let name): [METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: name]
        }
    }
}
