import Foundation
import HTTPTypes
import TVSimStructuredText

/// One answer in a chain of redirects.
package struct Hop: Sendable, Hashable {
    package let address: WebAddress
    /// The status; `nil` if the run does not open the address.
    package let status: Int?
    /// The names of the cookies that it set, sorted.
    package let cookies: [String]
}

/// Where a browser arrived.
package struct Visit: Sendable {
    /// The answers, and last the address at which the visit ended if the run does not open it.
    package var hops: [Hop] = []
    /// The last page; empty after a redirect to another server.
    package var page = PageText()
    /// The form that leads to the address at which the visit ended; `nil` without one.
    package var form: PageText.Form?

    /// Creates a visit that has not begun.
    package init() {}
}

/// A browser of a run: it keeps cookies, and follows redirects, refreshes and forms that a script sends.
///
/// A copy has the same cookies, and keeps further cookies for itself.
package struct LiveBrowser {
    /// The most answers of a visit.
    private static let mostHops = 8

    private let client: LiveClient
    private var cookies: [Cookie] = []

    private struct Cookie {
        let name: String
        let value: String
        let domain: String
        /// Whether the servers of its domain get it too.
        let isShared: Bool
    }

    /// Creates a browser without cookies.
    package init(over client: LiveClient) { self.client = client }

    /// Opens an address, and follows what leads on by itself, within the allowed addresses.
    ///
    /// - Parameters:
    ///   - address: An allowed address.
    ///   - form: The fields of a form to post; `nil` to get a page.
    ///   - end: Returns whether the visit ends before an address is opened.
    /// - Returns: Where the visit ended.
    /// - Throws: `TransportFailure` without an answer; ``LiveStop`` if the run must not send more.
    package mutating func visit(
        _ address: WebAddress, form: [(name: String, value: String)]? = nil,
        until end: (WebAddress) -> Bool = { _ in false }
    ) throws -> Visit {
        var (visit, next, fields) = (Visit(), address, form)
        while true {
            guard client.allowed.contains(next), !end(next), visit.hops.count < Self.mostHops else {
                visit.hops.append(Hop(address: next, status: nil, cookies: []))
                return visit
            }
            let answer = try client.send(to: next, form: fields, cookies: header(for: next))
            let names = keep(answer.fields[values: .setCookie], from: next)
            visit.hops.append(Hop(address: next, status: answer.status, cookies: names))
            visit.form = nil
            if (300..<400).contains(answer.status), let link = answer.fields[.location] {
                visit.page = PageText()
                guard let target = next.following(link) else { return visit }
                // Only 307 and 308 keep the method (RFC 9110, 15.4).
                (next, fields) = (target, [307, 308].contains(answer.status) ? fields : nil)
                continue
            }
            let isHTML = answer.fields[.contentType]?.contains("html") ?? true
            visit.page = PageText(String(decoding: answer.body, as: UTF8.self), isHTML: isHTML)
            if let link = visit.page.refresh, let target = next.following(link) {
                (next, fields) = (target, nil)
            } else if let form = visit.page.forms.first(where: { form in
                visit.page.sendsForm || next.following(form.action).map(end) == true
            }), let target = next.following(form.action) {
                visit.form = form
                fields = form.isPost ? form.sent : nil
                next = form.isPost ? target : target.with(query: FormCoding.encode(form.sent))
            } else {
                return visit
            }
        }
    }

    /// Returns the header `Cookie` for an address; `nil` if no cookie belongs to it.
    ///
    /// `Path`, `Secure` and `SameSite` are ignored: a party is judged by what it does with a message that arrives.
    private func header(for address: WebAddress) -> String? {
        let host = address.origin.name
        let own = cookies.filter { $0.domain == host || $0.isShared && host.hasSuffix("." + $0.domain) }
        return own.isEmpty ? nil : own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Keeps the cookies of an answer, and returns the names of those that have a value, sorted.
    private mutating func keep(_ lines: [String], from address: WebAddress) -> [String] {
        var names: Set<String> = []
        for line in lines.prefix(50) where line.utf8.count <= 8_192 {
            let parts = line.split(separator: ";", omittingEmptySubsequences: false).map { String($0).trimmed }
            let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty else { continue }
            func attribute(_ name: String) -> String? {
                parts.dropFirst().first { $0.lowercased().hasPrefix(name + "=") }.map {
                    String($0.dropFirst(name.count + 1))
                }
            }
            let host = address.origin.name
            let domain = attribute("domain").map { $0.lowercased().drop { $0 == "." }.description }
            let shared = domain.flatMap { host == $0 || host.hasSuffix("." + $0) && $0.contains(".") ? $0 : nil }
            let cookie = Cookie(name: pair[0], value: pair[1], domain: shared ?? host, isShared: shared != nil)
            cookies.removeAll { $0.name == cookie.name && $0.domain == cookie.domain }
            let isPast =
                attribute("max-age").flatMap { Int($0) }.map { $0 <= 0 } ?? attribute("expires")?.contains("1970")
            guard isPast != true, !cookie.value.isEmpty, cookies.count < 200 else { continue }
            cookies.append(cookie)
            names.insert(cookie.name)
        }
        return names.sorted()
    }
}
