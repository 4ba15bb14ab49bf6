import Foundation
import HTTPTypes
import NIOCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    static let openWorld = AdminRoute(
        method: .post, path: "/worlds", operation: "openWorld",
        summary: "Creates an isolated world with an address of its own, where no path leads to another world. The "
            + "address ends with the world: later connections are refused.",
        body: .init(
            summary:
                "The name of the world. `ifExists` says whether a world of this name is returned as it is (`reuse`, "
                + "the default) or refused with 409 (`fail`). `profile` is a profile, as an object or as the text of a "
                + "file, and `situation` one of `GET situations`, into which the new world is led; a world that exists "
                + "is refused with 409 if either is given. `port` is a port; without it, or with 0, a free one.",
            WorldWish.self),
        bodyLimit: ServerLimits.profileBody,
        answer: .init(
            summary: "The base URLs of the service and of the admin API, and the address of the page.",
            WorldLocation.self),
        canRefuse: true, canConflict: true
    ) { request in
        let wish = try WorldWish(request)
        guard WorldName.isValid(wish.name) else { throw WorldAddress.invalidName }
        let worlds = request.worlds
        let beginning = try WorldBeginning(
            profile: wish.profileText, situation: wish.situation, beside: worlds.served)
        if try await !worlds.contains(wish.name) { try worlds.ports.demandRoom() }
        let isNew = try await worlds.add(wish.name, beginning)
        guard isNew || wish.ifExists == .reuse && beginning.isUsual else {
            throw AdminError(
                409, "the world '\(wish.name)' exists already",
                suggestion: "use another name, or remove it with DELETE /s/\(wish.name)\(AdminAPI.prefix)/world")
        }
        let port: Int?
        do {
            port = try await worlds.ports.port(of: wish.name, wanted: wish.port ?? 0)
        } catch {
            if isNew { try await worlds.remove(wish.name, keepingEvidence: false) }
            throw error
        }
        let url = request.url(ofPort: port, of: wish.name)
        return try json(
            WorldLocation(
                name: wish.name, url: url, admin: url + AdminAPI.prefix, page: url + "/_sim",
                situation: worlds.situation(of: wish.name)?.name))
    }
}

extension AdminRequest {
    /// Returns the base URL of an isolated world: its port, or the path below the address that the client uses.
    fileprivate func url(ofPort port: Int?, of name: String) -> String {
        if let port { return host.url(port: port, for: authority) }
        let own = host.ownURL(port: connection.localAddress?.port ?? 0, for: authority)
        return own + WorldAddress.prefix + name
    }
}

/// The body of `POST /worlds`.
private struct WorldWish: Decodable, Shaped {
    /// What happens if a world of this name exists.
    enum Existing: String, WireWord { case reuse, fail }

    let name: String
    let ifExists: Existing?
    let port: Int?
    let profile: JSONValue?
    let situation: String?

    private static let keys = ["ifExists", "name", "port", "profile", "situation"]

    static let shapes = [
        Shape(
            of: Self.self,
            optional: [
                "port": ["minimum": 0, "maximum": 65535], "ifExists": ["default": "reuse"],
                "profile": ["type": ["object", "string"]], "situation": [:],
            ])
    ]

    /// The profile as text; `nil` if the body has none.
    var profileText: String? {
        get throws {
            switch profile {
            case nil: nil
            case .string(let text)?: text
            case let value?: try JSONText.line(value)
            }
        }
    }

    init(_ request: AdminRequest) throws {
        let expected = (sentence: "the body must be a JSON object with a 'name'", example: #"{"name": "a"}"#)
        let members = try request.members(expecting: expected)
        guard case .string(let name)? = members["name"] else {
            throw AdminError(400, expected.sentence, suggestion: expected.example)
        }
        if let other = members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw AdminError(400, "unknown key '\(other)'", suggestion: Suggestion.closest(to: other, among: Self.keys))
        }
        self.name = name
        switch members["port"] {
        case nil, .null?: port = nil
        case .integer(let number)? where (0...65535).contains(number): port = Int(number)
        default: throw AdminError(400, "'port' must be a whole number from 0 to 65535")
        }
        switch members["ifExists"] {
        case nil, .null?: ifExists = .reuse
        case .string(let word)?:
            guard let known = Existing(rawValue: word) else { fallthrough }
            ifExists = known
        default: throw AdminError(400, "'ifExists' must be 'reuse' or 'fail'")
        }
        switch members["profile"] {
        case nil, .null?: profile = nil
        case .object?, .string?: profile = members["profile"]
        default: throw AdminError(400, "'profile' must be a profile: an object, or the text of a file")
        }
        switch members["situation"] {
        case nil, .null?: situation = nil
        case .string(let name)?: situation = name
        default: throw AdminError(400, "'situation' must be a text such as 'access=denied/account=signedOut'")
        }
    }
}
