import EntitlementAPI
import Foundation
import Settings
import XMLSecurity

/// Decides whether a text is an address to which a browser can be sent.
package enum RedirectAddress {
    /// Refuses a redirect URL of a session or a logout that is none; `nil` is none that was given.
    ///
    /// - Throws: ``Refusal`` with `invalid_parameter_redirect_url`, which says why.
    static func require(_ text: String?) throws {
        guard let text, let flaw = flaw(of: text) else { return }
        let reason = "The redirect URL \(flaw)."
        throw Refusal(.invalidParameterRedirectURL, reason, details: reason)
    }

    /// Returns the redirect URL of a request that cannot do without one.
    ///
    /// - Throws: ``Refusal`` with `invalid_parameter_redirect_url` where it is missing, empty, or none.
    static func demand(_ text: String?) throws -> String {
        guard let text, !text.isEmpty else {
            let reason = "The parameter 'redirectUrl' is missing."
            throw Refusal(.invalidParameterRedirectURL, reason, details: reason)
        }
        try require(text)
        return text
    }

    /// Returns what is wrong with a text, as what follows a subject; `nil` when it is an absolute URI (RFC 3986 § 3).
    ///
    /// It may have a fragment, which a browser keeps: it is sent there with the text as it stands.
    static func flaw(of text: String) -> String? {
        guard text.utf8.count <= RequestLimits.target else { return "is longer than \(RequestLimits.target) bytes" }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else {
            return "is not written in the characters and the order of RFC 3986"
        }
        guard let scheme = url.scheme?.lowercased() else { return "is not absolute" }
        guard text.utf8.count > scheme.utf8.count + 1 else { return "has nothing behind its scheme" }
        if Formats.refusedSchemes.contains(scheme) { return "has the scheme '\(scheme)', which is not allowed" }
        if ["http", "https"].contains(scheme), url.host?.isEmpty != false { return "names no host" }
        return nil
    }

    /// Returns the host of an address of the web; `nil` for one that an app takes itself, as a scheme of its own.
    static func webHost(of text: String) -> String? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url.host
    }

    /// Whether a host is a domain, or one below it.
    static func isHost(_ host: String, at domain: String) -> Bool {
        let (host, domain) = (host.lowercased(), domain.lowercased())
        return host.utf8.elementsEqual(domain.utf8) || host.hasSuffix("." + domain)
    }

    /// Returns what is wrong with an OAuth redirection endpoint, which has no fragment (RFC 6749 § 3.1.2).
    static func flaw(ofEndpoint text: String) -> String? {
        flaw(of: text) ?? (text.contains("#") ? "has a fragment" : nil)
    }
}
