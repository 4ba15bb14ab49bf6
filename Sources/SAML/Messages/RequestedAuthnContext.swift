import XMLSecurity

/// How a service provider would have the person authenticated (SAML Core 2.0 § 3.3.2.2.1).
package struct RequestedAuthnContext: Sendable, Hashable {
    /// How the way of the authentication compares with those that are named.
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

    /// How the way of the authentication compares with those that are named.
    package var comparison: Comparison
    /// The classes that are named, in order; empty where the request names declarations, of which nobody here has any.
    package var classes: [String]

    /// Creates a request.
    package init(_ comparison: Comparison = .exact, _ classes: [String]) {
        self.comparison = comparison
        self.classes = classes
    }

    /// Reads the element; without a comparison it is `exact`.
    ///
    /// - Throws: ``MessageError`` for a comparison that the standard does not have.
    init(_ element: XMLElement) throws {
        guard let comparison = Comparison(rawValue: element.attribute("Comparison") ?? Comparison.exact.rawValue)
        else { throw MessageError("'Comparison' is none of \(Comparison.allCases.map(\.rawValue)).") }
        self.comparison = comparison
        classes = try element.children("AuthnContextClassRef", SAMLNames.assertionNamespace).map { try $0.text() }
    }

    /// Whether a person who gave a name and a password over a protected transport was authenticated as is asked.
    ///
    /// The standard leaves it to the provider which way is stronger: a password is stronger than one that is sent in the
    /// open or than what is not specified, and weaker than keys, one-time codes and a second device. A way that is neither
    /// compares with nothing.
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

    /// How a class compares with a password over a protected transport.
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
