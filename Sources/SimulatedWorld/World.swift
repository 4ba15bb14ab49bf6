package import AccessEnabler
package import EntitlementAPI
package import EntitlementService
import Foundation
package import HTTPTypes
package import IdentityProvider
package import SimulatedDevice
package import SimulationCore
package import StateStorage

/// One device, its providers and one entitlement service, on one clock and one journal.
///
/// The three parties do not know each other: here, and only here, they meet. Their state lives in one store, so that a
/// world is opened, not built: whoever opens the same store is in the same world.
package struct World: Sendable {
    /// Time, chance, trouble and record.
    package let simulation: Simulation
    /// The device, connected to the providers.
    package let device: Device
    /// The providers.
    package let providers: IdentityProviderDirectory
    /// The providers' web site, where people sign in with a browser.
    package let site: ProviderSite
    /// The entitlement service.
    package let service: EntitlementService

    /// Opens the world whose state is in a store.
    package init(store: any StateStore) {
        simulation = Simulation(store: store)
        providers = IdentityProviderDirectory(
            simulation: simulation, serviceProvider: WorldTrust.serviceProvider)
        site = ProviderSite(
            simulation: simulation, directory: providers, serviceProvider: WorldTrust.serviceProvider)
        device = Device(
            simulation: simulation, providerConnection: InProcessProviderConnection(directory: providers))
        service = EntitlementService(simulation: simulation, contracts: WorldContracts())
    }

    /// Lets code run as an app of this world: what it makes finds this device and this service.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - process: What ends where the system ends the app: this program, unless another is given.
    ///   - transport: The way to the service; `nil`: in process.
    ///   - delivery: Where the SDK's callbacks come.
    ///   - inheriting: Runs code with what else the app's tasks inherit, for its callbacks; `nil`: with what the current
    ///     app's tasks do.
    ///   - body: What the app does.
    /// - Returns: What the body returns.
    package func run<Result>(
        as bundleID: String, in process: AppProcess = .own(), over transport: (any EntitlementTransport)? = nil,
        delivering delivery: CallbackDelivery,
        inheriting: RunningApp.Inheritance? = nil, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let transport = transport ?? WorldTransport(self)
        let outer = inheriting ?? RunningApp.current?.inheriting ?? { @Sendable body in body() }
        let app = RunningApp(device: device, bundleID: bundleID, process: process) { body in
            outer {
                EntitlementWire.$current.withValue(transport) {
                    CallbackDelivery.$current.withValue(delivery, operation: body)
                }
            }
        }
        return try await RunningApp.$current.withValue(app) {
            try await EntitlementWire.$current.withValue(transport) {
                try await CallbackDelivery.$current.withValue(delivery, operation: body)
            }
        }
    }

    /// Lets code run as an app of this world whose process is only simulated, and ends when the code does.
    ///
    /// What the app has asked the framework by then is decided first: it may end the app. What waits for a person at the end
    /// is taken back, and an interface of the system that is up goes.
    ///
    /// - Throws: What the body throws; `AppTermination`, whatever the body does then, where the system has ended the app.
    package func runInSimulatedProcess<Result>(
        as bundleID: String, delivering delivery: CallbackDelivery,
        inheriting: @escaping RunningApp.Inheritance, _ body: () async throws -> Result
    ) async throws -> Result {
        let process = SimulatedProcess()
        do {
            let result = try await run(
                as: bundleID, in: .simulated(process), delivering: delivery, inheriting: inheriting, body)
            await device.decideRequests()
            if let termination = process.termination { throw termination }
            await device.requests.withdraw()
            return result
        } catch {
            await device.decideRequests()
            await device.requests.withdraw()
            throw process.termination ?? error
        }
    }

    /// Answers an HTTP request, whoever of the world it is for: the providers' site, or else the entitlement service.
    ///
    /// - Parameters:
    ///   - request: The request; its path is the documented one, whatever stood before it.
    ///   - body: What it carries.
    ///   - served: By which address the client came.
    /// - Returns: The answer of the one or the other; a refusal is one too.
    /// - Throws: `TransportFailure` when a fault leaves the request without an answer; `StateError` when the state cannot be
    ///   read or written.
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) async throws -> (response: HTTPResponse, body: Data) {
        if request.path?.hasPrefix(ProviderSite.pathPrefix) == true {
            var (response, page) = try site.respond(to: request, body: body, at: served)
            // A provider's clock is the world's (RFC 9110 § 6.6.1).
            if let now = try? simulation.clock.now() { response.headerFields[.date] = HTTPDate.format(now) }
            return (response, page)
        }
        return try await service.respond(to: request, body: body, at: served)
    }

    /// Signs a person in on the page that a browser has open.
    ///
    /// - Parameters:
    ///   - subscriber: The name that they type.
    ///   - password: What they type; `nil`: the one that they have with the provider whose page it is. Somebody whom it does
    ///     not know has none.
    ///   - browser: The browser.
    /// - Returns: Where the visit ended.
    /// - Throws: An error when the world does not answer.
    package func signIn(
        as subscriber: String, password: String?, in browser: ScriptedBrowser
    ) async throws -> ScriptedBrowser.End {
        let known = try site.provider(at: browser.address)?.subscribers.first { $0.name == subscriber }
        return try await browser.signIn(as: subscriber, password: password ?? known?.password ?? "")
    }

    /// Types the code that a device shows into a browser, and signs a person in where that is asked for.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - subscriber: Who signs in.
    ///   - password: What they type; `nil`: the right one.
    ///   - browser: The browser.
    /// - Returns: How it ended.
    /// - Throws: An error when the world does not answer.
    package func activate(
        _ code: String, as subscriber: String, password: String?, in browser: ScriptedBrowser
    ) async throws -> Activation {
        var end = try await browser.enter(code: code)
        let isKnown = browser.asksForPassword
        if isKnown { end = try await signIn(as: subscriber, password: password, in: browser) }
        guard end == .stayed else { return .done }
        guard let message = browser.message else { return .unreachable }
        return isKnown ? .notSignedIn(message) : .refused(message)
    }

    /// How it ended that a person typed the code of a device.
    package enum Activation: Sendable, Hashable {
        /// They went through all pages.
        case done
        /// They did not get as far as the sign-in page; what the page said.
        case refused(String)
        /// They were not signed in; what the page said.
        case notSignedIn(String)
        /// A page did not load.
        case unreachable
    }

    /// Returns the software statement with which an app registers at this world's service.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - requestors: Those that it may ask with it; `nil`: all.
    ///   - expires: Until when it may be used; `nil`: for good.
    /// - Returns: The statement, a JWT.
    /// - Throws: `StateError` when the state cannot be read.
    package func softwareStatement(
        for bundleID: String, requestors: [String]? = nil, expires: Date? = nil
    ) throws -> String {
        let number = try simulation.store.read { try SoftwareStatements.number(of: bundleID, in: $0) }
        return try SoftwareStatements.issue(
            app: bundleID, serviceProviders: requestors, number: number, expires: expires)
    }
}
