import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1.1 for connections that the HTTP library leaves to its users.
///
/// It marks each request after which the connection must close with `Connection: close`, which the library obeys. The
/// library's decoder stops after `Upgrade` and `CONNECT`, so it would never answer another request on the connection.
final class ConnectionRules: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    /// Adds the rules to the handlers of a connection, behind the decoder.
    static func install(on channel: any Channel) throws {
        let handlers = channel.pipeline.syncOperations
        let decoder = try handlers.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try handlers.addHandler(ConnectionRules(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // RFC 9112, 3.2: the server must refuse such a request.
        let hosts = head.headers["host"].count
        guard hosts == 1 || hosts == 0 && head.version != .http1_1 else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        if !head.isKeepAlive || head.version != .http1_1 || head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
        {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

@available(*, unavailable)
extension ConnectionRules: Sendable {}
