package import Foundation
package import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import TVSimEntitlementAPI
import TVSimWorld

/// Sends requests to servers outside of the simulation: to MVPDs for the service, and to a party that is tested.
///
/// It follows no redirects and keeps no connections. It trusts the certificates of the system, and has no proxy.
package struct OutsideClient: OutsideRequests {
    /// The client of the server.
    static let shared = OutsideClient()

    /// How long a whole exchange may take.
    private let patience: TimeAmount
    /// The IP addresses of hosts that were resolved before; other hosts are resolved for each request.
    private let addresses: [String: String]
    /// The path of further certificates to trust (PEM); `nil` if only the system's are trusted.
    private let certificates: String?
    /// The maximum size of a response in bytes.
    private static let mostOctets = 1 << 20

    /// Creates a client that resolves each host.
    init(patience: TimeAmount = .seconds(10)) {
        (self.patience, addresses, certificates) = (patience, [:], nil)
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - patience: How long a whole exchange may take.
    ///   - addresses: The IP address of each host in lower case.
    ///   - certificates: The path of further certificates to trust (PEM); `nil` for the system's alone.
    package init(within patience: Duration, to addresses: [String: String], trusting certificates: String?) {
        self.patience = TimeAmount(patience)
        (self.addresses, self.certificates) = (addresses, certificates)
    }

    /// Returns the IP address of a host, of version 4 for `localhost`.
    ///
    /// - Parameter host: A name or an IP address.
    /// - Returns: The first address that the system names.
    /// - Throws: `TransportFailure` if the host is unknown.
    package static func resolve(_ host: String) throws(TransportFailure) -> String {
        if host.lowercased() == "localhost" { return "127.0.0.1" }
        guard let found = try? SocketAddress.makeAddressResolvingHost(host, port: 0), let address = found.ipAddress
        else { throw TransportFailure(.unreachable, "The host '\(host)' cannot be found.") }
        return address
    }

    package func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data) {
        guard let address = OutsideAddress(request) else {
            throw TransportFailure(.unreachable, "The MVPD's address is malformed.")
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: OutsideAnswer.self)
        // The first of answer, failure and deadline decides.
        let deadline = loop.scheduleTask(in: patience) {
            answer.fail(TransportFailure(.timeout, "The MVPD did not answer in time."))
        }
        let channel = ClientBootstrap(group: loop).connectTimeout(patience)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if address.isSecure {
                        var configuration = TLSConfiguration.makeClientConfiguration()
                        if let certificates { configuration.additionalTrustRoots = [.file(certificates)] }
                        let context = try NIOSSLContext(configuration: configuration)
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: address.serverName))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(AnswerCollector(answer, upTo: Self.mostOctets))
                }
            }
            .connect(host: addresses[address.host.lowercased()] ?? address.host, port: address.port)
        channel.whenComplete { result in
            switch result {
            case .success(let channel): address.write(request, body: body, to: channel)
            case .failure(let error): answer.fail(TransportFailure(outside: error))
            }
        }
        defer {
            deadline.cancel()
            channel.whenSuccess { $0.close(promise: nil) }
        }
        let found = try answer.futureResult.wait()
        return (found.response, found.body)
    }
}

/// A response from outside of the simulation.
private struct OutsideAnswer: Sendable {
    let response: HTTPResponse
    let body: Data
}

/// The host of a request, and its form on the wire.
private struct OutsideAddress: Sendable {
    let host: String
    let port: Int
    let isSecure: Bool
    private let authority: String

    /// The name for the certificate; `nil` for an IP address, which a certificate names in another way.
    var serverName: String? { (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil }

    init?(_ request: HTTPRequest) {
        guard let authority = request.authority, let scheme = request.scheme, ["http", "https"].contains(scheme),
            let url = URLComponents(string: "\(scheme)://\(authority)"), let host = url.host, !host.isEmpty
        else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.authority = authority
        isSecure = scheme == "https"
        port = url.port ?? (isSecure ? 443 : 80)
    }

    func write(_ request: HTTPRequest, body: Data, to channel: any Channel) {
        var headers = HTTPHeaders(request.headerFields.map { ($0.name.rawName, $0.value) })
        headers.replaceOrAdd(name: "Host", value: authority)
        headers.replaceOrAdd(name: "Connection", value: "close")
        if !body.isEmpty { headers.replaceOrAdd(name: "Content-Length", value: "\(body.count)") }
        let head = HTTPRequestHead(
            version: .http1_1, method: .init(rawValue: request.method.rawValue), uri: request.path ?? "/",
            headers: headers)
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if !body.isEmpty {
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
        }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }
}

/// Collects a response, and tells its promise once.
private final class AnswerCollector: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let answer: EventLoopPromise<OutsideAnswer>
    private let mostOctets: Int
    private var response: HTTPResponse?
    private var body = Data()

    init(_ answer: EventLoopPromise<OutsideAnswer>, upTo mostOctets: Int) {
        (self.answer, self.mostOctets) = (answer, mostOctets)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // An interim response precedes the response (RFC 9110, 15.2).
            guard head.status.code >= 200 else { return }
            var fields = HTTPFields()
            for (name, value) in head.headers {
                if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
            }
            response = HTTPResponse(status: .init(code: Int(head.status.code)), headerFields: fields)
        case .body(let part):
            body.append(contentsOf: part.readableBytesView)
            guard body.count > mostOctets else { return }
            answer.fail(TransportFailure(.malformed, "The MVPD's response is larger than \(mostOctets) bytes."))
            context.close(promise: nil)
        case .end:
            guard let response else { return }
            answer.succeed(OutsideAnswer(response: response, body: body))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(TransportFailure.cutOff)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(TransportFailure(outside: error))
        context.close(promise: nil)
    }
}

extension TransportFailure {
    /// The failure of an exchange that the server outside of the simulation did not finish.
    fileprivate static let cutOff = TransportFailure(
        .interrupted, "The connection was closed before the MVPD's response was complete.")

    /// Creates the failure of an exchange with a server outside of the simulation.
    fileprivate init(outside error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case is NIOSSLError, is BoringSSLError:
            self.init(.untrusted, "The MVPD's certificate is not trusted, or TLS failed.")
        case HTTPParserError.invalidEOFState: self = .cutOff
        case is HTTPParserError: self.init(.malformed, "The MVPD's response is not an HTTP response.")
        case ChannelError.connectTimeout: self.init(.timeout, "The MVPD did not answer in time.")
        default: self.init(.unreachable, "The MVPD cannot be reached.")
        }
    }
}
