import EntitlementAPI
import Foundation
import HTTPTypes
import SimulatedWorld
import StateStorage
import StructuredText

extension AdminRoutes {
    static let openWorld = AdminRoute(
        method: .post, path: "/worlds", operation: "openWorld",
        summary: "Gives an isolated world a port of its own, where no path leads to another world, and creates the "
            + "world if it is missing. The port stays until the server stops: after the world was removed, the next "
            + "request to the port creates it again.",
        body: .init(
            summary: "The name of the world, and the port; without it, or with 0, a free port.",
            WorldWish.self),
        bodyLimit: ServerLimits.commandBody,
        answer: .init(summary: "The base URLs of the service and of the admin API.", WorldLocation.self),
        canRefuse: true
    ) { request in
        let wish = try WorldWish(try request.text())
        guard WorldName.isValid(wish.name) else { throw WorldAddress.invalidName }
        try await request.worlds.ensure(wish.name)
        let location = try await request.worlds.ports.location(of: wish.name, port: wish.port ?? 0)
        return try json(WorldLocation(name: wish.name, url: location.url, admin: location.admin))
    }
}

/// The body of `POST /worlds`.
private struct WorldWish: Decodable, Shaped {
    let name: String
    let port: Int?

    static let shapes = [Shape(of: Self.self, optional: ["port": ["minimum": 0, "maximum": 65535]])]

    init(_ text: String) throws(AdminError) {
        guard case .object(let members)? = try? JSONValue(json: Data(text.utf8)),
            case .string(let name)? = members["name"]
        else { throw AdminError(400, "the body must be a JSON object with a 'name'", suggestion: #"{"name": "a"}"#) }
        if let other = members.keys.sorted().first(where: { !["name", "port"].contains($0) }) {
            throw AdminError(
                400, "unknown key '\(other)'", suggestion: Suggestion.closest(to: other, among: ["name", "port"]))
        }
        self.name = name
        switch members["port"] {
        case nil, .null?: port = nil
        case .integer(let number)? where (0...65535).contains(number): port = Int(number)
        default: throw AdminError(400, "'port' must be a whole number from 0 to 65535")
        }
    }
}
