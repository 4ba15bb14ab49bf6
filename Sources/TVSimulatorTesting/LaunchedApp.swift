public import AccessEnabler
import Scenario
import SimulatedWorld
public import TVSimulator

/// An app of a simulated world while it runs: an `AccessEnabler` with a delegate that writes everything down, and the
/// person of the profile's `viewer`, who chooses in the app's picker and signs in on the page or on a second screen.
///
/// A test makes the app's calls, and compares what the SDK told the app with lines of the profile format:
///
/// ```swift
/// let app = simulator.launch()
/// try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
/// try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
/// ```
///
/// Each call returns when the SDK has come to rest, and tells what came since the one before; a call during another waits
/// for its turn. The SDK is at rest where it has answered, where it waits for the app, and where the system's interface
/// is up and the person leaves it alone (`viewer: {systemPicker: none}`): there the test acts, and asks for the rest.
///
/// ```swift
/// try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
/// let interface = try await simulator.nextInterface()
/// try await interface.choose("Cablevision")
/// try await interface.signIn(as: "alice")
/// try await app.expect(["dismissTvProviderDialog", "setAuthenticationStatus(1, …)"])
/// ```
///
/// Unchecked: one call at a time has its turn, and it alone touches the app.
public final class LaunchedApp: @unchecked Sendable {
    private let app: SimulatedApp
    private let turns = Turns()
    /// What came of earlier calls of which nobody was told, since they ended by an error.
    private var untold = StepEffect()

    init(_ app: SimulatedApp) {
        self.app = app
    }

    /// Calls the SDK, waits until it has come to rest, and tells what the app was told.
    ///
    /// An SDK that polls for a second screen notices first how much time has passed.
    ///
    /// - Parameters:
    ///   - fileID: The file that a failure names.
    ///   - line: The line that a failure names.
    ///   - calls: What the app calls; without it nothing: what came meanwhile is told.
    /// - Returns: The callbacks since the last time, in their text form, such as `setAuthenticationStatus(1, "")`.
    /// - Throws: What `calls` throws; what came until then is told the next time. That the SDK refuses is not an error.
    ///   ``/TVSimulator/SimulatorError`` when the waiting task is cancelled, as a test's time limit does, and when the system
    ///   ends the app, as for want of a usage description: by every call then until the app is relaunched.
    @discardableResult
    public nonisolated(nonsending) func callbacks(
        fileID: String = #fileID, line: Int = #line, of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws -> [String] {
        try await effect(at: "\(fileID):\(line)", of: calls).callbacks.map(\.text)
    }

    /// Calls the SDK, waits until it has come to rest, and compares the callbacks since the last time with what they must
    /// be.
    ///
    /// - Parameters:
    ///   - lines: The callbacks in their text form, as in `expect` of a profile: `…` stands for one argument, alone for any
    ///     run of callbacks, and `sendTrackingData` is compared only where a line names it.
    ///   - fileID: The file that a failure names.
    ///   - line: The line that a failure names.
    ///   - calls: What the app calls; without it nothing.
    /// - Throws: ``CallbackMismatch`` where something differs, with every difference; what ``callbacks(fileID:line:of:)``
    ///   throws.
    public nonisolated(nonsending) func expect(
        _ lines: [String], fileID: String = #fileID, line: Int = #line,
        of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws {
        let place = "\(fileID):\(line)"
        let effect = try await effect(at: place, awaiting: lines, of: calls)
        try CallbackMismatch.check(lines, callbacks: effect.callbacks, notes: notes(of: effect), at: place)
    }

    /// The media token that the app was handed last for a resource; `nil`: none since the launch.
    ///
    /// Where the waiting task is cancelled while another call has its turn, it is `nil` too.
    public func mediaToken(for resource: String) async -> String? {
        await read { $0.mediaTokens[resource] }
    }

    /// The page that the SDK last had the app show, or showed itself; `nil`: none since the launch.
    ///
    /// A test is the person before it where the profile's `viewer` does nothing there:
    ///
    /// ```swift
    /// let page = try #require(await app.page())
    /// let redirect = try #require(try await simulator.visit(page, as: "erin"))
    /// try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.handleExternalURL(redirect) }
    /// ```
    ///
    /// Where the waiting task is cancelled while another call has its turn, it is `nil` too.
    public func page() async -> String? {
        await read(\.page)
    }

    /// The code for a second screen that the SDK last had the app show; `nil`: none since the launch.
    ///
    /// ```swift
    /// let code = try #require(await app.code())
    /// try await simulator.activate(code, as: "erin")
    /// try simulator.perform("advance: 5s")
    /// try await app.expect(["setAuthenticationStatus(1, …)"])
    /// ```
    ///
    /// Where the waiting task is cancelled while another call has its turn, it is `nil` too.
    public func code() async -> String? {
        await read(\.code)
    }

    /// Ends the app's process and launches it anew: the SDK object is another one, which finds what was stored.
    ///
    /// The person's browser stays signed in where it was. The new process calls nothing of its own accord; an interface of
    /// the system that the old one had put up is gone.
    ///
    /// - Parameters:
    ///   - fileID: The file that a failure names.
    ///   - line: The line that a failure names.
    /// - Throws: ``/TVSimulator/SimulatorError`` when the waiting task is cancelled.
    public func relaunch(fileID: String = #fileID, line: Int = #line) async throws {
        let place = "\(fileID):\(line)"
        try await turn(at: place) {
            do {
                try await app.relaunch()
            } catch is CancellationError {
                throw LimitedWait.End.cancelled.error(awaiting: "the app's process to end", at: place)
            }
            untold = StepEffect()
        }
    }

    // MARK: - Turns

    private nonisolated(nonsending) func turn<Result>(
        at place: String, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            try await turns.begin()
        } catch {
            throw LimitedWait.End.cancelled.error(
                awaiting: "another call of this app to come to rest", at: place)
        }
        defer { turns.end() }
        return try await body()
    }

