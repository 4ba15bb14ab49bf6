package import TVSimStructuredText

/// An MVPD in the configuration of a service provider for a platform.
///
/// Missing booleans are `false`.
package struct ConfiguredMVPD: Codable, Hashable, Sendable {
    /// The MVPD's identifier.
    package var id: MVPDID
    /// The MVPD's display name.
    package var displayName: String
    /// The URL of the logo.
    package var logoUrl: String?
    /// Whether the MVPD is a temporary pass.
    package var isTempPass = false
    /// Whether the MVPD is a proxy of other MVPDs.
    package var isProxy = false
    /// The boarding status in the platform's single sign-on; `nil` if the MVPD does not take part.
    package var boardingStatus: BoardingStatus?
    /// The identifier by which the platform knows the MVPD.
    package var platformMappingID: ProviderID?
    /// Whether single sign-on is enabled.
    package var enablePlatformServices = false
    /// Whether the platform's picker shows the MVPD.
    package var displayInPlatformPicker = false
    /// Whether an app without access to the TV provider account may not use profiles that other apps obtained.
    package var enforcePlatformPermissions = false
    /// Whether each service provider needs its own sign-in.
    package var authPerAggregator = false
    /// Whether the MVPD supports passive authentication, which shows no page.
    package var passiveAuthnEnabled = false
    /// Whether a sign-in ends with the browser session.
    package var authPerBrowserSession = false
    /// Whether the sign-in page needs a Safari view controller.
    ///
    /// - Note: The documentation says that the configuration contains this, but not its key. The key is chosen here.
    package var useSVC = false

    /// The boarding status in the platform's single sign-on.
    package enum BoardingStatus: String, WireWord {
        /// The platform signs users in.
        case supported = "SUPPORTED"
        /// The platform's picker lists the MVPD, and users sign in on the MVPD's page.
        case picker = "PICKER"
    }

    /// Creates an MVPD with every option off.
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

    /// Reads an MVPD; an unknown boarding status counts as missing.
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

    /// Writes an MVPD; Booleans except `isProxy` are written only if they are `true`, as in the documentation's sample.
    ///
    /// The real configuration always contains `isProxy`. See Differences, S-46.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(displayName, forKey: .displayName)
        try container.encodeIfPresent(logoUrl, forKey: .logoUrl)
        try container.encodeIfPresent(boardingStatus, forKey: .boardingStatus)
        try container.encodeIfPresent(platformMappingID, forKey: .platformMappingID)
        let flags: [(key: CodingKeys, isTrue: Bool)] = [
            (.isTempPass, isTempPass), (.enablePlatformServices, enablePlatformServices),
            (.displayInPlatformPicker, displayInPlatformPicker),
            (.enforcePlatformPermissions, enforcePlatformPermissions), (.authPerAggregator, authPerAggregator),
            (.passiveAuthnEnabled, passiveAuthnEnabled), (.authPerBrowserSession, authPerBrowserSession),
            (.useSVC, useSVC),
        ]
        try container.encode(isProxy, forKey: .isProxy)
        for flag in flags where flag.isTrue { try container.encode(true, forKey: flag.key) }
    }
}
