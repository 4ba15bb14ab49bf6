public import Foundation
import TVSimCore
package import TVSimDevice
package import TVSimRules
package import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// A simulated world for tests and tools: a device, its TV providers and the entitlement service.
///
/// The world is in memory, and its parties share one simulated clock. Code inside ``run(_:)`` is an app of this world:
/// `VSAccountManager()` uses its device, and `AccessEnabler(_:)` uses its entitlement service. Any number of simulators
/// can exist at the same time, for example in parallel tests.
///
/// ```swift
/// let simulator = try Simulator(profile: "schema: 1\nname: a device\n")
/// try simulator.perform("signIn: {provider: Cablevision, as: alice}")
/// let status = try await simulator.run { try await VSAccountManager().checkAccessStatus() }
/// ```
public final class Simulator: Sendable {
    package let world: World
    package let profile: Profile
    /// The life of this simulator in the process.
    package let life = SimulatorLife()
    /// The requests of this process to the world, for the rules about clients.
    package let evidence = EvidenceLog()
    /// The latest of these requests, for the text of a failed test.
    package let exchanges = HTTPExchangeLog(atMost: 200)

    /// Creates the world that a profile describes; the profile's flow is not run.
    ///
    /// - Parameters:
    ///   - text: The text of one profile, as YAML or JSON.
    ///   - source: The name of the profile in errors, such as its file name.
    /// - Throws: ``SimulatorError`` with line and column if the profile is malformed; it suggests a correction if a
    ///   known name is similar.
    public convenience init(profile text: String, source: String = "profile") throws {
        let profile = try SimulatorError.converting(at: nil) {
            let profiles = try ProfileDecoder.decode(text: text, source: source)
            guard let profile = profiles.first, profiles.count == 1 else {
                throw CommandError(
                    .malformed, "\(source): expected one profile, found \(profiles.count)")
            }
            return profile
        }
        try self.init(profile)
    }

    /// Creates the world that a profile describes; the profile's flow is not run.
    package init(_ profile: Profile) throws {
        self.profile = profile
        world = World(store: MemoryStateStore())
        try world.install(profile)
        ProcessApp.haveWorld()
    }

