package import TVSimStructuredText

/// The existing and missing parameters of a session, and its device.
///
/// Adobe Pass REST API V2, Retrieve authentication session information using code.
package struct SessionInformation: Codable, Hashable, Sendable {
    /// The existing parameters.
    package struct ExistingParameters: Codable, Hashable, Sendable {
        /// The MVPD.
        package var mvpd: MVPDID?
        /// The domain that the user signs in for.
        package var domainName: String?
        /// The URL that the browser is redirected to after the sign-in.
        package var redirectUrl: String?
        /// The service provider.
        package var serviceProvider: RequestorID

        /// Creates the parameters of a service provider's session.
        package init(mvpd: MVPDID?, domainName: String?, redirectUrl: String?, serviceProvider: RequestorID) {
            self.mvpd = mvpd
            self.domainName = domainName
            self.redirectUrl = redirectUrl
            self.serviceProvider = serviceProvider
        }
    }

    /// The existing parameters.
    package var existingParameters: ExistingParameters
    /// The names of the missing parameters; `nil` if none is missing.
    package var missingParameters: [String]?
    /// The device that created the session.
    package var device: JSONValue
    /// The start of the code's validity.
    package var notBefore: MillisecondsText
    /// The end of the code's validity.
    package var notAfter: MillisecondsText

    /// Creates the information of a session without missing parameters.
    package init(
        existingParameters: ExistingParameters, device: JSONValue, notBefore: MillisecondsText,
        notAfter: MillisecondsText
    ) {
        self.existingParameters = existingParameters
        self.device = device
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}

extension EntitlementCall where Answer == SessionInformation {
    /// Requests the existing and missing parameters of a session.
    package static func sessionInformation(
        code: String, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.sessionInformation.route(serviceProvider, code: code), headers: headers)
    }
}
