package import EntitlementAPI
package import Identifiers
package import StateStorage
import XMLSecurity

/// The contract of an MVPD with the entitlement service: the trusted identity provider and the subscribers'
/// entitlements.
package struct MVPDContract: Sendable {
    /// The identifier by which the platform knows the MVPD; `nil` if the platform does not know it.
    package var platformMappingID: ProviderID?
    /// The platform's boarding status of the MVPD; `nil` if the MVPD does not take part in single sign-on.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus?
    /// The identity provider whose SAML responses the service accepts; `nil` if the service accepts none.
    package var identityProvider: TrustedIdentityProvider?
    /// The MVPD's subscribers.
    package var members: any MVPDMembers = MemberTable()
    /// The attributes that a SAML response must contain.
    package var requiredAttributes = ["userID"]

    /// Creates the contract of an MVPD without a TV provider.
    package init() {}
}

/// The subscribers of an MVPD, found by user identifier.
package protocol MVPDMembers: Sendable {
    /// Returns the resources that a user may watch; `nil` if the MVPD does not know the user.
    func resources(of userID: UserID) -> [ResourceID]?
    /// Returns the highest ratings that a user may watch, by rating system, such as `MPAA`.
    func maxRatings(of userID: UserID) -> [String: String]
    /// The attributes that the service asks the MVPD for; responses contain no others.
    var attributeNames: [String] { get }
}

/// Subscribers in a table, for a service without TV providers.
package struct MemberTable: MVPDMembers, Hashable {
    /// The default attributes of a request to an MVPD.
    package static let usualAttributes = ["userID", "householdID", "zip", "maxRating", "channelID"]

    /// The resources that users may watch, by user identifier.
    package var authorizations: [UserID: [ResourceID]]
    /// The highest ratings that users may watch, by user identifier.
    package var maxRatings: [UserID: [String: String]]
    package var attributeNames: [String]

    /// Creates a table.
    package init(
        authorizations: [UserID: [ResourceID]] = [:], maxRatings: [UserID: [String: String]] = [:],
        attributeNames: [String] = usualAttributes
    ) {
        self.authorizations = authorizations
        self.maxRatings = maxRatings
        self.attributeNames = attributeNames
    }

    package func resources(of userID: UserID) -> [ResourceID]? { authorizations[userID] }
    package func maxRatings(of userID: UserID) -> [String: String] { maxRatings[userID] ?? [:] }
}

/// The source of the MVPDs' contracts.
///
/// The service does not know the simulated TV providers. The world has both, so it supplies the contracts.
package protocol MVPDContracts: Sendable {
    /// Sets the contract of every integration from the TV providers that a transaction sees.
    ///
    /// - Throws: `StateError` if the providers cannot be read.
    func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) throws
}

/// The contracts that the configuration already has, for a service without TV providers.
package struct GivenContracts: MVPDContracts {
    /// Creates the source.
    package init() {}

    package func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) {}
}
