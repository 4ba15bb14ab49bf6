import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Routes the requests of the admin API.
///
/// All paths that the real platform does not have share one prefix, so an app cannot call them by accident.
enum AdminAPI {
    /// The prefix of every path.
    package static let prefix = "/_sim/v1"

    /// Returns whether a request target is below `/_sim`, even if no operation has its path.
    static func owns(_ target: String) -> Bool {
        let root = "/_sim".utf8
        guard target.utf8.starts(with: root) else { return false }
        let next = target.utf8.dropFirst(root.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }

    /// Returns whether a request target is a file of the world's page or redirects to the page.
    static func isPage(_ target: String) -> Bool {
        AdminPage.answer(for: path(of: target)) != nil
    }

    /// Returns whether a request target needs no secret: the health, the files of the page, which contain nothing of a
    /// world, and the page on which the browser of an app arrives.
    static func isOpen(_ target: String) -> Bool {
        let path = path(of: target)
        return path == prefix + AdminRoutes.healthPath || path == LandingPage.path || isPage(target)
    }

    /// Returns the path of a request target, without its query.
    static func path(of target: String) -> String {
        String(RequestTarget(target).path)
    }

    /// The result of routing a request.
    enum Match: Sendable {
        case operation(AdminRoute, path: [String: String], query: [String: String])
        /// An `OPTIONS` request, with the methods that the path supports.
        case options([String])
        /// A file of the world's page.
        case page(HTTPAnswer)
    }

    /// Finds the operation, page file or methods for a request.
    ///
    /// - Parameters:
    ///   - method: The request's method, where `HEAD` was replaced by `GET`.
    ///   - target: The request's target inside its world.
    /// - Returns: The match, with the parameters of the path and the query.
    /// - Throws: ``AdminError`` with status 404 for an unknown path and 405 for an unsupported method. Status 400 means
    ///   an invalid query, a repeated parameter or an unknown parameter.
    static func match(_ method: HTTPRequest.Method, _ target: String) throws(AdminError) -> Match {
        let path = path(of: target)
        if let page = AdminPage.answer(for: path) {
            if method == .get { return .page(page) }
            return try options(of: ["GET", "HEAD", "OPTIONS"], asked: method)
        }
        let inner = path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : ""
        switch RouteMatch(method, inner, in: AdminRoutes.all) {
        case .found(let route, let parameters):
            return .operation(route, path: parameters, query: try query(RequestTarget(target).query, of: route))
        case .wrongMethod(let routes):
            return try options(
                of: RouteMatch.allowed(by: routes, impliesHead: true) + ["OPTIONS"], asked: method)
        case .unknown:
            throw AdminError(
                404, "unknown path of the admin API",
                suggestion: Suggestion.closest(to: path, among: AdminRoutes.all.map { prefix + $0.path.text }))
        }
    }

    private static func options(of allowed: [String], asked method: HTTPRequest.Method) throws(AdminError) -> Match {
        if method == .options { return .options(allowed) }
        var error = AdminError(405, "method not allowed: this path supports \(allowed.joined(separator: ", "))")
        error.allowed = allowed
        throw error
    }

    private static func query(_ text: Substring, of route: AdminRoute) throws(AdminError) -> [String: String] {
        guard let fields = FormCoding.decode(String(text)) else {
            throw AdminError(400, "invalid query: bad percent-encoding or not UTF-8")
        }
        var query: [String: String] = [:]
        let known = route.parameters.filter { !route.isInPath($0) && !$0.isHeader }.map(\.name)
        for field in fields {
            guard known.contains(field.name) else {
                throw AdminError(
                    400,
                    known.isEmpty ? "the operation takes no parameters" : "unknown parameter '\(field.name.onOneLine)'",
                    suggestion: Suggestion.closest(to: field.name, among: known))
            }
            guard query.updateValue(field.value, forKey: field.name) == nil else {
                throw AdminError(400, "duplicate parameter '\(field.name)'")
            }
        }
        return query
    }
}
