package import Foundation
package import HTTPTypes
package import TVSimEntitlementAPI
import TVSimStructuredText

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends an app's requests to an entitlement service over the network.
///
/// The base URL may have a path, such as `/s/NAME` for an isolated world of a server. The path precedes that of every
/// request.
package struct NetworkTransport: EntitlementTransport {
    /// The timeout in seconds: longer than the service takes, and shorter than a user waits.
    private static let patience: TimeInterval = 30

    private let base: String
    private let owner: SessionOwner
    private var session: URLSession { owner.session }

    /// A session, which ends with the last transport that uses it: one with a delegate lives until it is told so.
    private final class SessionOwner: Sendable {
        let session: URLSession

        init(_ session: URLSession) { self.session = session }

        deinit { session.finishTasksAndInvalidate() }
    }

    /// Creates a transport.
    ///
    /// - Parameter address: The service's base URL with the scheme `http` or `https`; the result is `nil` for any other
    ///   text.
    package init?(to address: String) {
        guard let components = URLComponents(string: address), let scheme = components.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = components.host, !host.isEmpty
        else { return nil }
        if Loopback.isLoopback(host) { Self.exceptFromProxies(host) }
        base = address.hasSuffix("/") ? String(address.dropLast()) : address
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = Self.patience
        owner = SessionOwner(
            URLSession(configuration: configuration, delegate: NoRedirections(), delegateQueue: nil))
    }

    private static let environment = Locked(())

    /// Excludes a host from proxies for the rest of this process.
    ///
    /// Foundation on Linux reads proxies from the environment only and has no setting to override them. Changing the
    /// environment while another thread reads it is unsafe. `tvsim exec` therefore sets the variable before the app
    /// starts, and this function then changes nothing.
    private static func exceptFromProxies(_ host: String) {
        environment.withLockedValue { _ in
            guard let list = ProxyExceptions.list(adding: host, to: ProcessInfo.processInfo.environment) else { return }
            setenv(ProxyExceptions.variables[0], list, 1)
        }
    }

    package func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        guard let url = URL(string: base + (request.path ?? "/")) else {
            throw TransportFailure(.unreachable, "The service's address is malformed.")
        }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.rawValue
        for field in request.headerFields { message.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        // The app of a device means the world of the address, also if that is the one without a name.
        message.setValue("-", forHTTPHeaderField: "Simulator-World")
        // The requests of the simulated SDK are not those of an app that a judge of client rules sees.
        message.setValue("AccessEnabler", forHTTPHeaderField: "Simulator-Origin")
        if !body.isEmpty { message.httpBody = body }
        do {
            let (content, response) = try await session.data(for: message)
            guard let response = response as? HTTPURLResponse else {
                throw TransportFailure(.malformed, "The response is not an HTTP response.")
            }
            return (Self.response(response), content)
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw TransportFailure(error)
        }
    }

    private static func response(_ response: HTTPURLResponse) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = HTTPField.Name("\(name)") else { continue }
            fields.append(HTTPField(name: name, value: "\(value)"))
        }
        return HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    }
}

/// Rejects redirects, because the service never redirects an app.
private final class NoRedirections: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension TransportFailure {
    /// Creates a failure from a network error.
    fileprivate init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .timedOut?: self.init(.timeout, "The service did not answer in time.")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
            self.init(.untrusted, "The service's certificate is not trusted.")
        case .networkConnectionLost?, .cancelled?:
            self.init(.interrupted, "The connection was closed before the response was complete.")
        // Foundation on Linux has no code for an untrusted certificate or an incomplete response; it passes on
        // libcurl's message.
        case .unknown? where error.localizedDescription.contains("certificate"):
            self.init(.untrusted, "The service's certificate is not trusted.")
        case .unknown? where error.localizedDescription.contains("transfer closed"):
            self.init(.interrupted, "The connection was closed before the response was complete.")
        default: self.init(.unreachable, "The service cannot be reached.")
        }
    }
}
