import Foundation
import HTTPTypes
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimScenario

/// Protects the admin API from web pages of other sites.
///
/// Programs on this machine may use the admin API. A browser lets any page send requests to this machine too, but it
/// names the page's site in `Origin` and `Sec-Fetch-Site`. DNS rebinding is recognized by `Host`, which still has the
/// attacker's host name. A user may follow a link of another site to the served world's page. The page's files contain
/// nothing of the world and change nothing.
///
/// A server with a secret accepts every request that has it, from every host name and origin: a page of another site does
/// not know it.
struct AdminGuard: Sendable {
    /// The address by which an Android emulator reaches the machine on which it runs.
    private static let emulatorsHost = "10.0.2.2"

    /// Whether the server accepts other machines (`--allow-remote`), which use host names that the server does not
    /// know.
    let allowsRemote: Bool
    /// The scheme of the server's own pages.
    let scheme: String
    /// The host name that the user has given to the server (`--public-host`); `nil` if none.
    var publicHost: String?
    /// The secret of the admin API; `nil` if it is open.
    var secret: AdminSecret?

    /// Returns whether a request for a target needs the secret.
    ///
    /// - Parameter target: The request's target inside its world.
    /// - Returns: Whether it does.
    func requiresSecret(for target: String) -> Bool {
        secret != nil && AdminAPI.owns(target) && !AdminAPI.isOpen(target)
    }

    /// Decides whether a request has the secret.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - target: Its target inside its world.
    /// - Returns: The reason for rejecting the request; `nil` if it has the secret or needs none.
    func refusal(withoutSecret request: HTTPRequest, to target: String) -> AdminError? {
        guard let secret, requiresSecret(for: target) else { return nil }
        let given = request.headerFields[.adminToken]
        guard given.map(secret.matches) != true else { return nil }
        return AdminError(
            401,
            given == nil
                ? "the admin API of this server requires its secret in the header '\(AdminSecret.header)'"
                : "the header '\(AdminSecret.header)' has another secret than this server",
            suggestion: "set \(AdminSecret.variable), which the clients, 'tvsim exec' and 'tvsim report' read")
    }

    /// Decides about one request that does not need the secret.
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
    /// With `--allow-remote`, other machines use names that the server does not know, so every name is accepted. The
    /// emulator's address of its host is accepted too. DNS rebinding has the attacker's name in `Host`, never an address.
    ///
    /// - Parameter request: The request, with a target inside its world.
    /// - Returns: The reason for rejecting the request; `nil` if it is accepted, or is not for a page.
    func refusal(ofPage request: HTTPRequest) -> AdminError? {
        guard !allowsRemote, Self.isOfBrowser(request), Self.isPage(request), !isOwnHost(request),
            request.authority.flatMap(Loopback.host) != Self.emulatorsHost
        else { return nil }
        return AdminError(
            403,
            "a browser can open pages only at the host names of this machine, such as 'localhost'; see "
                + "--public-host and --allow-remote")
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
        return isNamed(host) || allowsRemote && Loopback.isAddress(host)
    }

    /// Returns whether a host is a loopback address or the name that the user has given to the server.
    private func isNamed(_ host: String) -> Bool {
        Loopback.isLoopback(host) || host.lowercased() == publicHost?.lowercased()
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
        if isNamed(host) { return nil }
        guard allowsRemote else {
            return AdminError(
                403,
                "the admin API accepts only host names of this machine in 'Host'; see --public-host and --allow-remote")
        }
        return Self.isOfBrowser(request) && !Loopback.isAddress(host)
            ? AdminError(
                403,
                "the admin API accepts browsers only at an IP address, 'localhost' or the host of --public-host, not at "
                    + "'\(host)'")
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

extension AdminSecret {
    /// Returns whether a client has sent this secret, in a time that does not depend on how much of it was right.
    ///
    /// - Parameter given: What the client has sent.
    /// - Returns: Whether it is this secret.
    func matches(_ given: String) -> Bool {
        let digests = [text, given].map { Hash.sha256.digest(of: Data($0.utf8)) }
        return zip(digests[0], digests[1]).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
