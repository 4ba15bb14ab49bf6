import NIOCore

/// Notices that a client has closed its side of the connection.
///
/// A client that closes the connection and one that closes its own side alone look the same to the server.
final class ClientPresence: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private var isThere = true

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { isThere = false }
        context.fireUserInboundEventTriggered(event)
    }

    /// Waits, and returns whether the client of a connection is still there.
    static func holds(_ connection: any Channel, after time: TimeAmount) async throws -> Bool {
        try await connection.eventLoop.scheduleTask(in: time) {
            // A closed connection has no handlers.
            (try? connection.pipeline.syncOperations.handler(type: ClientPresence.self))?.isThere ?? false
        }.futureResult.get()
    }
}

@available(*, unavailable)
extension ClientPresence: Sendable {}
