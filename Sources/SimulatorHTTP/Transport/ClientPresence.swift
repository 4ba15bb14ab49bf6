import NIOCore

/// Notices that a client says no more: it has gone, or will never be heard again.
///
/// Whoever closes a connection and whoever ends its own side alone look the same from here. Who waits for something to
/// happen waits for neither.
final class ClientPresence: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private var isThere = true

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { isThere = false }
        context.fireUserInboundEventTriggered(event)
    }

    /// Says after some time whether the client of a connection is still there.
    static func holds(_ connection: any Channel, after time: TimeAmount) async throws -> Bool {
        try await connection.eventLoop.scheduleTask(in: time) {
            // A connection that is closed has no handlers.
            (try? connection.pipeline.syncOperations.handler(type: ClientPresence.self))?.isThere ?? false
        }.futureResult.get()
    }
}

@available(*, unavailable)
extension ClientPresence: Sendable {}
