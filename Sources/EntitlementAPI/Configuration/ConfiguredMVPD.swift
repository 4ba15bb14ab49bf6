package import Identifiers

/// One MVPD as the configuration describes it for a service provider and a platform; booleans that are absent are false.
package struct ConfiguredMVPD: Codable, Hashable, Sendable {
    /// The MVPD's identifier.
    package var id: MVPDID
    /// The MVPD's name for people.
    package var displayName: String
    /// Where its logo is.
    package var logoUrl: String?
    /// Whether it is a temporary pass and no real provider.
    package var isTempPass = false
    /// Whether it stands in for others.
    package var isProxy = false
    /// How far it takes part in the platform's single sign-on; `nil`: not at all.
    package var boardingStatus: BoardingStatus?
    /// The identifier by which the platform knows it.
    package var platformMappingID: ProviderID?
    /// Whether single sign-on is switched on for it.
    package var enablePlatformServices = false
    /// Whether the platform's picker shows it.
    package var displayInPlatformPicker = false
    /// Whether an app that was refused access may not use what other apps obtained.
    package var enforcePlatformPermissions = false
    /// Whether each service provider signs in on its own.
    package var authPerAggregator = false
    /// Whether it can be asked without showing itself.
    package var passiveAuthnEnabled = false
    /// Whether a sign-in ends with the browser's session.
    package var authPerBrowserSession = false
    /// Whether its sign-in page needs a Safari view controller.
    ///
    /// - Note: The documentation says that the configuration decides this, and not by which key; the key is ours.
    package var useSVC = false

    /// How far an MVPD takes part in the platform's single sign-on.
    package enum BoardingStatus: String, WireWord {
        /// The platform signs in to it.
        case supported = "SUPPORTED"
        /// The platform's picker lists it, and its own page signs in.
        case picker = "PICKER"
    }

    /// Creates an MVPD for which everything else is off.
    package init(id: MVPDID, displayName: String) {
        self.id = id
        self.displayName = displayName
    }

    private enum CodingKeys: String, CodingKey {
        case id, displayName, logoUrl, isTempPass, isProxy, boardingStatus, enablePlatformServices
        case displayInPlatformPicker, enforcePlatformPermissions, authPerAggregator, passiveAuthnEnabled
        case authPerBrowserSession, useSVC
        case platformMappingID = "platformMappingId"
    }

    /// Reads an MVPD; a boarding status that is none of the known ones counts as absent.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func flag(_ key: CodingKeys) throws -> Bool {
            try container.decodeIfPresent(Bool.self, forKey: key) ?? false
        }
        id = try container.decode(MVPDID.self, forKey: .id)
        displayName = try container.decode(String.self, forKey: .displayName)
        logoUrl = try container.decodeIfPresent(String.self, forKey: .logoUrl)
        boardingStatus = try container.decodeIfPresent(String.self, forKey: .boardingStatus)
            .flatMap(BoardingStatus.init)
        platformMappingID = try container.decodeIfPresent(ProviderID.self, forKey: .platformMappingID)
        isTempPass = try flag(.isTempPass)
        isProxy = try flag(.isProxy)
        enablePlatformServices = try flag(.enablePlatformServices)
        displayInPlatformPicker = try flag(.displayInPlatformPicker)
        enforcePlatformPermissions = try flag(.enforcePlatformPermissions)
        authPerAggregator = try flag(.authPerAggregator)
        passiveAuthnEnabled = try flag(.passiveAuthnEnabled)
        authPerBrowserSession = try flag(.authPerBrowserSession)
        useSVC = try flag(.useSVC)
    }

    /// Writes an MVPD as the documentation's sample does: of the booleans only those that are true.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(displayName, forKey: .displayName)
        try container.encodeIfPresent(logoUrl, forKey: .logoUrl)
        try container.encodeIfPresent(boardingStatus, forKey: .boardingStatus)
        try container.encodeIfPresent(platformMappingID, forKey: .platformMappingID)
        let flags: [(key: CodingKeys, isTrue: Bool)] = [
            (.isTempPass, isTempPass), (.isProxy, isProxy), (.enablePlatformServices, enablePlatformServices),
            (.displayInPlatformPicker, displayInPlatformPicker),
            (.enforcePlatformPermissions, enforcePlatformPermissions), (.authPerAggregator, authPerAggregator),
            (.passiveAuthnEnabled, passiveAuthnEnabled), (.authPerBrowserSession, authPerBrowserSession),
            (.useSVC, useSVC),
        ]
        for flag in flags where flag.isTrue { try container.encode(true, forKey: flag.key) }
    }
}
