import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// Validates redirect addresses.
package enum RedirectAddress {
    /// Checks the redirect URL of a session or logout; `nil` is valid here.
    ///
    /// - Throws: ``Refusal`` with `invalid_parameter_redirect_url` and the reason if the URL is invalid.
    static func require(_ text: String?) throws {
        guard let text, let flaw = flaw(of: text) else { return }
        // The query may have what the journal must not keep.
        let place = Naming.quoted(text.prefix { $0 != "?" && $0 != "#" })
        throw Refusal(
            .invalidParameterRedirectURL, "The redirect URL \(place) \(flaw).", details: "The redirect URL \(flaw).")
    }

    /// Checks the domain and the redirect URL of a session against the domains of its requestor, if the service does.
    ///
    /// A URL of an app's own scheme has no domain. Without domains, every one is valid.
    ///
    /// - Throws: ``Refusal`` if one of them is outside of the domains.
    static func requireDomains(_ domainName: String?, _ redirectURL: String?, of request: ProtectedRequest) throws {
        let domains = request.requestor.domains
        guard request.configuration.checksDomains, !domains.isEmpty else { return }
        if let domainName, !domains.contains(where: { isHost(domainName, at: $0) }) {
            throw Refusal(
                .unreadableRequest,
                InputFate(
                    "domainName", .value, found: Naming.quoted(domainName),
                    expected:
                        "a domain of '\(request.requestor.id)', of \(Naming.known(domains, insteadOf: domainName))"),
                details: "The domain name is not one of the requestor's domains.")
        }
        if let host = redirectURL.flatMap(webHost), !domains.contains(where: { isHost(host, at: $0) }) {
            throw Refusal(
                .invalidParameterRedirectURL,
                InputFate(
                    "redirectUrl", .value, found: "at the host \(Naming.quoted(host))",
                    expected: "in a domain of '\(request.requestor.id)', of \(Naming.list(domains))"),
                details: "The redirect URL is outside of the requestor's domains.")
        }
    }

    /// Returns the required redirect URL of a request.
    ///
    /// - Throws: ``Refusal`` with `invalid_parameter_redirect_url` if the URL is missing, empty or invalid.
    static func demand(_ text: String?) throws -> String {
        guard let text, !text.isEmpty else {
            let reason = "The parameter 'redirectUrl' is missing."
            throw Refusal(.invalidParameterRedirectURL, reason, details: reason)
        }
        try require(text)
        return text
    }

    /// Returns the predicate of an error sentence about a URL; `nil` if the URL is an absolute URI (RFC 3986, 3).
    ///
    /// A fragment is allowed, because the browser is redirected to the unchanged text.
    static func flaw(of text: String) -> String? {
        guard text.utf8.count <= RequestLimits.target else { return "is longer than \(RequestLimits.target) bytes" }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else {
            return "is not a valid URI (RFC 3986)"
        }
        guard let scheme = url.scheme?.lowercased() else { return "is not absolute" }
        guard text.utf8.count > scheme.utf8.count + 1 else { return "has no content after its scheme" }
        if Formats.refusedSchemes.contains(scheme) { return "has the forbidden scheme '\(scheme)'" }
        if ["http", "https"].contains(scheme), url.host?.isEmpty != false { return "has no host" }
        return nil
    }

    /// Returns the host of an HTTP or HTTPS URL; `nil` for other schemes, which an app handles itself.
    static func webHost(of text: String) -> String? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url.host
    }

    /// Whether a host is a domain or one of its subdomains.
    static func isHost(_ host: String, at domain: String) -> Bool {
        let (host, domain) = (host.lowercased(), domain.lowercased())
        return host.utf8.elementsEqual(domain.utf8) || host.hasSuffix("." + domain)
    }
}
