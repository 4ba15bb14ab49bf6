package import AccessEnabler
package import EntitlementAPI
package import EntitlementService
package import Foundation
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
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - connection: Who answers the device in the name of the providers; `nil`: they do.
    package init(store: any StateStore, answering connection: (any ProviderConnection)? = nil) {
        simulation = Simulation(store: store)
        providers = IdentityProviderDirectory(
            simulation: simulation, serviceProvider: WorldTrust.serviceProvider)
        site = ProviderSite(
            simulation: simulation, directory: providers, serviceProvider: WorldTrust.serviceProvider)
        device = Device(
            simulation: simulation,
            providerConnection: connection ?? InProcessProviderConnection(directory: providers))
        service = EntitlementService(simulation: simulation)
    }

    /// Lets code run as an app of this world: what it makes finds this device and this service.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - process: What ends where the system ends the app: this program, unless another is given.
    ///   - transport: The way to the service; `nil`: in process.
    ///   - delivery: Where the SDK's callbacks come.
    ///   - body: What the app does.
    /// - Returns: What the body returns.
    package func run<Result>(
        as bundleID: String, in process: AppProcess = .own(), over transport: (any EntitlementTransport)? = nil,
        delivering delivery: CallbackDelivery,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let app = RunningApp(device: device, bundleID: bundleID, process: process)
        let transport = transport ?? WorldTransport(self)
        return try await RunningApp.$current.withValue(app) {
            try await EntitlementWire.$current.withValue(transport) {
                try await CallbackDelivery.$current.withValue(delivery, operation: body)
            }
        }
    }

    /// Lets code run as an app of this world whose process is only simulated.
    ///
    /// - Throws: What the body throws; `AppTermination`, whatever the body does then, where the system has ended the app.
    package func runInSimulatedProcess<Result>(
        as bundleID: String, delivering delivery: CallbackDelivery, _ body: () async throws -> Result
    ) async throws -> Result {
        let process = SimulatedProcess()
        do {
            let result = try await run(as: bundleID, in: .simulated(process), delivering: delivery, body)
            if let termination = process.termination { throw termination }
            return result
        } catch {
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
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) async -> (response: HTTPResponse, body: Data) {
        if request.path?.hasPrefix(ProviderSite.pathPrefix) == true {
            return site.respond(to: request, body: body, at: served)
        }
        return await service.respond(to: request, body: body, at: served)
    }

    /// The password of a test subscriber, whichever provider knows them; a name that nobody knows has none.
    package func password(of subscriber: String) throws -> String {
        try providers.records().flatMap(\.subscribers).first { $0.name == subscriber }?.password ?? ""
    }

    /// Returns a software statement with which an app registers at this world's service.
    package func softwareStatement(for bundleID: String) throws -> String {
        try SoftwareStatements.issue(app: bundleID)
    }
}
