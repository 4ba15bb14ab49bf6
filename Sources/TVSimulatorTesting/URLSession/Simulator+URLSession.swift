import TVSimDevice
import TVSimRules
import TVSimScenario
import TVSimWorld

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension Simulator {
    /// A configuration for sessions whose requests to the entitlement service are answered by this world.
    ///
    /// Requests to the vendor's hosts, such as `https://api.auth.adobe.com`, do not leave the process of the test. They
    /// include those of the sign-in pages. Other requests are sent as usual. `URLSession.shared` needs no
    /// configuration: its requests to these hosts are answered by the simulator of the test.
    ///
    /// ```swift
    /// let client = PassClient(session: URLSession(configuration: simulator.urlSessionConfiguration))
    /// ```
    ///
    /// Each access returns a new configuration, which the test may change. Add headers to `httpAdditionalHeaders`
    /// instead of replacing it, because one of them names this world.
    public var urlSessionConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ServiceURLProtocol.self] + (configuration.protocolClasses ?? [])
        configuration.httpAdditionalHeaders = [SessionApps.header: SessionApps.name(of: app)]
        return configuration
    }

    /// The app of sessions that belong to this world.
    private var app: RunningApp {
        world.app(
            as: profile.app.bundleID, in: RunningApp.current?.process ?? .own(), over: transport(from: .app),
            activity: Activity(of: life))
    }
}
