import Foundation
import TVSimCore
package import TVSimStructuredText

/// A client other than the entitlement service that a provider knows, such as a back end under test.
package struct OAuth2Client: Sendable, Hashable {
    /// The client identifier.
    package let clientID: String
    /// The client secret; `nil` for a public client, which must use a proof key (RFC 9700, 2.1.1).
    package var secret: String?
    /// The addresses to which the browser returns after a sign-in.
    package var redirectURIs: [String] = []
    /// The addresses to which the browser returns after a logout.
    package var logoutRedirectURIs: [String] = []

    /// Creates a public client without addresses.
    package init(clientID: String) { self.clientID = clientID }
}

extension OAuth2Client: Named {
    package var name: String { clientID }

    package init(named name: String) { self.init(clientID: name) }

    package static let fields = ObjectFormat<OAuth2Client>(
        title: "an OAuth 2 client", defaults: OAuth2Client(clientID: "example"),
        fields: [
            Field(
                "secret", "The client secret; null for a public client, which must use a proof key.",
                Formats.line.orNull, into: \.secret),
            Field(
                "redirectURIs", "The URLs to which the browser returns after a sign-in.",
                addresses, required: true, into: \.redirectURIs),
            Field(
                "logoutRedirectURIs", "The URLs to which the browser returns after a logout.",
                Formats.list(Formats.address, of: "URLs"), into: \.logoutRedirectURIs),
        ])

    /// Clients by identifier, except the entitlement service, which every provider knows.
    ///
    /// An identifier may have spaces (RFC 6749, A.1).
    static let map: Format<[OAuth2Client]> = Formats.map(of: "clients", key: "^ *\\S[\\S ]*$", allowsSpaces: true)

    /// Addresses of redirects, which have no fragment (RFC 6749, 3.1.2).
    private static let addresses = Formats.list(Formats.redirectService, of: "URLs").checked(["minItems": 1]) {
        (addresses, cursor) throws(SourceError) in
        guard !addresses.isEmpty else {
            throw SourceError(.wrongValue, at: cursor.path, "a client needs at least one URL to return to")
        }
    }
}

/// The addresses to which browsers return to the entitlement service, as it documents them.
package struct ServiceReturns: Sendable {
    /// After a sign-in.
    package let signIn: String
    /// After a logout.
    package let logout: String

    /// Creates the addresses.
    package init(signIn: String, logout: String) {
        (self.signIn, self.logout) = (signIn, logout)
    }
}

extension SiteContext {
    /// Returns the client with an identifier; `nil` if the provider does not know it.
    ///
    /// The addresses of the entitlement service include its documented addresses and those at which it is served.
    func client(_ id: String) -> OAuth2Client? {
        let settings = provider.authorizationServer
        guard id.utf8.elementsEqual(settings.clientID.utf8) else {
            return settings.clients.first { $0.clientID.utf8.elementsEqual(id.utf8) }
        }
        var service = OAuth2Client(clientID: id)
        service.secret = settings.clientSecret
        service.redirectURIs = [served.address(of: site.returns.signIn), site.returns.signIn]
        service.logoutRedirectURIs = [served.address(of: site.returns.logout), site.returns.logout]
        return service
    }

    /// Returns the address of a redirect to a client; the path alone for the entitlement service, which is on the same
    /// server.
    func destination(ofClient address: String) -> String {
        for documented in [site.returns.signIn, site.returns.logout]
        where address == documented || address == served.address(of: documented) {
            return isElsewhere ? served.address(of: documented) : ServedAddress.path(of: documented)
        }
        return address
    }
}

extension [String] {
    /// Returns whether the list has an address, compared octet by octet (RFC 9700, 2.1).
    func hasExactly(_ address: String) -> Bool { contains { $0.utf8.elementsEqual(address.utf8) } }

    /// Returns whether the list has an address of a redirect, compared octet by octet; the port of an address on the
    /// client's own machine may be another one (RFC 8252, 7.3; RFC 9700, 2.1).
    func hasRedirect(_ address: String) -> Bool {
        if hasExactly(address) { return true }
        guard let own = Self.withoutLoopbackPort(address) else { return false }
        return contains { Self.withoutLoopbackPort($0)?.utf8.elementsEqual(own.utf8) ?? false }
    }

    /// Returns an address of HTTP on the client's own machine without its port; `nil` for another address.
    private static func withoutLoopbackPort(_ address: String) -> String? {
        let pattern = /(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([0-9]{1,5}))?((?:[\/?].*)?)/
        guard let match = address.wholeMatch(of: pattern), match.2.map({ UInt16($0) != nil }) ?? true else {
            return nil
        }
        return String(match.1 + match.3)
    }
}
