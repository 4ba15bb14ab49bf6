public import AccessEnabler
import TVSimRuns
import TVSimScenario
import TVSimWorld
import TVSimulator

/// A running app of a simulated world: an `AccessEnabler` with a delegate that records every callback.
///
/// The app also has a scripted user, which the profile's `viewer` configures. This user can choose a provider in the app's
/// picker, and sign in on a page or on a second screen. By default it does neither.
///
/// A test calls the SDK, and compares the callbacks with lines of the profile format:
///
/// ```swift
/// let app = simulator.launch()
/// try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
/// try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
/// ```
///
/// Each method returns when the SDK is idle, and reports the callbacks since the previous call. Concurrent calls run
/// one after another. The SDK is idle if:
///
/// - it has delivered its callbacks,
/// - it waits for the app, or
/// - the system's interface is presented, and the scripted user does not answer it (`viewer: {systemPicker: none}` or
///   `viewer: {accessPrompt: none}`).
///
/// In the third case the test answers the interface, and then expects the remaining callbacks:
///
/// ```swift
/// try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
/// let interface = try await simulator.nextInterface()
/// try await interface.choose("Cablevision")
/// try await interface.signIn(as: "alice")
/// try await app.expect(["dismissTvProviderDialog", "setAuthenticationStatus(1, …)"])
/// ```
///
/// The conformance to `Sendable` is unchecked, because `turns` serializes every access to the app.
public final class LaunchedApp: @unchecked Sendable {
    private let app: SimulatedApp
    let report = TestReport.current
    private let turns = Turns()
    /// The effect of earlier calls that threw an error; the next call returns it.
    private var pendingEffect = StepEffect()

    init(_ app: SimulatedApp) {
        self.app = app
    }

    /// Calls the SDK, waits until it is idle, and returns the callbacks.
    ///
    /// An SDK that polls for a second screen first processes the simulated time that has passed.
    ///
    /// ```swift
    /// let callbacks = try await app.callbacks { $0.getAuthorization("REF30") }
    /// #expect(callbacks.contains("setToken(REF30)"))
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - calls: The calls to the SDK. The default makes no call, and returns the callbacks that have arrived
    ///     meanwhile.
    /// - Returns: The callbacks since the previous call in their text form, such as `setAuthenticationStatus(1, "")`.
    /// - Throws: The error of `calls`; the next call then returns the callbacks received so far. A refusal by the SDK
    ///   is a callback, not an error.
    ///
    ///   ``/TVSimulator/SimulatorError`` of the code `cancelled` if the waiting task is cancelled, for example by the
    ///   time limit of a test.
    ///
    ///   ``/TVSimulator/SimulatorError`` of the code `appTerminated` if the system has ended the app, for example
    ///   because its usage description is missing. Every call throws it until ``relaunch(fileID:line:)``.
    @discardableResult
    public nonisolated(nonsending) func callbacks(
        fileID: String = #fileID, line: Int = #line, of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws -> [String] {
        let place = "\(fileID):\(line)"
        let effect = try await effect(at: place, of: calls)
        report?.add("calls of the test", at: place, effect: effect)
        return effect.callbacks.map(\.text)
    }

