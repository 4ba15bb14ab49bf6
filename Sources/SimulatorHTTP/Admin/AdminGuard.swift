import EntitlementAPI
import HTTPTypes

/// Decides whether a request may speak to the admin API: programs of this machine may, pages of other sites may not.
///
/// A browser lets any page send requests to this machine. It says from where they come, in `Origin` and
/// `Sec-Fetch-Site`; and a page whose name was made to point here still sends its own name as `Host`. A person may follow
/// another site's link to the served world's page: its files say nothing of the world and change nothing.
struct AdminGuard: Sendable {
    /// Whether the server was told to serve other machines, under names that it cannot know.
    let allowsRemote: Bool
    /// The scheme of the server's own pages.
    let scheme: String

    /// Decides about one request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isForPage: Whether it means a file of the served world's page, and no operation.
    /// - Returns: Why it is refused; `nil`: it is not.
    func refusal(of request: HTTPRequest, isForPage: Bool) -> AdminError? {
        if let authority = request.authority, let refusal = refusal(ofAuthority: authority, request) { return refusal }
        if let origin = request.headerFields[.origin], origin != "\(scheme)://\(request.authority ?? "")" {
            return AdminError(403, "the admin API does not answer pages of other origins")
        }
        if let site = request.headerFields[.fetchSite], site != "same-origin", site != "none",
            !(isForPage && Self.isVisit(request))
        {
            return AdminError(403, "the admin API does not answer pages of other sites")
        }
        return nil
    }

    /// Whether a page of another site sends a request that no person sees, as for a picture or a hidden frame, as far as
    /// browsers tell (Fetch Metadata § 2).
    static func isForeign(_ request: HTTPRequest) -> Bool {
        let isSeen =
            request.headerFields[.fetchMode] == "navigate" && request.headerFields[.fetchDestination] == "document"
        return request.headerFields[.fetchSite] == "cross-site" && !isSeen
    }

    /// Decides about the name under which a request came.
    ///
    /// Other machines reach the server under names that it cannot know, as containers do. A browser there says, where it is
    /// about to change something, from which page it comes; that page can be anybody's whose name was made to point here,
    /// unless the browser was given an address.
    private func refusal(ofAuthority authority: String, _ request: HTTPRequest) -> AdminError? {
        guard let host = Loopback.host(ofAuthority: authority) else {
            return AdminError(400, "'Host' is no host with or without a port")
        }
        if Loopback.isLoopback(host) { return nil }
        guard allowsRemote else { return AdminError(403, "the admin API answers to names of this machine alone") }
        let isOfBrowser = request.headerFields[.origin] != nil || request.headerFields[.fetchSite] != nil
        return isOfBrowser && !Loopback.isAddress(host)
            ? AdminError(403, "the admin API answers browsers by address or as 'localhost' alone, not as '\(host)'")
            : nil
    }

    /// Whether a person's browser goes to an address, to show what it finds there by itself and in nobody's frame (Fetch
    /// Metadata § 2).
    private static func isVisit(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.headerFields[.fetchMode] == "navigate"
            && request.headerFields[.fetchDestination] == "document"
    }
}
