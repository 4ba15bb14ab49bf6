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
        if let authority = request.authority, !allowsRemote,
            !Loopback.isLoopback(Loopback.host(ofAuthority: authority))
        {
            return AdminError(403, "the admin API answers to names of this machine alone")
        }
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

    /// Whether a person's browser goes to an address, to show what it finds there by itself and in nobody's frame (Fetch
    /// Metadata § 2).
    private static func isVisit(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.headerFields[.fetchMode] == "navigate"
            && request.headerFields[.fetchDestination] == "document"
    }
}
