package import EntitlementAPI
import EntitlementService
import SimulationCore

extension Profile.Integration {
    /// The integration as a profile writes it, every key included; a boarding status that follows the provider is absent.
    package var json: [String: JSONValue] {
        var json: [String: JSONValue] = [
            "provider": JSONValue(provider), "displayName": .string(displayName), "enabled": .bool(enabled),
            "singleSignOn": .bool(singleSignOn),
            "authenticationTTL": .string(TimeText.format(duration: authenticationTTL)),
            "authorizationTTL": .string(TimeText.format(duration: authorizationTTL)),
            "mediaTokenTTL": .string(TimeText.format(duration: mediaTokenTTL)),
            "authorizationResourceLimit": .integer(Int64(authorizationResourceLimit)),
            "preauthorizationResourceLimit": .integer(Int64(preauthorizationResourceLimit)),
            "degradation": .string(degradation.rawValue), "degradationMessage": JSONValue(degradationMessage),
            "dummyAuthorization": .bool(dummyAuthorization),
            "enforcePlatformPermissions": .bool(enforcePlatformPermissions),
            "authenticationPerRequestor": .bool(authenticationPerRequestor),
            "passiveAuthentication": .bool(passiveAuthentication),
            "homeBasedAuthenticationTTL": JSONValue(homeBasedAuthenticationTTL.map(TimeText.format(duration:))),
            "homeBasedAuthorization": .bool(homeBasedAuthorization),
            "safariViewController": .bool(safariViewController), "logoutEndpoint": .bool(logoutEndpoint),
            "tempPass": tempPass.map { .object($0.json) } ?? .null,
            "identityProvider": identityProvider.map { .object($0.json) } ?? .null,
        ]
        if case .fixed(let status) = boardingStatus { json["boardingStatus"] = JSONValue(status?.rawValue) }
        return json
    }
}

extension TempPass {
    fileprivate var json: [String: JSONValue] {
        [
            "duration": .string(TimeText.format(duration: duration)),
            "resources": resources.map { .integer(Int64($0)) } ?? .null,
            "userInformationKey": .string(userInformationKey),
        ]
    }
}

extension TrustedIdentityProvider {
    fileprivate var json: [String: JSONValue] {
        [
            "entityID": .string(entityID), "certificates": .array(certificates.map(JSONValue.string)),
            "singleSignOnService": JSONValue(singleSignOnService),
            "singleLogoutService": JSONValue(singleLogoutService),
        ]
    }
}
