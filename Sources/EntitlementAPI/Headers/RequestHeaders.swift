package import HTTPTypes

/// The headers that an app sends to the service.
package struct RequestHeaders: Sendable, Hashable {
    /// The app's access token.
    package var accessToken: String?
    /// The device identifier.
    package var deviceIdentifier: DeviceIdentifier?
    /// The device information.
    package var deviceInformation: DeviceInformation?
    /// The status of the partner's framework.
    package var frameworkStatus: PartnerFrameworkStatus?
    /// The user of a promotional pass.
    package var temporaryIdentity: TemporaryIdentity?
    /// The user, as identified by the app's identity service: a JWS.
    package var serviceToken: String?
    /// The user, as identified by the platform: a JWS.
    package var subjectToken: String?

    /// The user's Experience Cloud ID.
    package var visitorIdentifier: String?
    /// The app's own value of `X-Device-Info`, which replaces ``deviceInformation``.
    package var deviceInformationText: String?

    /// Creates headers; those that are `nil` are not sent.
    package init(
        accessToken: String? = nil, deviceIdentifier: DeviceIdentifier? = nil,
        deviceInformation: DeviceInformation? = nil, frameworkStatus: PartnerFrameworkStatus? = nil
    ) {
        self.accessToken = accessToken
        self.deviceIdentifier = deviceIdentifier
        self.deviceInformation = deviceInformation
        self.frameworkStatus = frameworkStatus
    }

    /// Returns the header fields on the wire.
    package func fields() -> HTTPFields {
        var fields = HTTPFields()
        fields[.authorization] = accessToken.map { BearerToken($0).headerValue }
        fields[.deviceIdentifier] = deviceIdentifier?.headerValue
        fields[.deviceInformation] = deviceInformationText ?? deviceInformation?.headerValue
        fields[.visitorIdentifier] = visitorIdentifier
        fields[.frameworkStatus] = frameworkStatus?.headerValue
        fields[.temporaryIdentity] = temporaryIdentity?.headerValue
        fields[.serviceToken] = serviceToken
        fields[.subjectToken] = subjectToken
        return fields
    }
}
