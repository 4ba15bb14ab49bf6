package import HTTPTypes

/// A row of a route table.
package protocol RouteRow: Sendable {
    /// The HTTP method.
    var method: HTTPRequest.Method { get }
    /// The path.
    var path: PathTemplate { get }
}

/// The result of looking up a method and a path in a route table.
package enum RouteMatch<Row: RouteRow>: Sendable {
    /// A matching row, with the decoded path parameters by name.
    case found(Row, parameters: [String: String])
    /// A known path with an unsupported method, and the rows of the path.
    case wrongMethod(of: [Row])
    /// An unknown path.
    case unknown

    /// Looks up a method and a path; if several rows match, the first is used.
    package init(_ method: HTTPRequest.Method, _ path: Substring, in rows: [Row]) {
        let path = PathSegments(path)
        let matches = rows.compactMap { row in row.path.parameters(of: path).map { (row: row, parameters: $0) } }
        if let match = matches.first(where: { $0.row.method == method }) {
            self = .found(match.row, parameters: match.parameters)
        } else {
            self = matches.isEmpty ? .unknown : .wrongMethod(of: matches.map(\.row))
        }
    }

    /// Returns the methods of the `Allow` header for the rows of one path.
    ///
    /// - Parameters:
    ///   - rows: The rows of the path.
    ///   - impliesHead: Whether GET implies HEAD.
    /// - Returns: The methods.
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
