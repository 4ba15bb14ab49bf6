import AccessEnabler
public import Foundation
import SimulatedDevice
import SimulationCore
import StateStorage

/// One simulated world, for tests and tools that import this package: a device, its TV providers and the entitlement
/// service, in memory, on one clock.
///
/// What is made inside ``run(as:_:)`` belongs to this world: a `VSAccountManager()` finds its device, an
/// `AccessEnabler(_:)` its service. Any number of worlds live beside each other, in parallel tests too.
///
/// ```swift
/// let simulator = try Simulator(profile: "schema: 1\nname: a device\n")
/// try simulator.perform("signIn: {provider: Cablevision, as: alice}")
/// let status = try await simulator.run { try await VSAccountManager().checkAccessStatus() }
/// ```
public final class Simulator: Sendable {
    package let world: World
    package let profile: Profile

    /// Makes the world that a profile describes; its flow is not run.
    ///
    /// - Parameters:
    ///   - text: One profile, YAML or JSON.
    ///   - source: What errors call the profile.
    /// - Throws: An error whose description is one line with line, column and, where one is close, a suggestion.
    public init(profile text: String, source: String = "profile") throws {
        let profiles = try ProfileDecoder.decode(text: text, source: source)
        guard let profile = profiles.first, profiles.count == 1 else {
            throw CommandError(.malformed, "\(source): a world is made from one profile, not from \(profiles.count)")
        }
        self.profile = profile
        world = World(store: MemoryStateStore())
        try world.install(profile)
        try StoredProfile(name: profile.name, source: source, text: text).keep(in: world.simulation.store)
        ProcessApp.haveWorld()
    }

    /// Lets code run as an app of this world.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier; `nil`: the profile's app.
    ///   - body: What the app does. SDK callbacks come on the main queue.
    /// - Returns: What the body returns.
    /// - Note: The body is the app's own code: where the real system ends the app's process, this process ends, unless the
    ///   call stands in a test's `withSimulator`.
    public func run<Result: Sendable>(
        as bundleID: String? = nil, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let process = RunningApp.current?.process ?? .own()
        return try await world.run(as: bundleID ?? profile.app.bundleID, in: process, delivering: .mainQueue, body)
    }

    /// Changes the world by an event of the profile format, such as `permission: denied` or `advance: 31d`, or by another
    /// command of the admin API, such as `expireAccount`.
    ///
    /// - Throws: An error whose description is one line, when there is no such command or it cannot be obeyed; nothing is
    ///   changed then.
    public func perform(_ event: String) throws {
        try world.perform(try ProfileDecoder.command(event, in: profile))
    }

    /// Opens a page of this world as a person's browser does, such as the one of `navigate(toUrl:)`, and goes on from it:
    /// signs in where it asks for a name, and follows it to its end.
    ///
    /// ```swift
    /// let redirect = try await simulator.visit(url, as: "alice")
    /// enabler.handleExternalURL(redirect)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The page.
    ///   - subscriber: Who signs in; `nil`: nobody does.
    ///   - password: What they type; `nil`: the right one.
    /// - Returns: The app's address at which the visit ended, such as the redirect URL; `nil` where it ended on a page of
    ///   this world, as after a wrong password.
    /// - Throws: An error when the world does not answer.
    public func visit(_ url: String, as subscriber: String? = nil, password: String? = nil) async throws -> String? {
        let browser = ScriptedBrowser(over: WorldTransport(world))
        var end = try await browser.open(url)
        if let subscriber, end == .stayed, browser.asksForPassword {
            end = try await world.signIn(as: subscriber, password: password, in: browser)
        }
        guard case .left(let address) = end else { return nil }
        return address
    }

    /// Types the code that a device shows on a second screen, as a person with another browser does, and signs in there.
    ///
    /// An app that polls for it is told when time passes: `perform("advance: 5s")`.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - subscriber: Who signs in.
    ///   - password: What they type; `nil`: the right one.
    /// - Throws: An error when the world does not answer.
    public func activate(_ code: String, as subscriber: String, password: String? = nil) async throws {
        let browser = ScriptedBrowser(over: WorldTransport(world))
        try await world.activate(code, as: subscriber, password: password, in: browser)
    }

    /// The present instant of the world.
    public func now() throws -> Date {
        try world.simulation.clock.now()
    }

    /// The statement with which an app of this world registers: what it passes to `AccessEnabler(_:)`.
    public func softwareStatement() throws -> String {
        try world.softwareStatement(for: profile.app.bundleID)
    }

    /// The decisions of this world so far, one line each, with their reasons and without secrets.
    public func journal() throws -> [String] {
        try world.simulation.journal.entries().map(\.line)
    }
}
