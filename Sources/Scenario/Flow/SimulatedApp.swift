package import AccessEnabler
package import EntitlementAPI
import SSOBridge
package import SimulatedDevice
package import SimulatedWorld
import StructuredText

/// The app of a profile's flow, or of a test.
///
/// It calls the SDK, waits until the SDK has come to rest, and does what the scripted person answers.
package final class SimulatedApp {
    /// Who answers an interface of the system that the scripted person does not answer.
    package enum StandIn: Sendable {
        /// No one, so the interface is closed.
        case absent
        /// A test, so the SDK counts as having come to rest.
        case test
    }

    let world: World
    private let profile: Profile
    private let transport: RecordingTransport
    /// The browser in which the person opens pages; its requests are not recorded.
    let browser: ScriptedBrowser
    private let standIn: StandIn
    private let recorder: CallbackRecorder
    private var enabler: AccessEnabler?
    private var process = SimulatedProcess()
    /// The page that the SDK last had the app show, or showed itself; `nil` if this process showed none.
    package private(set) var page: String?
    /// The code for a second screen that the SDK last had the app show; `nil` if this process showed none.
    package private(set) var code: String?
    /// The requestor that the app set last, or the profile's.
    var requestor: String

    /// Creates an app that is launched by its first call.
    ///
    /// - Parameters:
    ///   - world: The world in which it runs.
    ///   - profile: The profile that describes the app.
    ///   - transport: The transport to the service.
    ///   - standIn: Who answers an interface that the scripted person does not answer.
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

    /// The last media token of each resource that this process received.
    package var mediaTokens: [String: String] { recorder.mediaTokens }

    /// Whether the SDK waits at an interface of the system that a test must answer.
    package var isPaused: Bool {
        recorder.isPaused || standIn == .test && UnansweredInterface.holds(process, on: world.device)
    }

    /// How the system ended the app's process; `nil` if it runs, or was not launched yet.
    package var termination: AppTermination? { process.termination }

    /// Performs one action and returns what it caused.
    ///
    /// An app that the system has ended makes no calls until it is relaunched.
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
            // Callbacks and requests of a process end with it.
            recorder.forget()
            await world.device.requests.withdraw(of: process)
        }
        recorder.forget()
        enabler = nil
        process = SimulatedProcess()
        (page, code) = (nil, nil)
    }

    /// Tells an SDK that polls that time has passed.
    ///
    /// - Parameter effect: Receives what this causes, also if this throws.
    /// - Throws: `CancellationError` if the waiting task is cancelled; `StateError` if the state cannot be read or written.
    package func noticeTime(_ effect: inout StepEffect) async throws {
        if let enabler, !isPaused, termination == nil, await enabler.nextPoll() != nil {
            await enabler.timePassed()
            try await rest(enabler, &effect)
        }
    }

    /// Waits until the SDK has come to rest after a call, and has the person answer what the app shows.
    ///
    /// - Parameter effect: Receives what the calls caused, also if this throws. What it already holds is not answered again.
    /// - Throws: As ``noticeTime(_:)``.
    package func settle(_ effect: inout StepEffect) async throws {
        let enabler = try await currentEnabler()
        let (seen, seenPages) = (effect.callbacks.count, effect.pages.count)
        try await rest(enabler, &effect)
        try await answer(in: enabler, &effect, from: seen, pagesFrom: seenPages)
        if enabler.waitsForRequestor { effect.notes.append(.callsWaitForRequestor) }
    }

    /// Waits until the SDK has come to rest, and adds what happened meanwhile.
    func rest(_ enabler: AccessEnabler, _ effect: inout StepEffect) async throws {
        switch standIn {
        case .absent:
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

    /// Returns the SDK object, launching the app if it does not run.
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
}

/// Transfers a value from the task that made it to its only owner.
///
/// Unchecked: the maker keeps no reference.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
