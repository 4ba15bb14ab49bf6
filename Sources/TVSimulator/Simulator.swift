import AccessEnabler
public import Foundation
package import Scenario
import SimulatedDevice
package import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText

/// One simulated world, for tests and tools that import this package: a device, its TV providers and the entitlement
/// service, in memory, on one clock.
///
/// What is made inside ``run(_:)`` belongs to this world: a `VSAccountManager()` finds its device, an
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
    /// - Throws: ``SimulatorError`` with line, column and, where one is close, a suggestion.
    public init(profile text: String, source: String = "profile") throws {
        profile = try SimulatorError.telling(at: nil) {
            let profiles = try ProfileDecoder.decode(text: text, source: source)
            guard let profile = profiles.first, profiles.count == 1 else {
                throw CommandError(
                    .malformed, "\(source): a world is made from one profile, not from \(profiles.count)")
            }
            return profile
        }
        world = World(store: MemoryStateStore())
        try world.install(profile)
        ProcessApp.haveWorld()
    }

    /// Lets code run as the profile's app in this world.
    ///
    /// - Parameter body: What the app does. SDK callbacks come on the main queue.
    /// - Returns: What the body returns.
    /// - Note: The body is the app's own code: where the real system ends the app's process, this process ends, unless the
    ///   call stands in a test's `withSimulator`.
    public func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        try await run(named: profile.app.bundleID, body)
    }

    /// Lets code run as an app of this world, as ``run(_:)`` does.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    ///   - body: What the app does. SDK callbacks come on the main queue.
    /// - Returns: What the body returns.
    /// - Throws: ``SimulatorError`` when no app can have the identifier; what the body throws.
    public func run<Result: Sendable>(
        as bundleID: String, fileID: String = #fileID, line: Int = #line,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await run(named: try checked(bundleID: bundleID, at: "\(fileID):\(line)"), body)
    }

    private func run<Result: Sendable>(
        named bundleID: String, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let process = RunningApp.current?.process ?? .own()
        return try await world.run(as: bundleID, in: process, delivering: .mainQueue, body)
    }

    /// Changes the world by an event of the profile format, such as `permission: denied` or `advance: 31d`, or by another
    /// command of the admin API, such as `expireAccount`.
    ///
    /// - Parameters:
    ///   - event: The event. It can name whatever is there by now, as what an earlier one has added.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Throws: ``SimulatorError`` when there is no such command or it cannot be obeyed; nothing is changed then.
    public func perform(_ event: String, fileID: String = #fileID, line: Int = #line) throws {
        try SimulatorError.telling(in: event, at: "\(fileID):\(line)") { try world.perform(text: event) }
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
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Returns: The app's address at which the visit ended, such as the redirect URL; `nil` where it ended on a page of
    ///   this world, as after a wrong password.
    /// - Throws: ``SimulatorError`` when this world has no such page, or does not answer.
    public func visit(
        _ url: String, as subscriber: String? = nil, password: String? = nil, fileID: String = #fileID,
        line: Int = #line
    ) async throws -> String? {
        let place = "\(fileID):\(line)"
        let browser = ScriptedBrowser(over: WorldTransport(world))
        guard browser.isOfWorld(url) else {
            throw SimulatorError(.notFound, "'\(url.onOneLine)' is the address of no page of this world", at: place)
        }
        var end = try await browser.open(url)
        if end == .stayed, browser.status == 404, browser.message == nil {
            throw SimulatorError(.notFound, "this world has no page '\(url.onOneLine)'", at: place)
        }
        if let subscriber, end == .stayed, browser.asksForPassword {
            end = try await world.signIn(as: subscriber, password: password, in: browser)
        }
        if end == .stayed, browser.status == 0 {
            throw SimulatorError.pageDoesNotLoad(at: place)
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
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Throws: ``SimulatorError`` with what the page says: of the code ``SimulatorError/Code/notFound`` when nobody waits with
    ///   it, and ``SimulatorError/Code/notSignedIn`` when the person does not get through, as with a wrong password.
    public func activate(
        _ code: String, as subscriber: String, password: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let browser = ScriptedBrowser(over: WorldTransport(world))
        let place = "\(fileID):\(line)"
        switch try await world.activate(code, as: subscriber, password: password, in: browser) {
        case .done: return
        case .refused(let message):
            throw SimulatorError(.notFound, "the code '\(code.onOneLine)' was not accepted: \(message)", at: place)
        case .notSignedIn(let message):
            throw SimulatorError(
                .notSignedIn, "'\(subscriber.onOneLine)' is not signed in: \(message)", at: place)
        case .unreachable: throw SimulatorError.pageDoesNotLoad(at: place)
        }
    }

    /// The present instant of the world.
    public func now() throws -> Date {
        try world.simulation.clock.now()
    }

    /// The statement with which an app of this world registers: what it passes to `AccessEnabler(_:)`.
    ///
    /// After `renewStatement` it is another one.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier; `nil`: the profile's app.
    ///   - requestors: Those that the app may ask with it, in any order, whether or not this world has them; `nil`: all.
    ///   - expires: Until when it may be used, by this world's clock; `nil`: for good.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Returns: The statement.
    /// - Throws: ``SimulatorError`` when no app can have the identifier.
    public func softwareStatement(
        as bundleID: String? = nil, requestors: [String]? = nil, expires: Date? = nil, fileID: String = #fileID,
        line: Int = #line
    ) throws -> String {
        let named = try bundleID.map { try checked(bundleID: $0, at: "\(fileID):\(line)") }
        return try world.softwareStatement(
            for: named ?? profile.app.bundleID, requestors: requestors, expires: expires)
    }

    /// Returns a bundle identifier that an app can have.
    ///
    /// - Throws: ``SimulatorError`` when none can have it.
    package func checked(bundleID: String, at place: String) throws -> String {
        try SimulatorError.telling(at: place) { try BundleID.check(bundleID) }
        return bundleID
    }

    /// The decisions of this world so far, one line each, with their reasons and without secrets.
    public func journal() throws -> [String] {
        try world.simulation.journal.entries().map(\.line)
    }
}

extension SimulatorError {
    fileprivate static func pageDoesNotLoad(at place: String) -> SimulatorError {
        SimulatorError(.unreachable, "a page does not load: the world does not answer", at: place)
    }
}
