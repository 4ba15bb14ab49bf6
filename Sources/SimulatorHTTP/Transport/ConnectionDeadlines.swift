import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends a connection whose client sends its request, or takes its answer, too slowly, and tells clients why a request of
/// theirs is none.
///
/// The server beneath ends connections on which nothing comes; a client that sends one byte now and then, or never
/// reads, would hold a connection for ever. What cannot be read, it refuses without a word.
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
    /// How many requests have no answer yet.
    private var unanswered = 0
    /// For what the last request is.
    private var target: String?
    /// How far what comes has come.
    private var coming = Coming.nothing
    /// Why the connection ends; `nil`: it goes on.
    private var refusal: ConnectionRefusal?

    private enum Coming {
        /// The last request is whole, and nothing has come behind it.
        case nothing
        /// Octets that are no head yet.
        case partOfHead
        /// Something that was handed on since the last look.
        case parts
        /// The client has ended its side.
        case end
    }

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    // MARK: - What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        coming = .parts
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            target = head.path
            reading = context.eventLoop.now + limits.request
            watch(context)
        case .body:
            break
        case .end:
            reading = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch coming {
        // Octets came, and nothing was handed on.
        case .nothing: coming = .partOfHead
        case .parts: coming = .nothing
        case .partOfHead, .end: break
        }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { coming = .end }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError:
            refusal = refusal ?? .of(error)
            context.fireErrorCaught(error)
        case let error as ConnectionRefusal:
            refuse(error, context)
        default:
            context.fireErrorCaught(error)
        }
    }

    /// Has the server beneath end the connection: in its turn it answers what is no HTTP, and nothing else.
    private func refuse(_ reason: ConnectionRefusal, _ context: ChannelHandlerContext) {
        refusal = reason
        context.fireErrorCaught(HTTPParserError.invalidEOFState)
    }

    // MARK: - What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            unanswered -= 1
            writing = context.eventLoop.now + limits.answer
            watch(context)
            guard let refusal, head.saysNothing else { return context.write(data, promise: promise) }
            tell(refusal, context, promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let deadline = writing
            written.futureResult.assumeIsolated().whenComplete { _ in
                // The deadline of an answer that has begun since is that one's.
                guard self.writing == deadline else { return }
                self.writing = self.refusal.map { _ in context.eventLoop.now + self.limits.linger }
                self.watch(context)
            }
            context.write(data, promise: written)
        }
    }

    /// Writes an answer but for its end.
    private func tell(
        _ refusal: ConnectionRefusal, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil
    ) {
        var answer = refusal.answer(to: target)
        answer.head.headerFields[.connection] = "close"
        answer.head.headerFields[.contentLength] = "\(answer.body.count)"
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.body))), promise: promise)
    }

    /// Tells a client that has sent half a head, before the connection ends, that it was too slow.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .partOfHead = coming, refusal == nil, reading == nil, unanswered == 0 {
            refusal = .tooSlow
            target = nil
            tell(.tooSlow, context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }

    // MARK: - Deadlines

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
            self.expire(context)
        }
        look = (next, scheduled)
    }

    /// Ends the connection, at once where nobody waits for an answer that has not begun.
    private func expire(_ context: ChannelHandlerContext) {
        let isReading = reading.map { $0 <= context.eventLoop.now } ?? false
        guard isReading, unanswered > 0, refusal == nil else {
            // The error comes first, so that half a body is never taken for a whole one.
            context.fireErrorCaught(TooSlow())
            return context.close(promise: nil)
        }
        reading = nil
        writing = context.eventLoop.now + limits.answer
        watch(context)
        refuse(.tooSlow, context)
    }

    /// Why a connection ended.
    private struct TooSlow: Error {}
}

extension HTTPResponse {
    /// Whether this is what the server beneath answers to what is no request.
    fileprivate var saysNothing: Bool {
        status == .badRequest && headerFields[.connection] == "close" && headerFields[.contentLength] == "0"
    }
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
