public import AccessEnabler
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

    init(_ app: SimulatedApp) {
        self.app = app
    }

    /// Calls the SDK, waits until it has come to rest, and tells what the app was told.
    ///
    /// An SDK that polls for a second screen notices first how much time has passed.
    ///
    /// - Parameter calls: What the app calls; without it nothing: what came meanwhile is told.
    /// - Returns: The callbacks since the last time, in their text form, such as `setAuthenticationStatus(1, "")`.
    /// - Throws: `CancellationError` when the waiting task is cancelled, as a test's time limit does; what `calls` throws.
    ///   That the SDK refuses is not an error. An error whose description is one line when the system ends the app, as for
    ///   want of a usage description, and of every call then until the app is relaunched.
    @discardableResult
    public nonisolated(nonsending) func callbacks(
        of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws -> [String] {
        try await effect(of: calls).callbacks.map(\.text)
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
    /// - Throws: ``CallbackMismatch`` where something differs, with every difference; what ``callbacks(of:)`` throws.
    public nonisolated(nonsending) func expect(
        _ lines: [String], fileID: String = #fileID, line: Int = #line,
        of calls: (AccessEnabler) throws -> Void = { _ in }
    ) async throws {
        let effect = try await effect(of: calls)
        try CallbackMismatch.check(
            lines, callbacks: effect.callbacks, notes: effect.notes, at: "\(fileID):\(line)")
    }

    /// The media token that the app was handed last for a resource; `nil`: none.
    public func mediaToken(for resource: String) async -> String? {
        await turns.begin()
        defer { turns.end() }
        return app.mediaTokens[resource]
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
    public func page() async -> String? {
        await turns.begin()
        defer { turns.end() }
        return app.page
    }

    /// The code for a second screen that the SDK last had the app show; `nil`: none since the launch.
    ///
    /// ```swift
    /// let code = try #require(await app.code())
    /// try await simulator.activate(code, as: "erin")
    /// try simulator.perform("advance: 5s")
    /// try await app.expect(["setAuthenticationStatus(1, …)"])
    /// ```
    public func code() async -> String? {
        await turns.begin()
        defer { turns.end() }
        return app.code
    }

    /// Ends the app's process and launches it anew: the SDK object is another one, which finds what was stored.
    ///
    /// The person's browser stays signed in where it was. The new process calls nothing of its own accord; an interface of
    /// the system that the old one had put up is gone.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func relaunch() async throws {
        await turns.begin()
        defer { turns.end() }
        try await app.relaunch()
    }

    // MARK: - Turns

    /// What came of some calls, and what else there is to say about it.
    private struct Effect {
        var callbacks: [CallbackReport]
        var notes: [String]
    }

    private nonisolated(nonsending) func effect(of calls: (AccessEnabler) throws -> Void) async throws -> Effect {
        await turns.begin()
        defer { turns.end() }
        let (enabler, early) = try await ready()
        if let termination = app.termination { throw termination }
        try calls(enabler.value)
        var effect = try await settle()
        effect.callbacks = early + effect.callbacks
        if let termination = app.termination { throw termination }
        return effect
    }

    /// Returns the SDK, launched, and what time has brought.
    private func ready() async throws -> (Unchecked<AccessEnabler>, [CallbackReport]) {
        (Unchecked(value: try await app.currentEnabler()), try await app.noticeTime().callbacks)
    }

    private func settle() async throws -> Effect {
        let effect = try await app.settle()
        var notes = effect.notes
        if let stop = effect.stop { notes.append("the silent exchange stopped at \(stop)") }
        if app.isPaused {
            notes.append(
                "the system's interface is up and nobody answers it: the test must, by 'simulator.nextInterface()'")
        }
        return Effect(callbacks: effect.callbacks, notes: notes)
    }

    /// Hands the SDK to the test that called.
    ///
    /// Unchecked: the test has its turn.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }
}

extension Simulator {
    /// Launches an app of this world, with a browser that knows nobody.
    ///
    /// It finds what earlier launches stored, and calls nothing of its own accord.
    ///
    /// - Parameter bundleID: The app's bundle identifier; `nil`: the profile's app.
    /// - Returns: The app, which makes its SDK object at the first call.
    public func launch(as bundleID: String? = nil) -> LaunchedApp {
        var profile = profile
        if let bundleID { profile.app.bundleID = bundleID }
        return LaunchedApp(SimulatedApp(world: world, profile: profile, over: WorldTransport(world), standIn: .test))
    }
}
