package import AccessEnabler
package import EntitlementAPI
import Foundation
import SSOBridge
package import SimulatedDevice

/// The app of a profile's flow, or of a test: it calls the SDK, waits until the SDK has come to rest, and does what its
/// person says.
package final class SimulatedApp {
    /// Who acts on an interface of the system that the scripted person leaves alone.
    package enum StandIn: Sendable {
        /// Nobody can: it is closed.
        case nobody
        /// A test may: the SDK counts as having come to rest.
        case test
    }

    let world: World
    private let profile: Profile
    private let transport: RecordingTransport
    /// In which the person opens pages; its requests are none of the app's.
    let browser: ScriptedBrowser
    private let standIn: StandIn
    private let recorder: CallbackRecorder
    private var enabler: AccessEnabler?
    private var process = SimulatedProcess()
    /// The page that the SDK last had the app show, or showed itself; `nil`: none in this process.
    package private(set) var page: String?
    /// The code for a second screen that the SDK last had the app show; `nil`: none in this process.
    package private(set) var code: String?
    private var requestor: String

    /// Creates an app that is launched when it is first needed.
    ///
    /// - Parameters:
    ///   - world: Where it runs.
    ///   - profile: Which app it is.
    ///   - transport: The way to the service.
    ///   - standIn: Who acts where the scripted person does not.
    package init(
        world: World, profile: Profile, over transport: any EntitlementTransport, standIn: StandIn = .nobody
    ) {
        self.world = world
        self.profile = profile
        self.transport = RecordingTransport(transport)
        self.standIn = standIn
        browser = ScriptedBrowser(over: transport)
        requestor = profile.app.requestor
        recorder = CallbackRecorder(pausingAt: {
            standIn == .test && UnansweredInterface.waits(on: $0, of: world.device)
        })
    }

    /// The media tokens that the app was handed in this process, by resource: the last of each.
    package var mediaTokens: [String: String] { recorder.mediaTokens }

    /// Whether the SDK stands still at an interface of the system that a test must answer.
    package var isPaused: Bool {
        recorder.isPaused || standIn == .test && UnansweredInterface.holds(process, on: world.device)
    }

    /// How the system has ended the app's process; `nil`: it runs, or was not launched yet.
    package var termination: AppTermination? { process.termination }

    /// Carries out one action and returns what came of it.
    ///
    /// An app that the system has ended makes no calls: it does not run until it is launched anew.
    func perform(_ action: FlowStep.Action) async throws -> StepEffect {
        switch action {
        case .command(let command):
            do {
                try world.perform(command)
            } catch let error as CommandError {
                // Right by itself, and not possible in the world as it is by now: the step fails, and no more.
                return StepEffect(.impossible(error))
            }
            var effect = StepEffect()
            try await noticeTime(&effect)
            return effect
        case .relaunch:
            try await relaunch()
            return StepEffect()
        default:
            guard termination == nil else {
                return StepEffect(.appHasEnded)
            }
            call(action, on: try await currentEnabler())
            var effect = StepEffect()
            try await settle(&effect)
            if let termination { effect.failures.append(.appEnded(termination)) }
            return effect
        }
    }

    /// Ends the app's process; the next call is made by a new one over the same storage.
    package func relaunch() async throws {
        guard let ended = enabler else { return }
        while try await !UnansweredInterface.leave(
            to: recorder, of: process, on: world.device, during: ended.pendingCalls)
        {
            // What a process shows goes with it, and so does what it still had to say or to ask.
            recorder.forget()
            await world.device.requests.withdraw(of: process)
        }
        recorder.forget()
        enabler = nil
        process = SimulatedProcess()
        (page, code) = (nil, nil)
    }

    /// Lets an SDK that waits for the clock look at it.
    ///
    /// - Parameter effect: To which is added what comes of it, also where this throws.
    /// - Throws: `CancellationError` when the waiting task is cancelled; whatever the simulation's own state throws.
    package func noticeTime(_ effect: inout StepEffect) async throws {
        if let enabler, !isPaused, termination == nil, await enabler.nextPoll() != nil {
            await enabler.timePassed()
            try await rest(enabler, &effect)
        }
    }

    /// Waits until the SDK has come to rest after what it was called, and has the person answer what the app shows.
    ///
    /// - Parameter effect: To which is added what came of the calls, also where this throws; what it holds already is not
    ///   answered again.
    /// - Throws: As ``noticeTime(_:)``.
    package func settle(_ effect: inout StepEffect) async throws {
        let enabler = try await currentEnabler()
        let (seen, seenPages) = (effect.callbacks.count, effect.pages.count)
        try await rest(enabler, &effect)
        try await answer(in: enabler, &effect, from: seen, pagesFrom: seenPages)
        if enabler.waitsForRequestor { effect.notes.append(.callsWaitForRequestor) }
    }

    func rest(_ enabler: AccessEnabler, _ effect: inout StepEffect) async throws {
        switch standIn {
        case .nobody:
            let hasClosed = try await UnansweredInterface.close(on: world.device) { await enabler.comeToRest() }
            if hasClosed { effect.failures.append(.interfaceUnanswered) }
        case .test:
            _ = try await UnansweredInterface.leave(
                to: recorder, of: process, on: world.device, during: enabler.pendingCalls)
        }
        let told = recorder.drain()
        let pages = enabler.takeSafariPages()
        page = pages.last ?? told.compactMap(\.pageAddress).last ?? page
        code = told.compactMap(\.registrationCode).last ?? code
        effect.callbacks += told
        effect.pages += pages
        effect.requests += transport.drain()
        if let exchange = await enabler.takeExchangeReport() {
            effect.exchange = exchange
            if let stop = exchange.stop, stop.serviceFailure != nil { effect.notes.append(.exchangeStopped(stop)) }
        }
    }

    /// A launch of the app: a new object over the same storage.
    package func currentEnabler() async throws -> AccessEnabler {
        if let enabler { return enabler }
        let statement = try world.softwareStatement(for: profile.app.bundleID)
        let made = await world.run(
            as: profile.app.bundleID, in: .simulated(process), over: transport, delivering: .immediate
        ) {
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
        case .null: NSNull()
        case .array(let values): values.map(\.asOption)
        case .object(let members): members.mapValues(\.asOption)
        }
    }
}