    private func read<Value>(_ value: (SimulatedApp) -> Value?) async -> Value? {
        guard (try? await turns.begin()) != nil else { return nil }
        defer { turns.end() }
        return value(app)
    }

    private nonisolated(nonsending) func effect(
        at place: String, awaiting lines: [String] = [], of calls: (AccessEnabler) throws -> Void
    ) async throws -> StepEffect {
        try await turn(at: place) {
            let enabler = try await resting(at: place, awaiting: lines) { try await ready() }
            try checkRuns(at: place)
            try calls(enabler.value)
            try await resting(at: place, awaiting: lines) { try await settle() }
            try checkRuns(at: place)
            defer { untold = StepEffect() }
            return untold
        }
    }

    /// Waits for the SDK, and says of a wait that was cancelled for what it was.
    private nonisolated(nonsending) func resting<Value>(
        at place: String, awaiting lines: [String], _ wait: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await wait()
        } catch is CancellationError {
            throw LimitedWait.End.cancelled.error(
                awaiting: "the SDK to come to rest", details: details(awaiting: lines), at: place)
        }
    }

    /// Returns the SDK, launched, when it has noticed how much time has passed.
    private func ready() async throws -> Unchecked<AccessEnabler> {
        let enabler = Unchecked(value: try await app.currentEnabler())
        try await app.noticeTime(&untold)
        return enabler
    }

    private func settle() async throws { try await app.settle(&untold) }

    private func checkRuns(at place: String) throws {
        guard let termination = app.termination else { return }
        throw SimulatorError(termination, at: place) ?? termination
    }

    // MARK: - What else there is to say

    /// What the one is told whose wait was cancelled.
    private func details(awaiting lines: [String]) -> [String] {
        let expected = lines.isEmpty ? [] : [CallbackMismatch.list("expected", lines)]
        return expected + [CallbackMismatch.list("came", untold.callbacks.map(\.text))]
            + notes(of: untold).map { "note: \($0)" }
    }

    private func notes(of effect: StepEffect) -> [String] {
        var notes = effect.notes.map(\.description)
        if let failed = effect.exchange?.failed {
            notes.append("the silent exchange stopped at \(failed)")
        }
        if app.isPaused {
            notes.append(
                "the system's interface is up and nobody answers it: the test must, by 'simulator.nextInterface()'")
        }
        return notes
    }

    /// Hands the SDK to the test that called.
    ///
    /// Unchecked: the test has its turn.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }
}

extension Simulator {
    /// Launches the profile's app in this world, with a browser that knows nobody.
    ///
    /// It finds what earlier launches stored, and calls nothing of its own accord.
    ///
    /// - Returns: The app, which makes its SDK object at the first call.
    public func launch() -> LaunchedApp {
        launch(profile)
    }

    /// Launches another app in this world, as ``launch()`` does.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Returns: The app.
    /// - Throws: ``/TVSimulator/SimulatorError`` when no app can have the identifier.
    public func launch(as bundleID: String, fileID: String = #fileID, line: Int = #line) throws -> LaunchedApp {
        var profile = profile
        profile.app.bundleID = try checked(bundleID: bundleID, at: "\(fileID):\(line)")
        return launch(profile)
    }

    private func launch(_ profile: Profile) -> LaunchedApp {
        LaunchedApp(SimulatedApp(world: world, profile: profile, over: WorldTransport(world), standIn: .test))
    }
}
