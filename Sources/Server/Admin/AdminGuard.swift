import HTTPTypes
import TVSimEntitlementAPI

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

    /// Decides about a browser's request for a page of a world: its host name must be one of this machine.
    ///
    /// With `--allow-remote`, other machines use names that the server does not know, so every name is accepted.
    ///
    /// - Parameter request: The request, with a target inside its world.
    /// - Returns: The reason for rejecting the request; `nil` if it is accepted, or is not for a page.
    func refusal(ofPage request: HTTPRequest) -> AdminError? {
        guard !allowsRemote, Self.isOfBrowser(request), Self.isPage(request), !isOwnHost(request) else { return nil }
        return AdminError(
            403,
            "a browser can open pages only at the host names of this machine, such as 'localhost'; see "
                + "--allow-remote")
    }

    /// Returns the subject of a sentence about a browser's request that must not create a world; `nil` if the request may.
    ///
    /// A link or a form of another site leads to pages only, so a visit that another site began does not create a world.
    /// DNS rebinding is recognized by the host name. A request of a script may come from another port of this machine, on
    /// which an app in a browser runs. Not every browser sends the headers of Fetch Metadata Request Headers, 2.
    func reasonAgainstWorld(for request: HTTPRequest) -> String? {
        guard Self.isOfBrowser(request) else { return nil }
        let site = request.headerFields[.fetchSite]
        if site == "cross-site" { return "a page of another site" }
        if !isOwnHost(request) { return "a browser at a host name that is not of this machine" }
        guard Self.isPage(request), site != "same-origin", site != "none" else { return nil }
        return site == nil ? "a browser that does not say which page led there" : "a link or a form of another page"
    }

    /// Returns whether a request's host name is one of this machine, or an IP address if other machines are accepted.
    private func isOwnHost(_ request: HTTPRequest) -> Bool {
        guard let authority = request.authority, let host = Loopback.host(ofAuthority: authority) else { return false }
        return Loopback.isLoopback(host) || allowsRemote && Loopback.isAddress(host)
    }

    /// Returns whether a target inside a world is for people: not the service's API.
    private static func isPage(_ request: HTTPRequest) -> Bool {
        !CrossOrigin.isInterface(request.path ?? "/")
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
