import TVSimXMLSecurity

/// A service provider's requirements for the authentication (SAML Core 2.0, 3.3.2.2.1).
package struct RequestedAuthnContext: Sendable, Hashable {
    /// How the authentication must compare with the named classes.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// It is one of them.
        case exact
        /// It is at least as strong as one of them.
        case minimum
        /// It is not stronger than one of them.
        case maximum
        /// It is stronger than each of them.
        case better
    }

    /// How the authentication must compare with the named classes.
    package var comparison: Comparison
    /// The named classes, in order; empty if the request names declarations, which no provider here supports.
    package var classes: [String]

    /// Creates a request.
    package init(_ comparison: Comparison = .exact, _ classes: [String]) {
        self.comparison = comparison
        self.classes = classes
    }

    /// Reads the element; the default comparison is `exact`.
    ///
    /// - Throws: ``MessageError`` if the comparison is not one of the standard's.
    init(_ element: XMLElement) throws {
        guard let comparison = Comparison(rawValue: element.attribute("Comparison") ?? Comparison.exact.rawValue)
        else { throw MessageError("'Comparison' is not one of \(Comparison.allCases.map(\.rawValue)).") }
        self.comparison = comparison
        classes = try element.children("AuthnContextClassRef", SAMLNames.assertionNamespace).map { try $0.text() }
    }

    /// Whether a user name and a password over a protected transport satisfy the requirements.
    ///
    /// The standard lets the provider order the classes. Here, a password over a protected transport is stronger than
    /// an unprotected password or an unspecified class, and weaker than keys, one-time codes and a second device. Other
    /// classes compare with nothing.
    package var isMetByPassword: Bool {
        func strengths(_ wanted: Set<Strength>) -> Bool {
            classes.contains { Strength($0).map(wanted.contains) ?? false }
        }
        return switch comparison {
        case .exact: strengths([.same])
        case .minimum: strengths([.weaker, .same])
        case .maximum: strengths([.same, .stronger])
        case .better: !classes.isEmpty && classes.allSatisfy { Strength($0) == .weaker }
        }
    }

    /// The strength of a class, compared with a password over a protected transport.
    private enum Strength {
        case weaker, same, stronger

        init?(_ identifier: String) {
            let prefix = "urn:oasis:names:tc:SAML:2.0:ac:classes:"
            guard identifier.hasPrefix(prefix) else { return nil }
            switch identifier.dropFirst(prefix.count) {
            case "unspecified", "InternetProtocol", "PreviousSession", "Password": self = .weaker
            case "PasswordProtectedTransport": self = .same
            case "X509", "Smartcard", "SmartcardPKI", "SoftwarePKI", "TLSClient", "TimeSyncToken",
                "MobileOneFactorContract", "MobileTwoFactorContract":
                self = .stronger
            default: return nil
            }
        }
    }

    var xml: String {
        let named = classes.map {
            "<saml:AuthnContextClassRef>\(XMLEscaping.escape($0))</saml:AuthnContextClassRef>"
        }
        return #"<samlp:RequestedAuthnContext Comparison="\#(comparison.rawValue)">\#(named.joined())"#
            + "</samlp:RequestedAuthnContext>"
    }
}
