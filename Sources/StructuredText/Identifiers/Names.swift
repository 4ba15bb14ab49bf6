/// The identifier of an MVPD in the entitlement service, such as `Cablevision`.
package struct MVPDID: Identifier, CodingKeyRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of a service provider (requestor), such as `REF30`.
package struct RequestorID: Identifier, CodingKeyRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The platform's identifier of a TV provider: the account provider identifier or platform mapping ID.
package struct ProviderID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The user identifier that an MVPD sends in its responses.
package struct UserID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
