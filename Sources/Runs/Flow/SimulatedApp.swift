package import AccessEnabler
package import TVSimDevice
package import TVSimEntitlementAPI
import TVSimSSOBridge
package import TVSimScenario
import TVSimStructuredText
package import TVSimWorld

/// The app of a profile's flow, or of a test.
///
/// It calls the SDK, waits until the SDK is idle, and performs the scripted user's answers.
package final class SimulatedApp {
    /// The party that answers an interface of the system if the scripted user does not.
    package enum StandIn: Sendable {
        /// None, so the interface is closed.
        case absent
        /// A test, so the SDK counts as idle while the interface waits.
        case test
    }

    let world: World
    private let profile: Profile
    private let transport: RecordingTransport
    /// The user's browser, whose requests are not recorded.
    let browser: ScriptedBrowser
    private let standIn: StandIn
    private let recorder: CallbackRecorder
    private var enabler: AccessEnabler?
    private var process = SimulatedProcess()
    /// The last page that the SDK asked the app to show, or showed itself; `nil` if this process showed none.
    package private(set) var page: String?
    /// The last registration code that the SDK asked the app to show; `nil` if this process showed none.
    package private(set) var code: String?
    /// The last requestor that the app set, or the profile's.
    var requestor: String

    /// Creates an app, which its first call launches.
    ///
    /// - Parameters:
    ///   - world: The app's world.
    ///   - profile: The profile that describes the app.
    ///   - transport: The transport to the service.
    ///   - standIn: The party that answers an interface if the scripted user does not.
    package init(
        world: World, profile: Profile, over transport: any EntitlementTransport, standIn: StandIn = .absent
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

    /// The last media token of each resource that this process has received.
    package var mediaTokens: [String: String] { recorder.mediaTokens }

    /// Whether the SDK waits at an interface of the system that a test must answer.
    package var isPaused: Bool {
        recorder.isPaused || standIn == .test && UnansweredInterface.holds(process, on: world.device)
    }

    /// The end of the app's process by the system; `nil` if the process runs, or was not launched yet.
    package var termination: AppTermination? { process.termination }

    /// Performs one action, and returns its effects.
    ///
    /// An app that the system has ended makes no calls until it is relaunched.
    ///
    /// - Parameter action: The action.
    /// - Returns: The effects, including a failure if the action is not possible.
    /// - Throws: `StateError` if the state cannot be read or written; `CancellationError` if the waiting task is
    ///   cancelled.
    func perform(_ action: FlowStep.Action) async throws -> StepEffect {
        switch action {
        case .command(let command):
            do {
                try world.perform(command)
            } catch let error as CommandError {
                // The profile is valid, but earlier steps changed the world: this step alone fails.
                return StepEffect(.impossible(error))
            }
            var effect = StepEffect()
            try await noticeTime(&effect)
            return effect
        case .relaunch:
            try await relaunch()
            return StepEffect()
        default:
            guard termination == nil else { return StepEffect(.appHasEnded) }
            call(action, on: try await currentEnabler())
            var effect = StepEffect()
            try await settle(&effect)
            if let termination { effect.failures.append(.appEnded(termination)) }
            return effect
        }
    }

    /// Ends the app's process; the next call launches a new one with the same storage.
    package func relaunch() async throws {
        guard let ended = enabler else { return }
        while try await !UnansweredInterface.leave(
            to: recorder, of: process, on: world.device, during: ended.pendingCalls)
        {
            // A process does not receive callbacks or answers after its end.
            recorder.forget()
            await world.device.requests.withdraw(of: process)
        }
        recorder.forget()
        enabler = nil
        process = SimulatedProcess()
        (page, code) = (nil, nil)
    }

    /// Lets a polling SDK process the simulated time that has passed.
    ///
    /// - Parameter effect: Receives the effects, even if this throws.
    /// - Throws: `CancellationError` if the waiting task is cancelled; `StateError` if the state cannot be read or
    ///   written.
    package func noticeTime(_ effect: inout StepEffect) async throws {
        if let enabler, !isPaused, termination == nil, await enabler.nextPoll() != nil {
            await enabler.timePassed()
            try await rest(enabler, &effect)
        }
    }

    /// Waits until the SDK is idle after a call, and performs the scripted user's answers.
    ///
    /// - Parameter effect: Receives the effects, even if this throws. Callbacks that it already contains are not
    ///   answered.
    /// - Throws: As ``noticeTime(_:)``.
    package func settle(_ effect: inout StepEffect) async throws {
        let enabler = try await currentEnabler()
        let (seen, seenPages) = (effect.callbacks.count, effect.pages.count)
        try await rest(enabler, &effect)
        try await answer(in: enabler, &effect, from: seen, pagesFrom: seenPages)
        if enabler.waitsForRequestor { effect.notes.append(.callsWaitForRequestor) }
    }

    /// Waits until the SDK is idle, and adds the effects since the previous call.
    func rest(_ enabler: AccessEnabler, _ effect: inout StepEffect) async throws {
        switch standIn {
        case .absent:
            let missing = try await UnansweredInterface.close(on: world.device) { await enabler.comeToRest() }
            effect.failures += missing.map(StepFailure.interfaceUnanswered)
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

    /// Returns the SDK object, and launches the app if it does not run.
    package func currentEnabler() async throws -> AccessEnabler {
        if let enabler { return enabler }
        let statement = try world.softwareStatement(for: profile.app.bundleID)
        let made = await CallbackDelivery.$current.withValue(.immediate) {
            await world.run(as: profile.app.bundleID, in: .simulated(process), over: transport) {
                UncheckedTransfer(AccessEnabler(statement))
            }.value
        }
        made.delegate = recorder
        made.statusDelegate = recorder
        enabler = made
        return made
    }
}

/// Transfers a value from the task that created it to its only owner.
///
/// The conformance to `Sendable` is unchecked: the creating task keeps no reference.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
