/// An MVPD, as the entitlement service names it, such as `Cablevision`.
package struct MVPDID: Identifier, CodingKeyRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A service provider (requestor), such as `REF30`.
package struct RequestorID: Identifier, CodingKeyRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A TV provider, as the platform names it: the account provider identifier or platform mapping id.
package struct ProviderID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A user, as an MVPD names them in its answers.
package struct UserID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
