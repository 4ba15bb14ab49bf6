import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import TVSimStructuredText

/// Applies the rules of HTTP/1.1 for connections that the HTTP library leaves to its users.
///
/// It marks each request after which the connection must close with `Connection: close`, which the library obeys. The
/// library's decoder stops after `Upgrade` and `CONNECT`, so it would never answer another request on the connection.
final class ConnectionRules: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether the connection is one of the last, which are reserved for `health`.
    private let isReserved: Bool
    private var isRefused = false

    private init(isReserved: Bool) {
        self.isReserved = isReserved
    }

    /// Adds the rules to the handlers of a connection, behind the decoder.
    static func install(on channel: any Channel, isReserved: Bool) throws {
        let handlers = channel.pipeline.syncOperations
        let decoder = try handlers.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try handlers.addHandler(ConnectionRules(isReserved: isReserved), position: .after(decoder))
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
        guard !isReserved || head.uri.prefix(while: { $0 != "?" }).hasSuffix("\(AdminAPI.prefix)/health") else {
            isRefused = true
            return refuse(head.method, context)
        }
        if !head.isKeepAlive || head.version != .http1_1 || head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
        {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Answers that every other connection is in use, and closes this one.
    private func refuse(_ method: HTTPMethod, _ context: ChannelHandlerContext) {
        var error = AdminError(503, "the server has no free connection")
        error.retryAfter = 1
        let answer = error.answer.marked
        var headers = HTTPHeaders(answer.head.headerFields.map { ($0.name.canonicalName, $0.value) })
        headers.add(name: "connection", value: "close")
        headers.add(name: "content-length", value: "\(answer.body.count)")
        let head = HTTPResponseHead(version: .http1_1, status: .serviceUnavailable, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }
}

@available(*, unavailable)
extension ConnectionRules: Sendable {}

/// The number of open connections of one port.
final class ConnectionCount: Sendable {
    private let most: Int
    private let open = Locked(0)

    /// Counts connections, of which those beyond a number are reserved for `health`.
    init(atMost most: Int) {
        self.most = most
    }

    /// Counts a connection until it closes, and returns whether it is reserved.
    func add(_ channel: any Channel) -> Bool {
        channel.closeFuture.whenComplete { [open] _ in open.withLockedValue { $0 -= 1 } }
        return open.withLockedValue { open in
            open += 1
            return open > most
        }
    }
}
