import HTTPTypes

// The table of endpoints, continued: the single sign-on service.
extension Endpoint {
    /// The endpoints of the single sign-on service (Adobe Single Sign-On Service, APIs).
    static let singleSignOn: [Endpoint] = [
        .serviceToken, .refreshServiceToken, .linkDevice, .unlinkDevices, .listDevices,
    ]

    private static let linked: [RequestHeader] = [.accessToken, .deviceIdentifier, .serviceToken]

    /// The table requires `X-Device-Info`, but its text says that default values are used without it.
    package static let serviceToken = Endpoint(
        "serviceToken", .post, "/api/{serviceProvider}/serviceToken",
        "Returns a service token for the app's identifier of a user, or for the link code of another device. One of "
            + "the two is required.",
        required: [.accessToken, .deviceIdentifier],
        optional: [.singleSignOnID, .singleSignOnLink, .deviceInformation, .userAgent],
        answers: [.init(201, "A service token.", ServiceTokenResponse.self, ServiceTokenResponse.shapes(.created))],
        errors: .singleSignOn, fault: .singleSignOn)

    package static let refreshServiceToken = Endpoint(
        "refreshServiceToken", .get, "/api/{serviceProvider}/serviceToken",
        "Exchanges a service token that is valid or has recently expired for a new one.",
        required: [.accessToken, .serviceToken],
        answers: [.init(200, "A service token.", ServiceTokenResponse.self, ServiceTokenResponse.shapes(.ok))],
        errors: .singleSignOn, fault: .singleSignOn)

    package static let linkDevice = Endpoint(
        "link", .post, "/api/{serviceProvider}/link", "Returns a code that links another device.", required: linked,
        answers: [.init(201, "A link code.", LinkResponse.self)], errors: .singleSignOn, fault: .singleSignOn)

    package static let unlinkDevices = Endpoint(
        "unlink", .post, "/api/{serviceProvider}/unlink", "Ends the single sign-on of devices.", required: linked,
        body: .json(UnlinkRequest.self), answers: [.init(200, "The unlinked devices.", UnlinkResponse.self)],
        errors: .singleSignOn, fault: .singleSignOn)

    package static let listDevices = Endpoint(
        "list", .get, "/api/{serviceProvider}/list", "Lists the linked devices.", required: linked,
        answers: [.init(200, "The devices.", LinkedDevicesResponse.self)], errors: .singleSignOn, fault: .singleSignOn)
}
