package import Identifiers
package import StructuredText

/// The parameters that a session has and lacks, and the device on which it began.
///
/// Adobe Pass REST API V2, Retrieve authentication session information using code.
package struct SessionInformation: Codable, Hashable, Sendable {
    /// What is known of the sign-in.
    package struct ExistingParameters: Codable, Hashable, Sendable {
        /// The MVPD.
        package var mvpd: MVPDID?
        /// The domain on whose behalf the person signs in.
        package var domainName: String?
        /// Where the browser is sent when the sign-in is over.
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

    /// What is known.
    package var existingParameters: ExistingParameters
    /// What is missing.
    package var missingParameters: [String]?
    /// The device on which the session began, as it described itself.
    package var device: JSONValue
    /// From when the code is valid.
    package var notBefore: MillisecondsText
    /// Until when the code is valid.
    package var notAfter: MillisecondsText

    /// Creates the information of a session that lacks nothing.
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
    /// Asks what a session has and lacks.
    package static func sessionInformation(
        code: String, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.sessionInformation.route(serviceProvider, code: code), headers: headers)
    }
}
