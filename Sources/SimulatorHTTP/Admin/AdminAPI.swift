import EntitlementAPI
import HTTPTypes
import StructuredText

/// Finds the operation that a request of the admin API means.
///
/// Everything that is not the real platform stands under one prefix, so that no app meets it by accident.
enum AdminAPI {
    /// The prefix of every path.
    package static let prefix = "/_sim/v1"

    /// Says whether a target is the simulator's own, known or not.
    static func owns(_ target: String) -> Bool {
        let root = "/_sim".utf8
        guard target.utf8.starts(with: root) else { return false }
        let next = target.utf8.dropFirst(root.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }

    /// Says whether a target is a file of the world's page, or leads to it.
    static func isPage(_ target: String) -> Bool {
        AdminPage.answer(for: path(of: target)) != nil
    }

    private static func path(of target: String) -> String {
        String(RequestTarget(target).path)
    }

    /// What a request means: an operation, or the methods of the path.
    enum Match: Sendable {
        case operation(AdminRoute, path: [String: String], query: [String: String])
        /// A question for the methods that the path takes.
        case options([String])
        /// A file of the world's page.
        case page(HTTPAnswer)
    }

    /// Finds the operation.
    ///
    /// - Throws: ``AdminError`` when there is no such path (404) or it takes another method (405), when the query is
    ///   broken, or names a parameter twice or one that the operation does not have (400).
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
                404, "the admin API has no such path",
                suggestion: Suggestion.closest(to: path, among: AdminRoutes.all.map { prefix + $0.path.text }))
        }
    }

    private static func options(of allowed: [String], asked method: HTTPRequest.Method) throws(AdminError) -> Match {
        if method == .options { return .options(allowed) }
        var error = AdminError(405, "the path takes \(allowed.joined(separator: ", "))")
        error.allowed = allowed
        throw error
    }

    private static func query(_ text: Substring, of route: AdminRoute) throws(AdminError) -> [String: String] {
        guard let fields = FormCoding.decode(String(text)) else {
            throw AdminError(400, "the query holds a broken percent escape, or is not UTF-8")
        }
        var query: [String: String] = [:]
        let known = route.parameters.filter { !route.isInPath($0) }.map(\.name)
        for field in fields {
            guard known.contains(field.name) else {
                throw AdminError(
                    400, known.isEmpty ? "the operation takes no parameters" : "there is no such parameter",
                    suggestion: Suggestion.closest(to: field.name, among: known))
            }
            guard query.updateValue(field.value, forKey: field.name) == nil else {
                throw AdminError(400, "the parameter '\(field.name)' is given twice")
            }
        }
        return query
    }
}
