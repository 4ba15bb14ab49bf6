package import HTTPTypes

/// The service's headers that an app sends with a request.
package struct RequestHeaders: Sendable, Hashable {
    /// The app's access token.
    package var accessToken: String?
    /// Which device asks.
    package var deviceIdentifier: DeviceIdentifier?
    /// What the device is.
    package var deviceInformation: DeviceInformation?
    /// What the partner's framework said.
    package var frameworkStatus: PartnerFrameworkStatus?
    /// Who uses a promotional pass.
    package var temporaryIdentity: TemporaryIdentity?
    /// Who the person is, in the words of the app's identity service: a JWS.
    package var serviceToken: String?
    /// Who the person is, in the words of the platform: a JWS.
    package var subjectToken: String?

    /// The person's Experience Cloud ID.
    package var visitorIdentifier: String?
    /// The app's own value of `X-Device-Info`, which replaces ``deviceInformation``.
    package var deviceInformationText: String?

    /// Creates a set of headers; those that are `nil` are not sent.
    package init(
        accessToken: String? = nil, deviceIdentifier: DeviceIdentifier? = nil,
        deviceInformation: DeviceInformation? = nil, frameworkStatus: PartnerFrameworkStatus? = nil
    ) {
        self.accessToken = accessToken
        self.deviceIdentifier = deviceIdentifier
        self.deviceInformation = deviceInformation
        self.frameworkStatus = frameworkStatus
    }

    /// Returns the header fields as they stand on the wire.
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
