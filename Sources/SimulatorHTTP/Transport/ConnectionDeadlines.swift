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
    /// Until when the request must be whole; `nil`: none is coming.
    private var reading: NIODeadline?
    /// Until when the answer must be taken; `nil`: none is going.
    private var writing: NIODeadline?
    /// The next look at both, which stays where it is when they move on: most requests need none of their own.
    private var look: (at: NIODeadline, scheduled: Scheduled<Void>)?

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            reading = context.eventLoop.now + limits.request
            watch(context)
        case .body:
            break
        case .end:
            reading = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            writing = context.eventLoop.now + limits.answer
            watch(context)
            context.write(data, promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let deadline = writing
            written.futureResult.assumeIsolated().whenComplete { _ in
                // The deadline of an answer that has begun since is that one's.
                if self.writing == deadline { self.writing = nil }
            }
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
        look?.scheduled.cancel()
        look = nil
        (reading, writing) = (nil, nil)
    }

    private var next: NIODeadline? { [reading, writing].compactMap(\.self).min() }

    /// Makes sure that somebody looks when the next deadline has come.
    private func watch(_ context: ChannelHandlerContext) {
        guard let next, look.map({ next < $0.at }) ?? true else { return }
        look?.scheduled.cancel()
        let scheduled = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) {
            self.look = nil
            guard let next = self.next else { return }
            guard next <= context.eventLoop.now else { return self.watch(context) }
            // The error comes first, so that half a body is never taken for a whole one.
            context.fireErrorCaught(TooSlow())
            context.close(promise: nil)
        }
        look = (next, scheduled)
    }

    /// Why a connection ended.
    private struct TooSlow: Error {}
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
