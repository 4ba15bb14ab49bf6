package import HTTPTypes

/// A row of a table of routes.
package protocol RouteRow: Sendable {
    /// The only method that the row takes.
    var method: HTTPRequest.Method { get }
    /// The row's path.
    var path: PathTemplate { get }
}

/// The result of looking up a method and a path in a table of routes.
package enum RouteMatch<Row: RouteRow>: Sendable {
    /// A row, with the parameters of the path by name, decoded.
    case found(Row, parameters: [String: String])
    /// A known path with an unsupported method, and the rows that the path has.
    case wrongMethod(of: [Row])
    /// An unknown path.
    case unknown

    /// Looks up a method and a path; of two rows that match both, the first is taken.
    package init(_ method: HTTPRequest.Method, _ path: Substring, in rows: [Row]) {
        let matches = rows.compactMap { row in row.path.parameters(of: path).map { (row: row, parameters: $0) } }
        if let match = matches.first(where: { $0.row.method == method }) {
            self = .found(match.row, parameters: match.parameters)
        } else {
            self = matches.isEmpty ? .unknown : .wrongMethod(of: matches.map(\.row))
        }
    }

    /// Returns the methods that an `Allow` header lists for the rows of one path; HEAD may stand after GET.
    package static func allowed(by rows: [Row], impliesHead: Bool = false) -> [String] {
        rows.flatMap { row in
            row.method == .get && impliesHead ? ["GET", "HEAD"] : [row.method.rawValue]
        }
    }
}

extension RouteMatch: Equatable where Row: Equatable {}

extension RouteMatch<Endpoint> {
    /// Looks up an endpoint.
    ///
    /// One trailing slash is ignored, because Adobe's sample of the configuration request has one.
    package init(_ method: HTTPRequest.Method, _ path: Substring) {
        self.init(method, path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path, in: Endpoint.all)
    }
}
