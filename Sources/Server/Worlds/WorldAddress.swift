import HTTPTypes
import TVSimIdentityProvider
import TVSimStateStorage

/// The world that a request names, and the request's target inside that world.
struct WorldAddress: Hashable, Sendable {
    /// The isolated world's name; `nil` for the served world.
    let name: String?
    /// The request's target inside the world.
    let target: String
    /// The prefix of the world's paths: `/s/{name}` if the path names the world, otherwise empty.
    let pathPrefix: String

    static let invalidName = AdminError(
        400, "invalid world name: use letters, digits, '.', '_' and '-', at most 64 characters, not '.' first")

    /// The path prefix of isolated worlds: `/s/{name}/…`.
    static let prefix = "/s/"

    /// The beginning of an address for metadata, which stands before the path of the party (RFC 8414, 3.1).
    ///
    /// The path of a party in an isolated world begins with ``prefix``.
    private static let metadataPrefix = ProviderSite.metadataPrefix

    /// Whether the port of the request serves no other world.
    let hasOwnPort: Bool

    /// The value of `Simulator-World` for the world of the address, or the world without a name if it has none.
    static let own = "-"

    /// Whether the header says that the client knows which world it means.
    let isDeliberate: Bool

    /// Reads a request's target and its `Simulator-World` header, either of which may name the world.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - header: The header; ``own`` for the world of path and port, or the served one.
    ///   - only: The world of the port; `nil` for the port of all worlds.
    /// - Throws: ``AdminError`` with status 400 when the name is invalid, or path, header and port name different worlds.
    init(target: String, header: String?, only: String? = nil) throws(AdminError) {
        hasOwnPort = only != nil
        var (found, inner) = Self.parts(of: target)
        pathPrefix = found.map { Self.prefix + $0 } ?? ""
        isDeliberate = header != nil
        if let header, header != Self.own {
            guard found == nil || found == header else {
                throw AdminError(400, "the path and the header Simulator-World name different worlds")
            }
            found = header
        }
        if let only {
            guard found == nil || found == only else {
                throw AdminError(400, "this port serves only the world '\(only)'")
            }
            found = only
        }
        if let found, !WorldName.isValid(found) {
            throw Self.invalidName
        }
        name = found
        self.target = inner
    }

    /// Splits a request's target into a world's name, which may be invalid, and the target inside the world.
    static func parts(of target: String) -> (name: String?, inner: String) {
        if target.utf8.starts(with: (metadataPrefix + prefix).utf8) {
            let (name, inner) = parts(of: String(target.dropFirst(metadataPrefix.count)))
            return (name, metadataPrefix + inner)
        }
        // A combining mark after a slash forms one character with it, so this compares octets.
        guard target.utf8.starts(with: prefix.utf8) else { return (nil, target) }
        let rest = target.utf8.dropFirst(prefix.utf8.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let inner = String(target[end...])
        return (String(target[rest.startIndex..<end]), inner.utf8.first == UInt8(ascii: "/") ? inner : "/" + inner)
    }
}
