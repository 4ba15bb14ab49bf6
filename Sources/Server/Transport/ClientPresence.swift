import NIOCore

/// Detects that a client has closed its side of the connection.
///
/// The server cannot distinguish a half-closed connection from a closed one.
final class ClientPresence: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private var isThere = true

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { isThere = false }
        context.fireUserInboundEventTriggered(event)
    }

    /// Waits for some time, then returns whether the client still keeps its side of the connection open.
    static func holds(_ connection: any Channel, after time: TimeAmount) async throws -> Bool {
        try await connection.eventLoop.scheduleTask(in: time) {
            // A closed connection has no handlers.
            (try? connection.pipeline.syncOperations.handler(type: ClientPresence.self))?.isThere ?? false
        }.futureResult.get()
    }
}

@available(*, unavailable)
extension ClientPresence: Sendable {}
