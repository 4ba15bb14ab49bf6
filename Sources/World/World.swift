package import Foundation
package import HTTPTypes
package import TVSimCore
package import TVSimDevice
package import TVSimEntitlementAPI
package import TVSimEntitlementService
package import TVSimIdentityProvider
package import TVSimStateStorage
import VideoSubscriberAccount

/// One device, its providers and one entitlement service, on one clock and one journal.
///
/// The three parties do not refer to each other; only this type connects them. Their state is in one store. Two `World`
/// values with the same store represent the same world.
package struct World: Sendable {
    /// The clock, the identifiers, the faults and the journal.
    package let simulation: Simulation
    /// The device, connected to the providers.
    package let device: Device
    /// The providers.
    package let providers: IdentityProviderDirectory
    /// The providers' web site, where users sign in with a browser.
    package let site: ProviderSite
    /// The entitlement service.
    package let service: EntitlementService

    /// Opens the world whose state is in a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - session: The requests and the screen of the device, if this process has other values of the same world.
    ///   - recorder: Records what the world visits; `nil` if it is not a run, for example a rehearsal.
    package init(
        store: any StateStore, session: DeviceSession = DeviceSession(),
        recorder: CoverageRecorder? = CoverageRecorder.current
    ) {
        self.init(Simulation(store: store, kinds: .all, observer: recorder?.observer), session)
    }

    private init(_ simulation: Simulation, _ session: DeviceSession) {
        self.simulation = simulation
        providers = IdentityProviderDirectory(
            simulation: simulation, serviceProvider: WorldTrust.serviceProvider)
        site = ProviderSite(
            simulation: simulation, directory: providers, serviceProvider: WorldTrust.serviceProvider,
            returns: WorldTrust.returns)
        device = Device(
            simulation: simulation, providerConnection: providers, session: session)
        service = EntitlementService(
            simulation: simulation, contracts: WorldMVPDMetadata(),
            backChannel: WorldBackChannel(site: site, simulation: simulation),
            deviceStatus: { [device] bundleID in DeviceStatus(try AccountOutlook(of: device, for: bundleID)) })
    }

    /// Runs a closure with a view of this world in which everything belongs to one transaction.
    ///
    /// What the closure changes, and its entries in the journal, become visible together when this function returns. If
    /// the closure throws, nothing has changed. It may run again, as the body of every transaction.
    ///
    /// - Throws: `StateError` if the state cannot be changed, and what the closure throws.
    func transaction<Result>(_ body: (World) throws -> Result) throws -> Result {
        let store = simulation.store
        return try store.write { state in
            // The view draws from a block of its own. A block that is drawn in memory would outlive a transaction that
            // is rolled back.
            try body(World(Simulation(store: TransactionStore(state, of: store), kinds: .all), device.session))
        }
    }

    /// Runs code as an app of this world; the objects that the code creates use this device and this service.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle identifier of the app.
    ///   - process: The process that the system ends when it terminates the app; by default, the current process.
    ///   - transport: The transport to the service; `nil` for the service in this process.
    ///   - activity: The simulator to which code belongs that no task carries; `nil` for none.
    ///   - inheriting: Restores task-local values for the app's callbacks; `nil` for those of the current app.
    ///   - body: The code of the app.
    /// - Returns: What the body returns.
    package func run<Result>(
        as bundleID: String, in process: AppProcess = .own(), over transport: (any EntitlementTransport)? = nil,
        activity: Activity? = nil, inheriting: RunningApp.Inheritance? = nil, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let transport = transport ?? WorldTransport(self)
        let app = app(as: bundleID, in: process, over: transport, activity: activity, inheriting: inheriting)
        return try await RunningApp.$current.withValue(app) {
            try await EntitlementWire.$current.withValue(transport) {
                try await ActiveApps.including(app, body)
            }
        }
    }

    /// Returns an app of this world, whose callbacks use this device and a transport.
    ///
    /// The parameters are those of ``run(as:in:over:activity:inheriting:_:)``.
    package func app(
        as bundleID: String, in process: AppProcess = .own(), over transport: any EntitlementTransport,
        activity: Activity? = nil, inheriting: RunningApp.Inheritance? = nil
    ) -> RunningApp {
        let outer = inheriting ?? RunningApp.current?.inheriting ?? { @Sendable body in body() }
        return RunningApp(device: device, bundleID: bundleID, process: process, activity: activity) { body in
            outer { EntitlementWire.$current.withValue(transport, operation: body) }
        }
    }

    /// Runs code as an app whose process is simulated and ends when the code returns.
    ///
    /// The app's pending framework requests are decided first, because one of them may terminate the app. Requests that
    /// still wait for the user are then withdrawn, and the system's open interface closes.
    ///
    /// - Throws: `AppTermination` if the system has terminated the app; otherwise the error that the body throws.
    package func runInSimulatedProcess<Result>(
        as bundleID: String, over transport: any EntitlementTransport, activity: Activity,
        inheriting: @escaping RunningApp.Inheritance, _ body: () async throws -> Result
    ) async throws -> Result {
        let process = SimulatedProcess()
        do {
            let result = try await run(
                as: bundleID, in: .simulated(process), over: transport, activity: activity, inheriting: inheriting,
                body)
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

    /// Answers an HTTP request to the providers' site or to the entitlement service.
    ///
    /// - Parameters:
    ///   - request: The request; its path is the documented path, without the prefix of a server.
    ///   - body: The body of the request.
    ///   - served: The address that the client used.
    /// - Returns: The response, which can be an error response.
    /// - Throws: `TransportFailure` if a fault suppresses the response; `StateError` if the state cannot be read or
    ///   written.
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) throws -> (response: HTTPResponse, body: Data) {
        try consistently { try $0.answer(request, body: body, at: served) }
    }

    /// Runs a closure with a view of this world whose reads all see one state, until its first change.
    ///
    /// - Throws: `StateError` if the state cannot be read, and what the closure throws.
    package func consistently<Result>(_ body: (World) throws -> Result) throws -> Result {
        try simulation.store.consistently(reading: Self.usedByMostRequests) { store in
            try body(World(Simulation(of: simulation, in: store), device.session))
        }
    }

    /// The names of the documents that most requests read.
    private static let usedByMostRequests =
        Simulation.usedByMostRequests + [IdentityProviderDirectory.document, EntitlementService.configurationDocument]

    private func answer(
        _ request: HTTPRequest, body: Data, at served: ServedAddress
    ) throws -> (response: HTTPResponse, body: Data) {
        if request.path.map(ProviderSite.owns) == true {
            // A provider sends the time of the simulated clock (RFC 9110, 6.6.1).
            let now = try simulation.clock.now()
            var (response, page) = try site.page(request, body: body, at: served)
            if response.headerFields[.date] == nil { response.headerFields[.date] = HTTPDate.format(now) }
            return (response, page)
        }
        return try service.respond(to: request, body: body, at: served)
    }

    /// Signs in with the form of the browser's open page.
    ///
    /// - Parameters:
    ///   - subscriber: The user name.
    ///   - password: The password; `nil` for the subscriber's own password at the page's provider, or an empty one if
    ///     the provider does not know the subscriber.
    ///   - browser: The browser.
    /// - Returns: Where the visit ended.
    /// - Throws: An error if the world does not answer.
    package func signIn(
        as subscriber: String, password: String?, in browser: ScriptedBrowser
    ) async throws -> ScriptedBrowser.End {
        try await signIn(ViewerAnswers.Credentials(name: subscriber, password: password), in: browser)
    }

    /// Signs in with the forms of the browser's open page, and of the pages that follow.
    ///
    /// - Parameters:
    ///   - answers: The user's answers; the right ones for those that are not given.
    ///   - browser: The browser.
    /// - Returns: Where the visit ended.
    /// - Throws: An error if the world does not answer.
    package func signIn(
        _ answers: ViewerAnswers.Credentials, in browser: ScriptedBrowser
    ) async throws -> ScriptedBrowser.End {
        let known = try site.provider(at: browser.address)?.subscribers.first { $0.name == answers.name }
        var given = ScriptedBrowser.Answers(
            name: answers.name, password: answers.password ?? known?.password ?? "",
            code: answers.code ?? known?.code ?? "", account: answers.account)
        given.consents = answers.consents
        return try await browser.signIn(with: given)
    }

    /// Enters the code that a device shows in a browser, and signs in if a page asks for a password.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - subscriber: The user name.
    ///   - password: The password; `nil` for the subscriber's own password.
    ///   - browser: The browser.
    /// - Returns: The outcome.
    /// - Throws: An error if the world does not answer.
    package func activate(
        _ code: String, as subscriber: String, password: String?, in browser: ScriptedBrowser
    ) async throws -> Activation {
        var end = try await browser.enter(code: code)
        let isAsked = browser.asksForPassword
        if isAsked { end = try await signIn(as: subscriber, password: password, in: browser) }
        guard end == .stayed else { return .done }
        guard let message = browser.message else { return .unreachable }
        return isAsked ? .notSignedIn(message) : .refused(message)
    }

    /// The outcome of entering a code on the second screen.
    package enum Activation: Sendable, Hashable {
        /// The browser passed all pages.
        case done
        /// The browser did not reach the sign-in page; the message of the page.
        case refused(String)
        /// The sign-in failed; the message of the page.
        case notSignedIn(String)
        /// A page did not load.
        case unreachable
    }

    /// Returns the software statement with which an app registers at this world's service.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle identifier of the app.
    ///   - requestors: The requestors that the statement is limited to; `nil` for all.
    ///   - expires: When the statement expires; `nil` if it never expires.
    /// - Returns: The statement, a JWT.
    /// - Throws: `StateError` if the state cannot be read.
    package func softwareStatement(
        for bundleID: String, requestors: [String]? = nil, expires: Date? = nil
    ) throws -> String {
        let number = try simulation.store.read { try SoftwareStatements.number(of: bundleID, in: $0) }
        return try SoftwareStatements.issue(
            app: bundleID, serviceProviders: requestors, number: number, expires: expires)
    }
}
