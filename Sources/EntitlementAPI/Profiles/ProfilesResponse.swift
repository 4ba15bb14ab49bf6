package import TVSimStructuredText

/// The valid profiles of a device, by MVPD.
package struct ProfilesResponse: Codable, Hashable, Sendable {
    /// The profiles by MVPD; empty if the device has none.
    package var profiles: [MVPDID: EntitlementProfile]

    /// Creates a response.
    package init(profiles: [MVPDID: EntitlementProfile]) {
        self.profiles = profiles
    }
}

/// A request to create a profile from a SAML response.
package struct PartnerProfileRequest: FormRequest {
    /// The SAML response in Base64.
    package var samlResponse: String?

    package static let fields = [
        FormKey<PartnerProfileRequest>("SAMLResponse", \.samlResponse, isRequired: true, Schema.base64XML)
    ]

    package init() {}

    /// Creates a request from a SAML response in Base64.
    package init(samlResponse: String) {
        self.samlResponse = samlResponse
    }
}

extension EntitlementCall where Answer == ProfilesResponse {
    /// Creates a profile from the SAML response of Apple's framework.
    package static func partnerProfile(
        _ request: PartnerProfileRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.partnerProfile.route(serviceProvider), headers: headers, body: .form(request.form))
    }

    /// Requests the profiles of a device.
    package static func profiles(of serviceProvider: RequestorID, headers: RequestHeaders) -> EntitlementCall {
        EntitlementCall(Endpoint.profiles.route(serviceProvider), headers: headers)
    }

    /// Requests the profiles of a device with one MVPD.
    package static func profile(
        of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.profile.route(serviceProvider, mvpd: mvpd), headers: headers)
    }

    /// Requests the profile of a code's sign-in.
    package static func profile(
        ofCode code: String, serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.profileByCode.route(serviceProvider, code: code), headers: headers)
    }
}