    /// Calls the SDK, waits until it is idle, and compares the new callbacks with the expected ones.
    ///
    /// New callbacks are those since the previous call.
    ///
    /// ```swift
    /// try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }
    /// ```
    ///
    /// - Parameters:
    ///   - lines: The expected callbacks in their text form, as in `expect` of a profile. `…` as an argument matches
    ///     one argument. A line `…` matches any number of callbacks. `sendTrackingData` is compared only if a line
    ///     names it.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - calls: The calls to the SDK. The default makes no call.
    /// - Throws: ``CallbackMismatch`` with every difference if the callbacks differ; the errors of
    ///   ``callbacks(fileID:line:of:)``.
    public nonisolated(nonsending) func expect(
        _ lines: [String], fileID: String = #fileID, line: Int = #line,
        of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws {
        let place = "\(fileID):\(line)"
        let effect = try await effect(at: place, awaiting: lines, of: calls)
        do {
            try CallbackMismatch.check(lines, callbacks: effect.callbacks, notes: notes(of: effect), at: place)
            report?.add("calls of the test", at: place, expected: lines, effect: effect)
        } catch {
            report?.add(
                "calls of the test", at: place, expected: lines, effect: effect, failures: error.differences)
            throw error
        }
    }

    /// Returns the last media token that the app received for a resource.
    ///
    /// - Parameter resource: The resource, as the app passed it to `getAuthorization`.
    /// - Returns: The token; `nil` if the app has received none since its launch. It is also `nil` if the task is
    ///   cancelled while it waits for another call.
    public func mediaToken(for resource: String) async -> String? {
        await read { $0.mediaTokens[resource] }
    }

    /// Returns the URL of the last page that the SDK asked the app to show, or showed itself.
    ///
    /// If the profile's `viewer` does not act on pages (`signIn: none`, the default), the test acts as the user:
    ///
    /// ```swift
    /// let page = try #require(await app.page())
    /// let redirect = try #require(try await simulator.visit(page, as: "erin"))
    /// try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.handleExternalURL(redirect) }
    /// ```
    ///
    /// - Returns: The URL; `nil` if the SDK has shown no page since the launch. It is also `nil` if the task is
    ///   cancelled while it waits for another call.
    public func page() async -> String? {
        await read(\.page)
    }

    /// Returns the last registration code that the SDK asked the app to show, for signing in on a second screen.
    ///
    /// ```swift
    /// let code = try #require(await app.code())
    /// try await simulator.activate(code, as: "erin")
    /// try simulator.perform("advance: 5s")
    /// try await app.expect(["setAuthenticationStatus(1, …)"])
    /// ```
    ///
    /// - Returns: The code; `nil` if the SDK has requested none since the launch. It is also `nil` if the task is
    ///   cancelled while it waits for another call.
    public func code() async -> String? {
        await read(\.code)
    }

    /// Ends the app's process and launches the app again.
    ///
    /// The new process creates a new SDK object, which reads the stored data. It makes no calls by itself. The user's
    /// browser keeps its sign-in sessions. An interface of the system that the old process presented is dismissed.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``/TVSimulator/SimulatorError`` of the code `cancelled` if the waiting task is cancelled.
    public func relaunch(fileID: String = #fileID, line: Int = #line) async throws {
        let place = "\(fileID):\(line)"
        try await turn(at: place) {
            do {
                try await app.relaunch()
            } catch is CancellationError {
                throw LimitedWait.End.cancelled.error(awaiting: "the app's process to end", at: place)
            }
            pendingEffect = StepEffect()
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
                awaiting: "another call of this app to end", at: place)
        }
        defer { turns.end() }
        return try await body()
    }

    private func read<Value>(_ value: (SimulatedApp) -> Value?) async -> Value? {
        guard (try? await turns.begin()) != nil else { return nil }
        defer { turns.end() }
        return value(app)
    }

    nonisolated(nonsending) func effect(
        at place: String, awaiting lines: [String] = [], of calls: (AccessEnabler) throws -> Void
    ) async throws -> StepEffect {
        try await turn(at: place) {
            do {
                let enabler = try await resting(at: place, awaiting: lines) { try await ready() }
                try checkNotTerminated(at: place)
                try calls(enabler.value)
                try await resting(at: place, awaiting: lines) { try await settle() }
                try checkNotTerminated(at: place)
            } catch {
                report?.add(
                    "calls of the test", at: place, expected: lines.isEmpty ? nil : lines, effect: pendingEffect,
                    failures: ["\(error)"])
                throw error
            }
            defer { pendingEffect = StepEffect() }
            return pendingEffect
        }
    }

    /// Waits for the SDK, and converts a cancellation to an error that names the expected callbacks.
    private nonisolated(nonsending) func resting<Value>(
        at place: String, awaiting lines: [String], _ wait: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await wait()
        } catch is CancellationError {
            throw LimitedWait.End.cancelled.error(
                awaiting: "the SDK to become idle", details: details(awaiting: lines), at: place)
        }
    }

    /// Returns the launched SDK after it has processed the simulated time that has passed.
    private func ready() async throws -> Unchecked<AccessEnabler> {
        let enabler = Unchecked(value: try await app.currentEnabler())
        try await app.noticeTime(&pendingEffect)
        return enabler
    }

    private func settle() async throws { try await app.settle(&pendingEffect) }

    private func checkNotTerminated(at place: String) throws {
        guard let termination = app.termination else { return }
        throw SimulatorError(termination, at: place) ?? termination
    }

    // MARK: - Details of errors

    /// Returns the details of a cancelled wait: the expected callbacks, the received ones and the notes.
    private func details(awaiting lines: [String]) -> [String] {
        let expected = lines.isEmpty ? [] : [CallbackMismatch.list("expected", lines)]
        return expected + [CallbackMismatch.list("received", pendingEffect.callbacks.map(\.text))]
            + notes(of: pendingEffect).map { "note: \($0)" }
    }

    func notes(of effect: StepEffect) -> [String] {
        var notes = effect.notes.map(\.description)
        if let failed = effect.exchange?.failed {
            notes.append("the silent exchange stopped at \(failed)")
        }
        if app.isPaused {
            notes.append(
                "the system's interface waits for an answer: answer it with 'simulator.nextInterface()'")
        }
        return notes
    }

    /// Transfers the SDK to the calling test.
    ///
    /// The conformance to `Sendable` is unchecked, because `turns` gives the test exclusive access.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }
}
