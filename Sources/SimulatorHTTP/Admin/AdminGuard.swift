import EntitlementAPI
import HTTPTypes

/// Protects the admin API from web pages of other sites.
///
/// Programs on this machine may use the admin API. A browser lets any page send requests to this machine too, but it
/// names the page's site in `Origin` and `Sec-Fetch-Site`. DNS rebinding is recognized by `Host`, which still has the
/// attacker's host name. A user may follow a link of another site to the served world's page. The page's files contain
/// nothing of the world and change nothing.
struct AdminGuard: Sendable {
    /// Whether the server accepts other machines (`--allow-remote`), which use host names that the server does not
    /// know.
    let allowsRemote: Bool
    /// The scheme of the server's own pages.
    let scheme: String

    /// Decides about one request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isForPage: Whether its target is a file of the served world's page.
    /// - Returns: The reason for rejecting the request; `nil` if it is accepted.
    func refusal(of request: HTTPRequest, isForPage: Bool) -> AdminError? {
        if let authority = request.authority, let refusal = refusal(ofAuthority: authority, request) { return refusal }
        if let origin = request.headerFields[.origin], origin != "\(scheme)://\(request.authority ?? "")" {
            return AdminError(403, "the admin API rejects requests from pages of other origins")
        }
        if let site = request.headerFields[.fetchSite], site != "same-origin", site != "none",
            !(isForPage && Self.isVisit(request))
        {
            return AdminError(403, "the admin API rejects requests from pages of other sites")
        }
        return nil
    }

    /// Returns whether a page of another site sent the request in the background, for example for an image or a frame.
    ///
    /// The answer depends on the headers of Fetch Metadata Request Headers, 2, which not every browser sends.
    static func isForeign(_ request: HTTPRequest) -> Bool {
        let isSeen =
            request.headerFields[.fetchMode] == "navigate" && request.headerFields[.fetchDestination] == "document"
        return request.headerFields[.fetchSite] == "cross-site" && !isSeen
    }

    /// Validates the host name of a request.
    ///
    /// Other machines, such as containers, use host names that the server does not know. An attacker's host name may
    /// resolve to this machine, so a browser is accepted only if it uses an IP address.
    private func refusal(ofAuthority authority: String, _ request: HTTPRequest) -> AdminError? {
        guard let host = Loopback.host(ofAuthority: authority) else {
            return AdminError(400, "invalid header 'Host': expected HOST or HOST:PORT")
        }
        if Loopback.isLoopback(host) { return nil }
        guard allowsRemote else {
            return AdminError(
                403, "the admin API accepts only host names of this machine in 'Host'; see --allow-remote")
        }
        return Self.isOfBrowser(request) && !Loopback.isAddress(host)
            ? AdminError(403, "the admin API accepts browsers only at an IP address or 'localhost', not at '\(host)'")
            : nil
    }

    /// Returns whether a browser sent the request.
    ///
    /// A browser sends `Origin` with each request that changes something. With a GET request to the page's own name it
    /// sends `User-Agent` only, which begins with `Mozilla/` in every browser (RFC 9110, 10.1.5 describes the field).
    private static func isOfBrowser(_ request: HTTPRequest) -> Bool {
        request.headerFields[.origin] != nil || request.headerFields[.fetchSite] != nil
            || request.headerFields[.userAgent]?.hasPrefix("Mozilla/") == true
    }

    /// Returns whether a browser opens the target as a page in its own tab (Fetch Metadata Request Headers, 2).
    private static func isVisit(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.headerFields[.fetchMode] == "navigate"
            && request.headerFields[.fetchDestination] == "document"
    }
}
