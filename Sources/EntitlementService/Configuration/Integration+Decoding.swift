import EntitlementAPI
import Foundation

extension Integration {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case mvpd, displayName, provider, enabled, singleSignOn, boardingStatus, isBoardingStatusChosen
        case authenticationTTL, authorizationTTL, mediaTokenTTL, degradation, degradationMessage, safariViewController,
            logoutEndpoint
        case authenticationPerRequestor, passiveAuthentication, homeBasedAuthenticationTTL, homeBasedAuthorization
        case authorizationResourceLimit, preauthorizationResourceLimit
        case dummyAuthorization, enforcePlatformPermissions, tempPass, identityProvider, authorizations,
            maxRatings, requestedAttributes, requiredAttributes
        case platformMappingID = "platformMappingId"
    }

    /// Reads an integration; what a configuration that was kept by an earlier version does not say is as it was then.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, else standard: Value) throws -> Value {
            try container.decodeIfPresent(Value.self, forKey: key) ?? standard
        }
        self.init(
            mvpd: try container.decode(String.self, forKey: .mvpd),
            displayName: try container.decode(String.self, forKey: .displayName),
            platformMappingID: try container.decodeIfPresent(String.self, forKey: .platformMappingID),
            enabled: try container.decode(Bool.self, forKey: .enabled),
            singleSignOn: try container.decode(Bool.self, forKey: .singleSignOn),
            boardingStatus: try container.decodeIfPresent(ConfiguredMVPD.BoardingStatus.self, forKey: .boardingStatus))
        isBoardingStatusChosen = try container.decodeIfPresent(Bool.self, forKey: .isBoardingStatusChosen)
        authenticationTTL = try value(.authenticationTTL, else: authenticationTTL)
        authorizationTTL = try value(.authorizationTTL, else: authorizationTTL)
        mediaTokenTTL = try value(.mediaTokenTTL, else: mediaTokenTTL)
        authorizationResourceLimit = try value(.authorizationResourceLimit, else: authorizationResourceLimit)
        preauthorizationResourceLimit = try value(.preauthorizationResourceLimit, else: preauthorizationResourceLimit)
        degradation = try value(.degradation, else: degradation)
        degradationMessage = try container.decodeIfPresent(String.self, forKey: .degradationMessage)
        safariViewController = try value(.safariViewController, else: safariViewController)
        logoutEndpoint = try value(.logoutEndpoint, else: logoutEndpoint)
        authenticationPerRequestor = try value(.authenticationPerRequestor, else: authenticationPerRequestor)
        passiveAuthentication = try value(.passiveAuthentication, else: passiveAuthentication)
        homeBasedAuthenticationTTL = try container.decodeIfPresent(
            TimeInterval.self, forKey: .homeBasedAuthenticationTTL)
        homeBasedAuthorization = try value(.homeBasedAuthorization, else: homeBasedAuthorization)
        enforcePlatformPermissions = try value(.enforcePlatformPermissions, else: enforcePlatformPermissions)
        dummyAuthorization = try value(.dummyAuthorization, else: dummyAuthorization)
        tempPass = try container.decodeIfPresent(TempPass.self, forKey: .tempPass)
        provider = try container.decodeIfPresent(String.self, forKey: .provider)
        identityProvider = try container.decodeIfPresent(TrustedIdentityProvider.self, forKey: .identityProvider)
        authorizations = try value(.authorizations, else: authorizations)
        maxRatings = try value(.maxRatings, else: maxRatings)
        requestedAttributes = try value(.requestedAttributes, else: requestedAttributes)
        requiredAttributes = try value(.requiredAttributes, else: requiredAttributes)
    }
}
