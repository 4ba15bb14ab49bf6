import AccessEnabler
import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice

/// The app of a profile's flow: it calls the SDK, waits until the SDK has come to rest, and does what its person says.
final class SimulatedApp {
    let world: World
    private let profile: Profile
    private let transport: RecordingTransport
    /// In which the person opens pages; its requests are none of the app's.
    let browser: ScriptedBrowser
    private let recorder = CallbackRecorder()
    private var enabler: AccessEnabler?
    private var requestor: String

    init(world: World, profile: Profile, over transport: any EntitlementTransport) {
        self.world = world
        self.profile = profile
        self.transport = RecordingTransport(transport)
        browser = ScriptedBrowser(over: transport)
        requestor = profile.app.requestor
    }

    /// What one action caused.
    struct Effect {
        var callbacks: [CallbackReport] = []
        var requests: [RequestReport] = []
        var conditions: [ConditionFinding]?
        var actions: [String] = []
        /// Pages that the SDK showed itself, in a Safari view controller.
        var pages: [String] = []
        /// What kept the step from coming to rest by itself.
        var failures: [String] = []
    }

    /// Carries out one action and returns what came of it.
    func perform(_ action: FlowStep.Action) async throws -> Effect {
        var effect = Effect()
        switch action {
        case .command(let command):
            try world.perform(command)
            // Time may have passed for an app that waits for it.
            if let enabler, await enabler.nextPoll() != nil {
                await enabler.timePassed()
                try await rest(enabler, &effect)
            }
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
        try await answer(in: enabler, &effect)
        return effect
    }

    func rest(_ enabler: AccessEnabler, _ effect: inout Effect) async throws {
        let hasClosed = try await UnansweredInterface.close(on: world.device) { await enabler.comeToRest() }
        if hasClosed { effect.failures.append(UnansweredInterface.complaint) }
        effect.callbacks += recorder.drain()
        effect.pages += enabler.takeSafariPages()
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
        case .checkPreauthorizedResources(let resources, let usesCache):
            enabler.checkPreauthorizedResources(resources, cache: usesCache)
        case .setOptions(let options): enabler.setOptions(options.mapValues(\.asOption))
        case .relaunch, .command: break
        }
    }

    private func getAuthentication(_ form: FlowStep.AuthenticationCall, on enabler: AccessEnabler) {
        var filter: [AnyHashable: Any] = [:]
        filter[TV_PROVIDERS] = form.providers
        filter[FEATURED_TV_PROVIDERS] = form.featured
        let data = form.data?.mapValues(\.asOption) ?? [:]
        switch (form.force || form.data != nil, form.hasFilter) {
        case (false, false): enabler.getAuthentication()
        case (false, true): enabler.getAuthentication(filter)
        case (true, false): enabler.getAuthentication(form.force, withData: data)
        case (true, true): enabler.getAuthentication(form.force, withData: data, andFilter: filter)
        }
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

extension JSONValue {
    /// The value as an app passes it in a dictionary.
    fileprivate var asOption: Any {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): Int(number)
        case .string(let text): text
        case .number(let number): number
        case .null, .array, .object: ""
        }
    }
}
