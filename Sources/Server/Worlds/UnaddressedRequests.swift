import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// The requests that named no world where they had to, and were refused.
///
/// A client that resolves a path of a response as a relative URL loses `/s/NAME`. Without the refusal its request would
/// succeed in another world.
package final class UnaddressedRequests: Sendable {
    /// How many lines are kept.
    private static let most = 20

    private struct State: Sendable {
        var isStrict: Bool
        var count = 0
        var lines: [String] = []
    }

    private let mode: WorldMode
    private let state: Locked<State>

    init(_ mode: WorldMode) {
        self.mode = mode
        state = Locked(State(isStrict: mode == .strict))
    }

    /// The number of refused requests.
    package var count: Int { state.withLockedValue(\.count) }
    /// The first lines of different refused requests, without secrets, in order.
    package var lines: [String] { state.withLockedValue(\.lines) }

    /// The requests for the reader of a test that no request reached; `nil` if there are none.
    var told: String? {
        let (count, first) = state.withLockedValue { ($0.count, $0.lines.first) }
        return first.map {
            "the server refused \(count == 1 ? "1 request" : "\(count) requests") that named no world, first \($0): give "
                + "the app the 'url' of its world"
        }
    }

    /// Notes that the server has an isolated world.
    func worldIsUsed() {
        guard mode == .auto else { return }
        state.withLockedValue { $0.isStrict = true }
    }

    /// Returns why a request is refused; `nil` if it is not.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The world that it names.
    ///   - worlds: The worlds of the server.
    /// - Returns: The refusal; `nil` if the request is not refused.
    func refusal(of request: HTTPRequest, at address: WorldAddress, in worlds: SimulatedWorlds) -> AdminError? {
        guard address.name == nil, !address.isDeliberate, state.withLockedValue(\.isStrict),
            Self.concernsOneWorld(address.target)
        else { return nil }
        let path = RedactedExchange.address(AdminAPI.path(of: address.target)).onOneLine
        let line = "\(request.method.rawValue) \(path)"
        state.withLockedValue { state in
            state.count += 1
            if state.lines.count < Self.most, !state.lines.contains(line) { state.lines.append(line) }
        }
        var message =
            "the request names no world: its path begins at the root. A relative URL was resolved and lost '/s/NAME', or "
            + "the client has the address of the server in place of the world's"
        let given = IssuedIdentifier(in: request)
        let owners = given.map { worlds.owners(of: $0) } ?? []
        if let given, owners.count == 1 { message += ". The \(given.noun) belongs to the world '\(owners[0])'" }
        return AdminError(
            421, message,
            suggestion: "use the 'url' that POST \(AdminAPI.prefix)/worlds returns, or the header "
                + "'Simulator-World: \(WorldAddress.own)' for the world without a name")
    }

    /// Returns whether a target is the service's, a page's, or an operation of the admin API in the name of an app or a
    /// test that means its own world.
    private static func concernsOneWorld(_ target: String) -> Bool {
        let path = AdminAPI.path(of: target)
        guard AdminAPI.owns(target) else { return path != "/favicon.ico" && path != "/" }
        return path == AdminAPI.prefix + "/commands" || path.hasPrefix(AdminAPI.prefix + "/framework/")
            || path == LandingPage.path
    }
}