    /// Runs code as the profile's app in this world.
    ///
    /// The body is the app's own code. While it runs, code that no task carries belongs to this simulator too, unless
    /// another one is active. If the real system would end the app's process, this process ends too. Inside a
    /// test's `withSimulator`, only the simulated process ends.
    ///
    /// - Parameter body: The app's code. The SDK delivers its callbacks on the main queue.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body.
    public func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        try await run(named: profile.app.bundleID, body)
    }

    /// Runs code as another app of this world, as ``run(_:)`` does.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - body: The app's code. The SDK delivers its callbacks on the main queue.
    /// - Returns: The result of the body.
    /// - Throws: ``SimulatorError`` if the bundle identifier is invalid; the errors of the body.
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
        return try await world.run(
            as: bundleID, in: process, over: transport(from: .sdk), activity: Activity(of: life), body)
    }

    /// Performs an event or a command that changes the world.
    ///
    /// An event is written as in a profile's flow, such as `permission: denied` or `advance: 31d`. The commands of the
    /// admin API, such as `expireAccount`, are available too.
    ///
    /// ```swift
    /// try simulator.perform("signIn: {provider: Cablevision, as: alice}")
    /// try simulator.perform("advance: 31d")
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event. It can refer to everything in the world, including what earlier events have added.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if the event is malformed or unknown, or cannot be performed. The world is
    ///   unchanged then.
    public func perform(_ event: String, fileID: String = #fileID, line: Int = #line) throws {
        try SimulatorError.converting(in: event, at: "\(fileID):\(line)") { _ = try world.perform(text: event) }
    }

    /// Opens a page of this world in a new browser, and acts there as a user.
    ///
    /// The page can be the URL of `navigate(toUrl:)`. The browser follows redirects. If a page asks for a password, it
    /// signs in as the subscriber.
    ///
    /// ```swift
    /// let redirect = try await simulator.visit(url, as: "alice")
    /// enabler.handleExternalURL(redirect)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - subscriber: The typed name, such as a subscriber's key; `nil` to leave the sign-in page open.
    ///   - password: The typed password; `nil` for the correct one.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The URL that leads out of this world, such as the app's redirect URL. `nil` if the visit ends on a
    ///   page of this world, for example after a wrong password.
    /// - Throws: ``SimulatorError`` of the code ``SimulatorError/Code/notFound`` if this world has no such page, and
    ///   ``SimulatorError/Code/unreachable`` if the world does not respond.
    public func visit(
        _ url: String, as subscriber: String? = nil, password: String? = nil, fileID: String = #fileID,
        line: Int = #line
    ) async throws -> String? {
        let place = "\(fileID):\(line)"
        let browser = ScriptedBrowser(over: transport(from: .app))
        guard browser.isWorldURL(url) else {
            throw SimulatorError(.notFound, "'\(url.onOneLine)' is not a URL of this world", at: place)
        }
        var end = try await browser.open(url)
        if end == .stayed, browser.status == 404, browser.message == nil {
            throw SimulatorError(.notFound, "page not found: '\(url.onOneLine)'", at: place)
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

    /// Enters a registration code in a new browser, as on a second screen, and signs in there.
    ///
    /// An app that polls for the result receives it after simulated time has passed: `perform("advance: 5s")`.
    ///
    /// - Parameters:
    ///   - code: The registration code that the device shows.
    ///   - subscriber: The typed name, such as a subscriber's key.
    ///   - password: The typed password; `nil` for the correct one.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` with the message of the page. The code is ``SimulatorError/Code/notFound`` if no
    ///   app waits with the registration code. It is ``SimulatorError/Code/notSignedIn`` if the sign-in fails, for
    ///   example after a wrong password, and ``SimulatorError/Code/unreachable`` if the world does not respond.
    public func activate(
        _ code: String, as subscriber: String, password: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let browser = ScriptedBrowser(over: transport(from: .app))
        let place = "\(fileID):\(line)"
        switch try await world.activate(code, as: subscriber, password: password, in: browser) {
        case .done: return
        case .refused(let message):
            throw SimulatorError(.notFound, "the code '\(code.onOneLine)' was not accepted: \(message)", at: place)
        case .notSignedIn(let message):
            throw SimulatorError(
                .notSignedIn, "the sign-in as '\(subscriber.onOneLine)' failed: \(message)", at: place)
        case .unreachable: throw SimulatorError.pageDoesNotLoad(at: place)
        }
    }

    /// Returns the current time of the world's simulated clock.
    ///
    /// - Returns: The time.
    /// - Throws: An error if the state of the world cannot be read.
    public func now() throws -> Date {
        try world.simulation.clock.now()
    }

    /// Returns a software statement, which an app passes to `AccessEnabler(_:)` to register with the entitlement
    /// service.
    ///
    /// The event `renewStatement` makes the service issue a different statement.
    ///
    /// ```swift
    /// let enabler = AccessEnabler(try simulator.softwareStatement())
    /// ```
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier; `nil` for the profile's app.
    ///   - requestors: The requestors that the app may use with it, in any order, even if this world does not have
    ///     them. `nil` for all.
    ///   - expires: The expiration time by this world's clock; `nil` if the statement does not expire.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The statement, a signed JSON Web Token.
    /// - Throws: ``SimulatorError`` if the bundle identifier is invalid.
    public func softwareStatement(
        as bundleID: String? = nil, requestors: [String]? = nil, expires: Date? = nil, fileID: String = #fileID,
        line: Int = #line
    ) throws -> String {
        let named = try bundleID.map { try checked(bundleID: $0, at: "\(fileID):\(line)") }
        return try world.softwareStatement(
            for: named ?? profile.app.bundleID, requestors: requestors, expires: expires)
    }

    /// Returns a valid bundle identifier unchanged.
    ///
    /// - Throws: ``SimulatorError`` if the bundle identifier is invalid.
    package func checked(bundleID: String, at place: String) throws -> String {
        try SimulatorError.converting(at: place) { try BundleID.check(bundleID) }
        return bundleID
    }

    /// Returns the decisions of this world so far, with their reasons and without secrets.
    ///
    /// - Returns: One line per decision, in order.
    /// - Throws: An error if the state of the world cannot be read.
    public func journal() throws -> [String] {
        try world.simulation.journal.entries().map(\.line)
    }
}

extension SimulatorError {
    fileprivate static func pageDoesNotLoad(at place: String) -> SimulatorError {
        SimulatorError(.unreachable, "cannot load the page: the world does not respond", at: place)
    }
}
