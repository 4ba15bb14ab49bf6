import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client sends its request, or takes its answer, too slowly.
///
/// The server beneath ends connections on which nothing comes; a client that sends one byte now and then, or never
/// reads, would hold a connection for ever.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private var reading: Scheduled<Void>?
    private var writing: Scheduled<Void>?

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            reading?.cancel()
            reading = deadline(in: limits.request, context)
        case .body:
            break
        case .end:
            reading?.cancel()
            reading = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            writing?.cancel()
            writing = deadline(in: limits.answer, context)
            context.write(data, promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let writing = writing
            written.futureResult.whenComplete { _ in writing?.cancel() }
            context.write(data, promise: written)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancel()
    }

    private func cancel() {
        reading?.cancel()
        writing?.cancel()
    }

    private func deadline(in time: TimeAmount, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            // The error comes first, so that half a body is never taken for a whole one.
            context.fireErrorCaught(TooSlow())
            context.close(promise: nil)
        }
    }

    /// Why a connection ended.
    private struct TooSlow: Error {}
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
