package import Identifiers

/// The valid profiles of a device, by MVPD.
package struct ProfilesResponse: Codable, Hashable, Sendable {
    /// The profiles by MVPD; may be empty.
    package var profiles: [MVPDID: Profile]

    /// Creates an answer.
    package init(profiles: [MVPDID: Profile]) {
        self.profiles = profiles
    }
}

/// What an app sends to have a SAML response turned into a profile.
package struct PartnerProfileRequest: FormRequest {
    /// The Base64 of the SAML response.
    package var samlResponse: String?

    package static let fields = [
        FormKey<PartnerProfileRequest>("SAMLResponse", \.samlResponse, isRequired: true, Schema.base64XML)
    ]

    package init() {}

    /// Creates a request from the Base64 of a SAML response.
    package init(samlResponse: String) {
        self.samlResponse = samlResponse
    }
}

extension EntitlementCall where Answer == ProfilesResponse {
    /// Turns the SAML response of Apple's framework into a profile.
    package static func partnerProfile(
        _ request: PartnerProfileRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.partnerProfile.route(serviceProvider), headers: headers, body: .form(request.form))
    }

    /// Asks for the profiles of a device.
    package static func profiles(of serviceProvider: RequestorID, headers: RequestHeaders) -> EntitlementCall {
        EntitlementCall(Endpoint.profiles.route(serviceProvider), headers: headers)
    }

    /// Asks for the profiles of a device with one MVPD.
    package static func profile(
        of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.profile.route(serviceProvider, mvpd: mvpd), headers: headers)
    }

    /// Asks for the profile that a code has led to.
    package static func profile(
        ofCode code: String, serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.profileByCode.route(serviceProvider, code: code), headers: headers)
    }
}
