import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends a connection whose client sends its request, or takes its answer, too slowly, and tells clients why a request of
/// theirs is none.
///
/// The server beneath ends connections on which nothing comes; a client that sends one byte now and then, or never
/// reads, would hold a connection for ever. What cannot be read, it refuses without a word, after the answers to all that
/// came before.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    /// Until when the request must be whole; `nil`: none is coming, or others are to be answered before it.
    private var reading: NIODeadline?
    /// Until when the answer must be taken; `nil`: none is going.
    private var writing: NIODeadline?
    /// The next look at both, which stays where it is when they move on: most requests need none of their own.
    private var look: (at: NIODeadline, scheduled: Scheduled<Void>)?
    private var progress = RequestProgress()
    /// Why the connection ends; `nil`: it goes on.
    private var refusal: ConnectionRefusal?
    /// What becomes of the answer that is going.
    private var outgoing = Outgoing.answer

    private enum Outgoing {
        case answer
        /// The server beneath says nothing to what is no request: the refusal goes in its place.
        case refusal
        /// It says so to a request that has its answer already: nobody is answered twice.
        case nothing
    }

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    // MARK: - What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            progress.begin(head)
            listen(context)
        case .body:
            progress.goOn()
        case .end:
            progress.finish()
            reading = nil
        }
        context.fireChannelRead(data)
    }

    /// Begins to wait for the rest of a request when it is its turn: before, it may be the server that does not read.
    private func listen(_ context: ChannelHandlerContext) {
        guard progress.isListening, refusal == nil else { return }
        reading = context.eventLoop.now + limits.request
        watch(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        progress.pause()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { progress.stop() }
        if event is ChannelShouldQuiesceEvent { progress.stop() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is HTTPParserError where progress.isAnsweredEarly && refusal == nil:
            // The server beneath would answer the request again.
            context.fireErrorCaught(Ended())
        case let error as HTTPParserError:
            reading = nil
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
        reading = nil
        refusal = reason
        context.fireErrorCaught(HTTPParserError.invalidEOFState)
    }

    // MARK: - What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            let isRefusal = refusal != nil && head.saysNothing
            outgoing = isRefusal ? progress.isAnsweredEarly ? .nothing : .refusal : .answer
            progress.answer()
            writing = context.eventLoop.now + limits.answer
            watch(context)
            switch (outgoing, refusal) {
            case (.nothing, _): promise?.succeed()
            case (.refusal, let refusal?): tell(refusal, context, promise)
            default: context.write(data, promise: promise)
            }
        case .head, .body:
            context.write(data, promise: promise)
        case .end where outgoing == .nothing:
            writing = context.eventLoop.now + limits.linger
            watch(context)
            promise?.succeed()
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let deadline = writing
            let isLast = outgoing == .refusal
            written.futureResult.assumeIsolated().whenComplete { _ in
                // The deadline of an answer that has begun since is that one's.
                guard self.writing == deadline else { return }
                self.writing = isLast ? context.eventLoop.now + self.limits.linger : nil
                self.watch(context)
            }
            context.write(data, promise: written)
            listen(context)
        }
    }

    /// Writes an answer but for its end.
    private func tell(
        _ refusal: ConnectionRefusal, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil
    ) {
        let answer = refusal.answer(to: progress.unfinished)
        guard !answer.body.isEmpty else { return context.write(wrapOutboundOut(.head(answer.head)), promise: promise) }
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.body))), promise: promise)
    }

    /// Tells a client that has sent half a head, before the connection ends, that it was too slow.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if progress.hasPartOfHead, refusal == nil, writing == nil {
            refusal = .tooSlow
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

    /// Refuses a request that is not whole in time; ends a connection whose client does not take its answer, or has it.
    private func expire(_ context: ChannelHandlerContext) {
        if let reading, reading <= context.eventLoop.now, progress.isListening {
            return refuse(.tooSlow, context)
        }
        // The error comes first, so that half a body is never taken for a whole one.
        context.fireErrorCaught(Ended())
        context.close(promise: nil)
    }

    /// The connection ends without a further answer.
    private struct Ended: Error {}
}

extension HTTPResponse {
    /// Whether this is what the server beneath answers to what is no request.
    fileprivate var saysNothing: Bool {
        status == .badRequest && headerFields[.connection] == "close" && headerFields[.contentLength] == "0"
    }
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
