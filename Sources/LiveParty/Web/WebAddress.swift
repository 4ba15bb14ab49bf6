import Foundation

/// An absolute address of a web page, without a fragment.
package struct WebAddress: Sendable, Hashable {
    /// A scheme, a host and a port: what one server is responsible for (RFC 6454, 4).
    package struct Origin: Sendable, Hashable {
        package let scheme: String
        /// The host in lower case, an IP address of version 6 in brackets.
        package let host: String
        package let port: Int

        /// The value of `Host`: without the standard port.
        package var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

        /// The host without brackets, as it is resolved.
        package var name: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }
    }

    package let origin: Origin
    /// The path, percent-encoded, at least `/`.
    package let path: String
    /// The query without its question mark, percent-encoded; `nil` if the address has none.
    package let query: String?

    /// The path and the query, as a request names them.
    package var target: String { path + (query.map { "?" + $0 } ?? "") }

    /// The whole address.
    package var text: String { "\(origin.scheme)://\(origin.authority)\(target)" }

    /// The address without its query.
    package var place: String { "\(origin.scheme)://\(origin.authority)\(path)" }

    /// Reads an address; `nil` if it is malformed, or neither `http` nor `https`.
    package init?(_ text: String) { self.init(URL(string: text)) }

    private init?(_ url: URL?) {
        guard let url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil
        else { return nil }
        origin = Origin(scheme: scheme, host: host, port: parts.port ?? (scheme == "https" ? 443 : 80))
        path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        query = parts.percentEncodedQuery
    }

    /// Returns the address to which a link on a page leads; `nil` for another scheme.
    package func following(_ link: String) -> WebAddress? {
        link.isEmpty ? self : WebAddress(URL(string: link, relativeTo: URL(string: text))?.absoluteURL)
    }

    /// Returns the same address with another query.
    package func with(query: String) -> WebAddress { WebAddress("\(place)?\(query)") ?? self }
}
