import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

/// A requestor with its configuration, and the clients of its services.
struct Requestor: Sendable {
    let id: RequestorID
    /// The MVPDs of all services, those of the fastest first.
    let configuration: ConfigurationResponse
    /// The services that answered, the fastest first; never empty.
    private let services: [RequestorService]
    /// The index of each MVPD's service.
    private let homes: [MVPDID: Int]

    /// Merges the configurations of several services.
    ///
    /// An MVPD that several services know belongs to the one that answered first: every later request about it goes there.
    ///
    /// - Parameters:
    ///   - id: The requestor.
    ///   - answers: The services with their configurations, in the order in which they answered; not empty.
    init(id: RequestorID, answers: [(service: RequestorService, configuration: ConfigurationResponse)]) {
        self.id = id
        services = answers.map(\.service)
        var merged = answers[0].configuration
        var homes: [MVPDID: Int] = [:]
        for mvpd in merged.requestor.mvpds { homes[mvpd.id] = 0 }
        for (index, answer) in answers.enumerated().dropFirst() {
            for mvpd in answer.configuration.requestor.mvpds where homes[mvpd.id] == nil {
                homes[mvpd.id] = index
                merged.requestor.mvpds.append(mvpd)
            }
        }
        configuration = merged
        self.homes = homes
    }

    /// Returns the MVPD with an identifier.
    func mvpd(_ id: MVPDID) -> ConfiguredMVPD? {
        configuration.requestor.mvpds.first { $0.id == id }
    }

    /// Returns the service of an MVPD; the fastest if the MVPD is unknown.
    func service(of mvpd: MVPDID) -> RequestorService {
        services[homes[mvpd] ?? 0]
    }

    /// Returns the client of an MVPD's service.
    func client(for mvpd: MVPDID) -> EntitlementClient { service(of: mvpd).client }

    /// Returns the client of the service that issued a token, in the name of the app that obtained the token.
    ///
    /// Only that service has the profile. If it did not answer, this is the service of the token's MVPD.
    func client(for token: StoredToken) -> EntitlementClient {
        let home = services.first { $0.address.url == token.service } ?? service(of: token.mvpd)
        return home.client(inTheNameOf: token.owner)
    }

    /// Adds the app's options to every later request.
    func use(_ options: ClientOptions) {
        for service in services { service.client.use(options) }
    }
}

/// An entitlement service, as one app reaches it.
struct RequestorService: Sendable {
    let address: ServiceAddress
    let client: EntitlementClient
    private let app: RunningApp
    private let transport: any EntitlementTransport

    init(_ address: ServiceAddress, transport: any EntitlementTransport, app: RunningApp, softwareStatement: String) {
        self.address = address
        self.app = app
        self.transport = transport
        client = EntitlementClient(
            app: app, softwareStatement: softwareStatement, service: address.url, transport: transport)
    }

    /// Returns a client in the name of another app that shares its tokens; the app's own client if `owner` is `nil`.
    ///
    /// A profile belongs to the registration that obtained it; Differences, E-54.
    func client(inTheNameOf owner: String?) -> EntitlementClient {
        guard let owner, owner != app.bundleID else { return client }
        let other = EntitlementClient(
            app: RunningApp(device: app.device, bundleID: owner), softwareStatement: nil, service: address.url,
            transport: transport)
        other.use(client.options)
        return other
    }
}
