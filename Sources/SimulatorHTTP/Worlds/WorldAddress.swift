import HTTPTypes
import StateStorage

/// In which world a request is meant, and what it asks there.
struct WorldAddress: Hashable, Sendable {
    /// The isolated world's name; `nil`: the world that is served.
    let name: String?
    /// The request's target inside the world.
    let target: String
    /// What stands before the targets of the world in paths: `/s/{name}` where the path named it, else nothing.
    let pathPrefix: String

    /// The path prefix of isolated worlds: `/s/{name}/…`.
    static let prefix = "/s/"

    /// Reads a request's target, and the header that may name the world instead.
    ///
    /// - Throws: ``AdminError`` when the name cannot be one, or path and header name different worlds.
    init(target: String, header: String?) throws(AdminError) {
        var (found, inner) = Self.parts(of: target)
        pathPrefix = found.map { Self.prefix + $0 } ?? ""
        if let header {
            guard found == nil || found == header else {
                throw AdminError(400, "the path names one world and the header Simulator-World another")
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

    /// What a request's target says of the world, whether or not it can be one's name, and the target inside the world.
    static func parts(of target: String) -> (name: String?, inner: String) {
        // Octet by octet, as in every target: a mark that combines would make another character of the slash before it.
        guard target.utf8.starts(with: prefix.utf8) else { return (nil, target) }
        let rest = target.utf8.dropFirst(prefix.utf8.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let inner = String(target[end...])
        return (String(target[rest.startIndex..<end]), inner.utf8.first == UInt8(ascii: "/") ? inner : "/" + inner)
    }
}
