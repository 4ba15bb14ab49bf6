import NIOCore
import TVSimPlatform
import TVSimScenario
import TVSimStructuredText

/// The owner of a port: a world, until it is removed.
///
/// A connection can outlive the port. Its later requests must not reach a new world of the same name.
final class PortOwner: Sendable {
    /// The world's name.
    let world: String
    private let open = Locked(true)

    init(_ world: String) { self.world = world }

    /// Whether the world was not removed.
    var isOpen: Bool { open.withLockedValue { $0 } }

    fileprivate func close() { open.withLockedValue { $0 = false } }
}

/// The ports that serve one isolated world each, beside the port of all worlds.
///
/// A client on such a port cannot leave its world: an absolute path that it resolves against the base URL stays there.
/// The port closes with the world, and another world may get it then.
final class WorldPorts: Sendable {
    /// Closes a port, and returns when connections are refused.
    ///
    /// Requests in progress are still answered.
    typealias Closing = @Sendable () async -> Void

    /// Listens on a port for one world, and calls the last argument with the port when it accepts requests.
    typealias Listener =
        @Sendable (
            _ owner: PortOwner, _ port: Int, _ ready: @escaping @Sendable (Int, @escaping Closing) async -> Void
        ) async throws -> Void

    private struct Wish: Sendable {
        let world: String
        let port: Int
    }

    private enum Port: Sendable {
        case opening([CheckedContinuation<Int, any Error>])
        case open(Int, PortOwner, Closing)
    }

    private struct State: Sendable {
        var ports: [String: Port] = [:]
        /// The ports of the range that no world has, the least recently freed first.
        var free: [Int]
    }

    /// Which ports worlds get.
    let choice: WorldPortChoice
    private let state: Locked<State>
    private let wishes: AsyncStream<Wish>
    private let wish: AsyncStream<Wish>.Continuation

    init(_ choice: WorldPortChoice) {
        self.choice = choice
        (wishes, wish) = AsyncStream.makeStream()
        if case .among(let range) = choice {
            state = Locked(State(free: Array(range)))
        } else {
            state = Locked(State(free: []))
        }
    }

    /// Checks that a further world can get a port.
    ///
    /// - Throws: ``AdminError`` with status 503 when all ports are taken, or too few files can be opened.
    func demandRoom() throws {
        guard choice != .none else { return }
        if case .among(let range) = choice, state.withLockedValue(\.free).isEmpty {
            throw Self.allTaken(range)
        }
        guard OpenFiles.free >= ServerLimits.reservedFiles else {
            throw AdminError(
                503, "this server can open only \(OpenFiles.free) further files, and a world needs some for its port",
                suggestion: "remove a world with DELETE /s/{name}/_sim/v1/world, or raise the limit with 'ulimit -n'")
        }
    }

    /// Returns the port of a world, and opens it if the world has none.
    ///
    /// - Parameters:
    ///   - world: The world's name.
    ///   - wanted: The port; 0 for the next one of the server's choice.
    /// - Returns: The port; `nil` if worlds get none.
    /// - Throws: ``AdminError`` when the world has another port, or none can be opened.
    func port(of world: String, wanted: Int) async throws -> Int? {
        guard choice != .none else {
            guard wanted == 0 else {
                throw AdminError(422, "this server gives no ports to worlds (--world-ports none)")
            }
            return nil
        }
        let number = try await withCheckedThrowingContinuation { answer in
            let isFirst = state.withLockedValue { state in
                switch state.ports[world] {
                case .open(let number, _, _):
                    answer.resume(returning: number)
                    return false
                case .opening(let waiting):
                    state.ports[world] = .opening(waiting + [answer])
                    return false
                case nil:
                    state.ports[world] = .opening([answer])
                    return true
                }
            }
            if isFirst, case .terminated = wish.yield(Wish(world: world, port: wanted)) {
                refuse(world, AdminError(503, "the server is stopping"))
            }
        }
        guard wanted == 0 || wanted == number else {
            throw AdminError(422, "the world '\(world)' has the port \(number) already")
        }
        return number
    }

    /// Closes the port of a world, if it has one: from now on, connections to it are refused.
    func close(_ world: String) async {
        let port: (number: Int, close: Closing)? = state.withLockedValue { state in
            guard case .open(let number, let owner, let close) = state.ports[world] else { return nil }
            state.ports[world] = nil
            owner.close()
            return (number, close)
        }
        guard let port else { return }
        await port.close()
        giveBack(port.number)
    }

    /// Opens the wished ports until the task is cancelled.
    ///
    /// - Parameter listen: Listens on a port until the port closes or the server stops.
    func serve(_ listen: @escaping Listener) async {
        await withDiscardingTaskGroup { group in
            for await wish in wishes {
                group.addTask { [self] in await open(wish, listen) }
            }
        }
    }

    private func open(_ wish: Wish, _ listen: Listener) async {
        var attempts = state.withLockedValue(\.free.count)
        while true {
            let number: Int
            do { number = try take(wish.port) } catch { return refuse(wish.world, error) }
            let owner = PortOwner(wish.world)
            let isAnswered = Locked(false)
            do {
                return try await listen(owner, number) { [self] number, close in
                    isAnswered.withLockedValue { $0 = true }
                    answer(wish.world, .success(number), .open(number, owner, close))
                }
            } catch {
                guard !isAnswered.withLockedValue({ $0 }) else { return }
                giveBack(number)
                attempts -= 1
                // Another program of the machine may use a port of the range.
                if wish.port == 0, attempts > 0, (error as? IOError)?.errnoCode == EADDRINUSE { continue }
                return refuse(wish.world, Self.refusal(error, port: number))
            }
        }
    }

    /// Returns the port to open.
    private func take(_ wanted: Int) throws -> Int {
        guard case .among(let range) = choice else { return wanted }
        return try state.withLockedValue { state in
            guard wanted != 0 else {
                guard !state.free.isEmpty else { throw Self.allTaken(range) }
                return state.free.removeFirst()
            }
            guard let index = state.free.firstIndex(of: wanted) else {
                throw AdminError(
                    422,
                    range.contains(wanted)
                        ? "another world has the port \(wanted)"
                        : "the port \(wanted) is not one of \(range.lowerBound) to \(range.upperBound) (--world-ports)")
            }
            return state.free.remove(at: index)
        }
    }

    private func giveBack(_ number: Int) {
        guard case .among = choice else { return }
        state.withLockedValue { $0.free.append(number) }
    }

    private func refuse(_ world: String, _ error: any Error) { answer(world, .failure(error), nil) }

    private func answer(_ world: String, _ result: Result<Int, any Error>, _ port: Port?) {
        let waiting: [CheckedContinuation<Int, any Error>] = state.withLockedValue { state in
            guard case .opening(let waiting) = state.ports[world] else { return [] }
            state.ports[world] = port
            return waiting
        }
        for answer in waiting { answer.resume(with: result) }
    }

    private static func allTaken(_ range: ClosedRange<Int>) -> AdminError {
        AdminError(
            503, "all \(range.count) ports of worlds are taken (--world-ports \(range.lowerBound)-\(range.upperBound))",
            suggestion:
                "remove a world with DELETE /s/{name}/_sim/v1/world, or start the server with more --world-ports")
    }

    private static func refusal(_ error: any Error, port: Int) -> AdminError {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        return AdminError(422, "cannot listen on port \(port): \(reason)", suggestion: "port 0 selects a free one")
    }
}
