import Foundation
import HTTPTypes
import TVSimDevice
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests of `URLSession` to the entitlement service and to sign-in pages in the process of the test.
///
/// The simulator is that of the session's configuration, else that of the task that sends the request, else the only
/// active one.
final class ServiceURLProtocol: URLProtocol {
    private let loading = Locked<Task<Void, Never>?>(nil)

    /// Makes `URLSession.shared` use this protocol.
    ///
    /// The session reads the registered protocols when it is first used, so the modules below call this when the process
    /// starts.
    static func register() {
        _ = registerClass(ServiceURLProtocol.self)
    }

    override class func canInit(with request: URLRequest) -> Bool {
        guard let target = SessionTarget(request.url) else { return false }
        guard target == .service || RunningApp.current?.activity != nil || !ActiveApps.isEmpty else { return false }
        SessionApps.keepCaller(of: request)
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let caller = SessionApps.takeCaller(of: request)
        // Foundation loads a request once, and uses the protocol meanwhile only to stop it.
        nonisolated(unsafe) let loader = self
        loading.withLockedValue { $0 = Task { await loader.load(for: caller) } }
    }

    override func stopLoading() {
        loading.withLockedValue { $0 }?.cancel()
    }

    private func load(for caller: RunningApp?) async {
        let task = SessionTask(task)
        if case .server(let address) = SessionTarget(request.url) {
            ActiveApps.failTests(AskedServer(address: address, asked: asked), of: caller)
            return fail(.cannotConnectToHost)
        }
        guard let transport = transport(for: caller, task) else { return fail(.cannotConnectToHost) }
        do {
            try await answer(SessionExchange(transport: transport, task: task).answer(to: request))
        } catch let failure as TransportFailure {
            fail(failure.code.urlErrorCode)
        } catch {
            fail(.unknown)
        }
    }

    /// The request in messages, without its query, which may contain secrets.
    private var asked: String {
        let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        return "\(request.httpMethod ?? "GET") \(url?.scheme ?? "")://\(url?.host ?? "")\(url?.path ?? "")"
    }

    /// Returns the transport to the world that answers; `nil` if the request belongs to no simulator.
    private func transport(for caller: RunningApp?, _ task: SessionTask) -> (any EntitlementTransport)? {
        let named = task.headers(of: request)[SessionApps.header].flatMap(SessionApps.named)
        let app = named ?? RunningApp.$current.withValue(caller) { RunningApp.found(for: "URLSession (\(asked))") }
        var transport: (any EntitlementTransport)?
        app?.callBack { transport = EntitlementWire.current ?? EntitlementWire.processWorld }
        // The app sends it, and not the SDK.
        return (transport as? ObservingTransport)?.sending(from: .app) ?? transport
    }

    private func answer(_ answer: SessionExchange.Answer) {
        guard !Task.isCancelled else { return }
        client?.urlProtocol(self, didReceive: answer.response, cacheStoragePolicy: .notAllowed)
        if !answer.body.isEmpty { client?.urlProtocol(self, didLoad: answer.body) }
        client?.urlProtocolDidFinishLoading(self)
    }

    private func fail(_ code: URLError.Code) {
        let userInfo = request.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:]
        client?.urlProtocol(self, didFailWithError: URLError(code, userInfo: userInfo))
    }
}

/// Registers the protocol; `CTVSimTestHook` calls it by its C name when the process starts.
@_cdecl("tvsim_register_protocols")
func registerProtocols() {
    ServiceURLProtocol.register()
}

/// What a request of `URLSession` asks.
private enum SessionTarget: Equatable {
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
