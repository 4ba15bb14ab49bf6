import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Holds requests to what HTTP/1 says of their version, which nobody behind it sees any more.
///
/// A request names its host once (RFC 9112 § 3.2); one of HTTP/1.0 may leave it out, and its connection ends with the
/// answer unless it asks for the contrary, which the answer then confirms (§ 9.3); it does not know of answers that go
/// before the answer (RFC 9110 § 10.1.1).
final class HTTP1Rules: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether answers say that the connection stays.
    private var isConfirming = false
    /// Whether a request broke the rules: what comes behind it is not read.
    private var isBroken = false

    /// Lets the rules stand where requests still say their version.
    ///
    /// The server beneath takes handlers only behind what turns requests into messages of any version.
    final class Entrance: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart

        func handlerAdded(context: ChannelHandlerContext) {
            let operations = context.pipeline.syncOperations
            do {
                let codec = try operations.handler(type: HTTP1ToHTTPServerCodec.self)
                try operations.addHandler(HTTP1Rules(), position: .before(codec))
            } catch {
                context.fireErrorCaught(error)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isBroken else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let hosts = Self.hosts(in: head.headers)
        let isOld = head.version == .http1_0 || head.version.major == 0
        guard hosts == 1 || (isOld && hosts == 0) else {
            isBroken = true
            return context.fireErrorCaught(ConnectionRefusal.hosts(of: head))
        }
        guard isOld else { return context.fireChannelRead(data) }
        head.headers.remove(name: "Expect")
        if head.isKeepAlive {
            confirm(context)
        } else {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Lets every answer from now on say that the connection stays; one that ends it says so itself.
    private func confirm(_ context: ChannelHandlerContext) {
        guard !isConfirming else { return }
        isConfirming = true
        do {
            try context.pipeline.syncOperations.addHandler(Confirmation(), position: .after(self))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    /// How often a request names its host; without making a list for each request.
    private static func hosts(in headers: HTTPHeaders) -> Int {
        headers.reduce(0) { count, header in
            header.name.utf8.count == 4 && header.name.lowercased() == "host" ? count + 1 : count
        }
    }

    /// Says in each answer that the connection stays, which no answer but one to HTTP/1.0 need say.
    final class Confirmation: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200,
                !head.headers.contains(name: "Connection")
            else { return context.write(data, promise: promise) }
            head.headers.add(name: "Connection", value: "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
    }
}

@available(*, unavailable)
extension HTTP1Rules: Sendable {}

@available(*, unavailable)
extension HTTP1Rules.Entrance: Sendable {}

@available(*, unavailable)
extension HTTP1Rules.Confirmation: Sendable {}
