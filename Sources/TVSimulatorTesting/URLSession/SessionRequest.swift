import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimRules

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of a session, and who sends it.
struct SessionRequest: Sendable {
    let request: URLRequest
    let task: SessionTask
    let caller: SessionApps.Caller

    /// Returns what the world answers.
    func answer() async -> Result<SessionExchange.Answer, URLError> {
        if case .server(let address) = SessionTarget(request.url) {
            ActiveApps.failTests(AskedServer(address: address, asked: request.asked), of: caller.app)
            return failure(.cannotConnectToHost, "the test has a simulator of its own, and not that of 'tvsim exec'")
        }
        guard let transport else {
            return failure(
                .cannotConnectToHost,
                "no simulator answers: give the test the trait '.simulator(…)', or use a session with "
                    + "'simulator.urlSessionConfiguration'")
        }
        do {
            return .success(try await SessionExchange(transport: transport, task: task).answer(to: request))
        } catch {
            return failure((error as? TransportFailure)?.code.urlErrorCode ?? .unknown)
        }
    }

    private func failure(_ code: URLError.Code, _ reason: String? = nil) -> Result<SessionExchange.Answer, URLError> {
        var more: [String: Any] = [:]
        more[NSURLErrorFailingURLErrorKey] = request.url
        more[NSLocalizedDescriptionKey] = reason.map { "tvsim: \($0)" }
        return .failure(URLError(code, userInfo: more))
    }

    /// The transport to the world that answers; `nil` if the request belongs to no simulator.
    private var transport: (any EntitlementTransport)? {
        let named = task.headers(of: request)[SessionApps.header].flatMap(SessionApps.named)
        if named == nil, case .testWithoutSimulator = caller { return nil }
        let app =
            named
            ?? RunningApp.$current.withValue(caller.app) {
                RunningApp.found(
                    for: "URLSession (\(request.asked))",
                    orElse: "or use a session with 'simulator.urlSessionConfiguration', which names its simulator")
            }
        var transport: (any EntitlementTransport)?
        app?.callBack { transport = EntitlementWire.current ?? EntitlementWire.processWorld }
        // The app sends it, and not the SDK.
        return (transport as? ObservingTransport)?.sending(from: .app) ?? transport
    }
}

extension SessionApps.Caller {
    /// The app of the task that sends the request; `nil` if it has none.
    var app: RunningApp? { if case .app(let app) = self { app } else { nil } }
}

extension URLRequest {
    /// The request in messages, without its query, which may contain secrets.
    var asked: String {
        let url = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        return "\(httpMethod ?? "GET") \(url?.scheme ?? "")://\(url?.host ?? "")\(url?.path ?? "")"
    }
}

/// What a request of `URLSession` asks.
enum SessionTarget: Equatable {
    /// The simulated service, by one of the vendor's hosts.
    case service
    /// The server of `tvsim exec`, at its address.
    case server(String)

    /// Finds the target of a URL; `nil` if it is neither.
    init?(_ url: URL?) {
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()), let host = url.host?.lowercased() else {
            return nil
        }
        if EntitlementWire.vendorHosts.contains(host) {
            self = .service
        } else if let server = ProcessInfo.processInfo.environment["TVSIM_URL"], let own = URL(string: server),
            own.host?.lowercased() == host, own.port == url.port
        {
            self = .server(server)
        } else {
            return nil
        }
    }
}

/// The error of a test that has a simulator in its process, and asks the server of `tvsim exec`.
private struct AskedServer: Error, CustomStringConvertible {
    let address: String
    let asked: String

    var description: String {
        "URLSession (\(asked)) asks the server of 'tvsim exec' at \(address), which has another world than the simulator "
            + "of this test: use https://\(EntitlementWire.defaultAuthority), or remove the simulator from the test"
    }
}

extension TransportFailure.Code {
    /// The error that `URLSession` reports.
    fileprivate var urlErrorCode: URLError.Code {
        switch self {
        case .timeout: .timedOut
        case .unreachable: .cannotConnectToHost
        case .interrupted: .networkConnectionLost
        case .untrusted: .serverCertificateUntrusted
        case .malformed: .badServerResponse
        }
    }
}
