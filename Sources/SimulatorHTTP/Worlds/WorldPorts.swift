import Glibc
import NIOConcurrencyHelpers
import NIOCore
import SimulatedWorld

/// The ports that serve one isolated world each, beside the port of all worlds.
///
/// A client on such a port cannot leave its world: an absolute path that it resolves against the base URL stays there.
final class WorldPorts: Sendable {
    /// Listens on a port for one world, and calls the last argument when it accepts requests.
    typealias Listener =
        @Sendable (
            _ world: String, _ port: Int, _ ready: @escaping @Sendable (ServerLocation) async -> Void
        ) async throws -> Void

    /// A wish for a port, which its listener or its error answers.
    private struct Wish: Sendable {
        let world: String
        let port: Int
        let answer: CheckedContinuation<ServerLocation, any Error>
    }

    private let open = NIOLockedValueBox<[String: ServerLocation]>([:])
    private let wishes: AsyncStream<Wish>
    private let wish: AsyncStream<Wish>.Continuation

    init() {
        (wishes, wish) = AsyncStream.makeStream()
    }

    /// Returns the address of a world's port, and opens the port if the world has none.
    ///
    /// - Parameters:
    ///   - world: The world's name.
    ///   - port: The port; 0 selects a free one.
    /// - Returns: The address.
    /// - Throws: ``AdminError`` when there are too many ports, the world has another one, or the port cannot be opened.
    func location(of world: String, port: Int) async throws -> ServerLocation {
        let known = open.withLockedValue { ($0[world], $0.count) }
        if let location = known.0 {
            guard port == 0 || location.url.hasSuffix(":\(port)") else {
                throw AdminError(422, "the world '\(world)' has the address \(location.url) already")
            }
            return location
        }
        guard known.1 < ServerLimits.ports else {
            throw AdminError(503, "\(ServerLimits.ports) worlds have a port of their own", suggestion: "use /s/{name}/")
        }
        return try await withCheckedThrowingContinuation { answer in
            if case .terminated = wish.yield(Wish(world: world, port: port, answer: answer)) {
                answer.resume(throwing: AdminError(503, "the server is stopping"))
            }
        }
    }

    /// Opens the wished ports until the task is cancelled.
    ///
    /// - Parameter listen: Listens on a port until the server stops.
    func serve(_ listen: @escaping Listener) async {
        await withDiscardingTaskGroup { group in
            for await wish in wishes {
                group.addTask { [self] in
                    let answered = NIOLockedValueBox(false)
                    do {
                        try await listen(wish.world, wish.port) { [self] location in
                            open.withLockedValue { $0[wish.world] = location }
                            answered.withLockedValue { $0 = true }
                            wish.answer.resume(returning: location)
                        }
                    } catch {
                        guard !answered.withLockedValue({ $0 }) else { return }
                        wish.answer.resume(throwing: Self.refusal(error, port: wish.port))
                    }
                }
            }
        }
    }

    private static func refusal(_ error: any Error, port: Int) -> AdminError {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        return AdminError(422, "cannot listen on port \(port): \(reason)", suggestion: "port 0 selects a free one")
    }
}
