package import TVSimEntitlementAPI
package import TVSimStateStorage
package import TVSimStructuredText

/// The contract of an MVPD with the entitlement service: the trusted identity provider and the subscribers'
/// entitlements.
package struct MVPDMetadata: Sendable {
    /// The identifier by which the platform knows the MVPD; `nil` if the platform does not know it.
    package var platformMappingID: ProviderID?
    /// The platform's boarding status of the MVPD; `nil` if the MVPD does not take part in single sign-on.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus?
    /// The identity provider whose SAML responses the service accepts; `nil` if the service accepts none.
    package var identityProvider: TrustedIdentityProvider?
    /// The authorization server of the MVPD; `nil` if it has none.
    package var authorizationServer: OAuth2Trust?
    /// Whether new sign-ins use the authorization server; sessions that began with it use it until they end.
    package var signsInWithOAuth2 = false
    /// The MVPD's subscribers.
    package var members: any MVPDMembers = MemberTable()
    /// The attributes that a SAML response must contain.
    package var requiredAttributes = ["userID"]

    /// Creates the contract of an MVPD without a TV provider.
    package init() {}
}

/// The subscribers of an MVPD, found by user identifier.
package protocol MVPDMembers: Sendable {
    /// Returns a subscriber; `nil` if the MVPD does not know the user.
    func member(_ userID: UserID) -> MVPDMember?
    /// The attributes that the service asks the MVPD for; responses contain no others.
    var attributeNames: [String] { get }
}

/// What an MVPD decides about one of its subscribers.
package struct MVPDMember: Sendable, Hashable {
    /// The name of the subscriber; `nil` if the source of the contract has none.
    package var name: String?
    /// The resources that the user may watch.
    package var resources: [ResourceID] = []
    /// The resources that the MVPD permits in advance; `nil` for those that the user may watch.
    package var preauthorized: [ResourceID]?
    /// The highest ratings that the user may watch, by rating system, such as `MPAA`.
    package var maxRatings: [String: String] = [:]
    /// The denials of single resources, which take precedence over the resources.
    package var denials: [ResourceID: Denial] = [:]
    /// The MVPD's words in every other denial; `nil` for none.
    package var denialText: String?
    /// The user's attributes that the MVPD sends with a permit.
    package var authorizationAttributes: [String: [String]] = [:]

    /// Creates a subscriber.
    package init(resources: [ResourceID] = []) { self.resources = resources }

    /// An MVPD's denial of a resource.
    package struct Denial: Sendable, Hashable {
        /// Whether the household's parental controls are the reason.
        package var isByParentalControls: Bool
        /// The MVPD's words to the user; `nil` for none.
        package var text: String?

        /// Creates a denial.
        package init(isByParentalControls: Bool = false, text: String? = nil) {
            self.isByParentalControls = isByParentalControls
            self.text = text
        }
    }
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

    package func member(_ userID: UserID) -> MVPDMember? {
        authorizations[userID].map { resources in
            var member = MVPDMember(resources: resources)
            member.maxRatings = maxRatings[userID] ?? [:]
            return member
        }
    }
}

/// The source of the MVPDs' contracts.
///
/// The service does not know the simulated TV providers. The world has both, so it supplies the contracts.
package protocol MVPDMetadataSource: Sendable {
    /// Sets the contract of every integration from the TV providers that a transaction sees.
    ///
    /// - Throws: `StateError` if the providers cannot be read.
    func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) throws
}

/// The contracts that the configuration already has, for a service without TV providers.
package struct FixedMVPDMetadata: MVPDMetadataSource {
    /// Creates the source.
    package init() {}

    package func fill(_ configuration: inout ServiceConfiguration, in state: any StateReading) {}
}
