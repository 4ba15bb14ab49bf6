import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Holds requests to what HTTP/1 says of their version, which nobody behind it sees any more.
///
/// A request names its host once (RFC 9112 § 3.2), and where its target is a whole address, that says whose it is (§ 3.2.2);
/// its body has no coding that we do not know (§ 6.1). Whoever lists `close` among the options of the connection, however it
/// is written, ends it with the answer (§ 9.6). A request of HTTP/1.0 may leave the host out, and its connection ends with
/// the answer unless it asks for the contrary, which the answer then confirms (§ 9.3); it does not know of answers that go
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
        // Said by what came: fields that are changed below are read anew.
        let stays = head.isKeepAlive
        let isOld = head.version == .http1_0 || head.version.major == 0
        do throws(ConnectionRefusal) {
            try Self.refuseHosts(of: head, mayHaveNone: isOld)
            try Self.readTarget(of: &head)
            try Self.refuseCodings(of: head)
        } catch {
            isBroken = true
            return context.fireErrorCaught(error)
        }
        if isOld { head.headers.remove(name: "Expect") }
        if isOld && stays { confirm(context) }
        // The server beneath knows the one spelling.
        if !stays { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func refuseHosts(
        of head: HTTPRequestHead, mayHaveNone: Bool
    ) throws(ConnectionRefusal) {
        let count = hosts(in: head.headers)
        guard count == 1 || (mayHaveNone && count == 0) else {
            throw .of(head, "The request does not name its host once.")
        }
    }

    /// Writes a target that is a whole address as all others are, and whose it is into `Host`.
    private static func readTarget(of head: inout HTTPRequestHead) throws(ConnectionRefusal) {
        guard let absolute = AbsoluteTarget(head.uri) else { return }
        head.uri = absolute.target
        if let trouble = absolute.trouble { throw .of(head, "The request's target \(trouble).") }
        head.headers.replaceOrAdd(name: "Host", value: absolute.authority)
    }

    /// What is coded in another way, nobody behind us would decode.
    private static func refuseCodings(of head: HTTPRequestHead) throws(ConnectionRefusal) {
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
            throw .of(head, status: 501, "The request's body has a transfer coding other than 'chunked'.")
        }
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
