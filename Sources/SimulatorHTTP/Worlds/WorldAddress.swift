import HTTPTypes
import StateStorage

/// The world that a request names, and the request's target inside that world.
struct WorldAddress: Hashable, Sendable {
    /// The isolated world's name; `nil` for the served world.
    let name: String?
    /// The request's target inside the world.
    let target: String
    /// The prefix of the world's paths: `/s/{name}` if the path names the world, otherwise empty.
    let pathPrefix: String

    /// The path prefix of isolated worlds: `/s/{name}/…`.
    static let prefix = "/s/"

    /// Reads a request's target and its `Simulator-World` header, either of which may name the world.
    ///
    /// - Throws: ``AdminError`` with status 400 when the name is invalid, or path and header name different worlds.
    init(target: String, header: String?) throws(AdminError) {
        var (found, inner) = Self.parts(of: target)
        pathPrefix = found.map { Self.prefix + $0 } ?? ""
        if let header {
            guard found == nil || found == header else {
                throw AdminError(400, "the path and the header Simulator-World name different worlds")
            }
            found = header
        }
        if let found, !WorldName.isValid(found) {
            throw AdminError(
                400, "this cannot be a world's name: use letters, digits, '.', '_' and '-', at most 64, not '.' first")
        }
        name = found
        self.target = inner
    }

    /// Splits a request's target into a world's name, which may be invalid, and the target inside the world.
    static func parts(of target: String) -> (name: String?, inner: String) {
        // A combining mark after a slash forms one character with it, so this compares octets.
        guard target.utf8.starts(with: prefix.utf8) else { return (nil, target) }
        let rest = target.utf8.dropFirst(prefix.utf8.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let inner = String(target[end...])
        return (String(target[rest.startIndex..<end]), inner.utf8.first == UInt8(ascii: "/") ? inner : "/" + inner)
    }
}
