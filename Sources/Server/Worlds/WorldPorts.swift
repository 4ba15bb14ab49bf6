import NIOCore
import TVSimPlatform
import TVSimScenario
import TVSimStructuredText

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
        let owner: PortOwner
        let port: Int
        /// Whether the world has had the port before, so that no other world can have it.
        let isKept: Bool
    }

    private enum Port: Sendable {
        case opening([CheckedContinuation<Int, any Error>], PortOwner)
        case open(Int, PortOwner, Closing)
        /// The listener has failed. No other world gets the port, because clients of this world know its address.
        case broken(Int, PortOwner)

        var owner: PortOwner {
            switch self {
            case .opening(_, let owner), .open(_, let owner, _), .broken(_, let owner): owner
            }
        }
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

    /// Returns the port of a world, and opens it if the world has none, or its listener has failed.
    ///
    /// - Parameters:
    ///   - world: The world's name.
    ///   - wanted: The port; 0 for the next one of the server's choice.
    /// - Returns: The port; `nil` if worlds get none.
    /// - Throws: ``AdminError`` when the world has another port, none can be opened, or the world is removed meanwhile.
    func port(of world: String, wanted: Int) async throws -> Int? {
        guard choice != .none else {
            guard wanted == 0 else {
                throw AdminError(422, "this server gives no ports to worlds (--world-ports none)")
            }
            return nil
        }
        let number = try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Int, any Error>) in
            guard let first = noted(answer, of: world, wanted) else { return }
            if case .terminated = wish.yield(first) {
                refuse(first.owner, AdminError(503, "the server is stopping"))
            }
        }
        guard wanted == 0 || wanted == number else {
            throw AdminError(422, "the world '\(world)' has the port \(number) already")
        }
        return number
    }

    /// Answers a request for the port of a world that is open, or notes the request.
    ///
    /// - Returns: The wish that the port is opened; `nil` if it is open, or an earlier request has this wish.
    private func noted(_ answer: CheckedContinuation<Int, any Error>, of world: String, _ wanted: Int) -> Wish? {
        state.withLockedValue { state in
            switch state.ports[world] {
            case .open(let number, _, _):
                answer.resume(returning: number)
                return nil
            case .opening(let waiting, let owner):
                state.ports[world] = .opening(waiting + [answer], owner)
                return nil
            case .broken(let number, let owner):
                state.ports[world] = .opening([answer], owner)
                return Wish(owner: owner, port: number, isKept: true)
            case nil:
                let owner = PortOwner(world)
                state.ports[world] = .opening([answer], owner)
                return Wish(owner: owner, port: wanted, isKept: false)
            }
        }
    }

    /// Closes the port of a world, if it has one: from now on, connections to it are refused.
    ///
    /// A port that is being opened closes as soon as it is open.
    func close(_ world: String) async {
        let port = state.withLockedValue { state in
            let port = state.ports.removeValue(forKey: world)
            port?.owner.close()
            return port
        }
        switch port {
        case .opening(let waiting, _):
            let error = AdminError(409, "the world '\(world)' was removed while its port was opened")
            for answer in waiting { answer.resume(throwing: error) }
        case .open(let number, _, let close):
            await close()
            giveBack(number)
        case .broken(let number, _): giveBack(number)
        case nil: break
        }
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
            do { number = try wish.isKept ? wish.port : take(wish.port) } catch { return refuse(wish.owner, error) }
            let isReady = Locked(false)
            do {
                return try await listen(wish.owner, number) { [self] number, close in
                    isReady.withLockedValue { $0 = true }
                    await hand(number, to: wish.owner, close)
                }
            } catch {
                guard !isReady.withLockedValue({ $0 }) else { return noteFailure(of: wish.owner) }
                giveBack(number)
                attempts -= 1
                // Another program of the machine may use a port of the range.
                if wish.port == 0, attempts > 0, (error as? IOError)?.errnoCode == EADDRINUSE { continue }
                return refuse(wish.owner, Self.refusal(error, port: number))
            }
        }
    }

    /// Gives a port that is open now to its world, or closes it if the world was removed meanwhile.
    private func hand(_ number: Int, to owner: PortOwner, _ close: @escaping Closing) async {
        guard !answer(owner, .success(number), .open(number, owner, close)) else { return }
        await close()
        giveBack(number)
    }

    /// Notes that the listener of an open port has failed, so that the next request for the port opens it again.
    private func noteFailure(of owner: PortOwner) {
        state.withLockedValue { state in
            guard case .open(let number, let current, _) = state.ports[owner.world], current === owner else { return }
            state.ports[owner.world] = .broken(number, owner)
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

    private func refuse(_ owner: PortOwner, _ error: any Error) { _ = answer(owner, .failure(error), nil) }

    /// Answers the requests that wait for the port of an owner.
    ///
    /// - Returns: `false` if the world of the owner was removed meanwhile.
    private func answer(_ owner: PortOwner, _ result: Result<Int, any Error>, _ port: Port?) -> Bool {
        let waiting: [CheckedContinuation<Int, any Error>]? = state.withLockedValue { state in
            guard case .opening(let waiting, let current) = state.ports[owner.world], current === owner else {
                return nil
            }
            state.ports[owner.world] = port
            return waiting
        }
        for answer in waiting ?? [] { answer.resume(with: result) }
        return waiting != nil
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
