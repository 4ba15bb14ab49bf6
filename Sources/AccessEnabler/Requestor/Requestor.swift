import EntitlementAPI
import SSOBridge
import SimulatedDevice

/// A requestor with what its services say of it, and the ways to them.
struct Requestor: Sendable {
    let id: String
    /// The MVPDs of all services, those of the fastest first.
    let configuration: ConfigurationResponse
    /// The services that answered, the fastest first; never empty.
    private let services: [RequestorService]
    /// The service that each MVPD came from, by its place.
    private let homes: [String: Int]

    /// Puts together what services answered.
    ///
    /// An MVPD that several know belongs to the one that answered first, and every later question about it goes there.
    ///
    /// spec entitlement § 1.6, "Multi-endpoint merge".
    ///
    /// - Parameters:
    ///   - id: The requestor.
    ///   - answers: The services with their configurations, in the order in which they answered; not empty.
    init(id: String, answers: [(service: RequestorService, configuration: ConfigurationResponse)]) {
        self.id = id
        services = answers.map(\.service)
        var merged = answers[0].configuration
        var homes: [String: Int] = [:]
        for mvpd in merged.requestor.mvpds { homes[mvpd.id] = 0 }
        for (place, answer) in answers.enumerated().dropFirst() {
            for mvpd in answer.configuration.requestor.mvpds where homes[mvpd.id] == nil {
                homes[mvpd.id] = place
                merged.requestor.mvpds.append(mvpd)
            }
        }
        configuration = merged
        self.homes = homes
    }

    /// The MVPD with an identifier.
    func mvpd(_ id: String) -> ConfiguredMVPD? {
        configuration.requestor.mvpds.first { $0.id.exactKey == id.exactKey }
    }

    /// The service that an MVPD came from; the fastest, for one that is unknown.
    func service(of mvpd: String) -> RequestorService {
        services[homes[mvpd] ?? 0]
    }

    /// Speaks to the service of an MVPD.
    func client(for mvpd: String) -> EntitlementClient { service(of: mvpd).client }

    /// Speaks to the service that gave a token, in the name of whoever obtained it.
    ///
    /// Only that service has the profile, whichever answered first today; where it did not answer, its MVPD's is asked.
    func client(for token: StoredToken) -> EntitlementClient {
        let home = services.first { $0.place.name == token.service } ?? service(of: token.mvpd)
        return home.client(inTheNameOf: token.owner)
    }

    /// Has every later request carry the app's options.
    func use(_ options: ClientOptions) {
        for service in services { service.client.use(options) }
    }
}

/// An entitlement service, as one app reaches it.
struct RequestorService: Sendable {
    let place: ServicePlace
    let client: EntitlementClient
    private let app: RunningApp
    private let transport: any EntitlementTransport

    init(_ place: ServicePlace, transport: any EntitlementTransport, app: RunningApp, softwareStatement: String) {
        self.place = place
        self.app = app
        self.transport = transport
        client = EntitlementClient(
            app: app, softwareStatement: softwareStatement, service: place.name, transport: transport)
    }

    /// Speaks in the name of another app that shares its tokens; `nil`, or the app itself: in its own.
    ///
    /// A profile belongs to the registration that obtained it. DIFFERENCES, E-54.
    func client(inTheNameOf owner: String?) -> EntitlementClient {
        guard let owner, owner != app.bundleID else { return client }
        let other = EntitlementClient(
            app: RunningApp(device: app.device, bundleID: owner), softwareStatement: nil, service: place.name,
            transport: transport)
        // What the app has every request carry, it has those carry that it sends in another's name.
        other.use(client.options)
        return other
    }
}
