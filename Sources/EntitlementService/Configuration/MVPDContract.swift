package import EntitlementAPI
package import Identifiers
package import StateStorage
import XMLSecurity

/// What an MVPD has agreed with the entitlement service: whom to trust, and what it answers when it is asked who may watch
/// what.
package struct MVPDContract: Sendable, Hashable {
    /// The identifier by which the platform knows the MVPD; `nil` where it does not.
    package var platformMappingID: ProviderID?
    /// The boarding status that the platform gives it; `nil` where it takes no part in single sign-on.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus?
    /// Whose SAML responses are believed; `nil` where none are.
    package var identityProvider: TrustedIdentityProvider?
    /// The people of the MVPD.
    package var members: any MVPDMembers = MemberTable()
    /// The attributes without which a SAML response is refused.
    package var requiredAttributes = ["userID"]

    /// Creates the contract of an MVPD without a TV provider.
    package init() {}

    // A contract follows from the TV provider, so it does not take part in comparing configurations.
    package static func == (left: MVPDContract, right: MVPDContract) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// The people of an MVPD, as it answers about them by user identifier.
package protocol MVPDMembers: Sendable {
    /// Returns the resources that a user may watch; `nil` for a user whom the MVPD does not know.
    func resources(of userID: UserID) -> [ResourceID]?
    /// Returns the highest ratings that a user may watch, by system of ratings such as `MPAA`.
    func maxRatings(of userID: UserID) -> [String: String]
    /// The attributes that the MVPD is asked for: what it is never asked for, it never says.
    var attributeNames: [String] { get }
}

/// People in a table, for a service without TV providers.
package struct MemberTable: MVPDMembers, Hashable {
    /// The attributes that every MVPD is asked for.
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

/// Where the service looks up what MVPDs have agreed with it.
///
/// The service does not know the simulated TV providers. The world that has both supplies the contracts.
package protocol MVPDContracts: Sendable {
    /// Fills in the contract of every integration, as a transaction sees the TV providers.
    func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) throws
}

/// The contracts of a service without TV providers: those that the configuration already has.
package struct GivenContracts: MVPDContracts {
    /// Creates the lookup.
    package init() {}

    package func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) {}
}
