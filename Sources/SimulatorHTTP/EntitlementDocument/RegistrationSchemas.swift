import EntitlementAPI
import StructuredText
import TVSimulator

/// What client registration and the configuration take and answer.
///
/// spec entitlement § 2.1, § 2.5; RFC 7591, RFC 6749 § 4.4.
enum RegistrationSchemas {
    /// `POST /o/client/register`.
    static let registration = Schema.fields(
        ["software_statement": ["type": "string", "description": "A JWT that the dashboard has signed."]],
        optional: ["redirect_uri": ["type": "string", "description": "An absolute URI without a fragment."]])
    /// What registration answers.
    static let credentials = Schema.object([
        "client_id": Schema.text, "client_secret": Schema.text,
        "client_id_issued_at": ["type": "integer", "description": "Seconds since 1970."],
        "redirect_uris": Schema.list(of: Schema.text),
        "grant_types": Schema.list(of: ["const": .string(TokenRequest.clientCredentials)], atLeast: 1),
        "scopes": Schema.list(of: ["const": "api:client:v2"], atLeast: 1),
    ])

    /// `POST /o/client/token`.
    static let tokenForm = Schema.fields([
        "client_id": Schema.text, "client_secret": Schema.text,
        "grant_type": ["const": .string(TokenRequest.clientCredentials)],
    ])
    /// What it answers.
    static let token = Schema.object([
        "id": Schema.uuid, "access_token": Schema.text, "created_at": Schema.milliseconds,
        "expires_in": ["type": "integer", "minimum": 1, "description": "Seconds."], "token_type": ["const": "bearer"],
    ])

    /// The refusals of registration.
    static let refusalOfRegistration = refusal([
        .invalidRequest, .invalidRedirectURI, .invalidSoftwareStatement, .unapprovedSoftwareStatement,
    ])
    /// The refusals of an access token.
    static let refusalOfToken = refusal([.invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedGrantType])

    /// `GET configuration`.
    static let configuration = Schema.object(
        [
            "device": Schema.text, "clientType": Schema.text, "time": Schema.milliseconds,
            "os": Schema.names(DeviceInformation.Platform.allCases.map { $0 == .unknown ? "Unknown" : $0.rawValue }),
            "requestor": Schema.object([
                "id": Schema.text, "name": Schema.text,
                "domains": Schema.list(of: Schema.object(["name": Schema.text, "mvpdInitiated": Schema.flag])),
                "mvpds": Schema.list(of: mvpd),
            ]),
        ],
        optional: ["errorReporting": Schema.names([ConfigurationResponse.originalErrorReporting])])

    private static let mvpd = Schema.object(
        ["id": Schema.text, "displayName": Schema.text],
        // A boolean that is absent is false.
        optional: [
            "logoUrl": Schema.address, "platformMappingId": Schema.text, "isTempPass": Schema.flag,
            "isProxy": Schema.flag, "enablePlatformServices": Schema.flag, "displayInPlatformPicker": Schema.flag,
            "enforcePlatformPermissions": Schema.flag, "authPerAggregator": Schema.flag,
            "passiveAuthnEnabled": Schema.flag, "authPerBrowserSession": Schema.flag, "useSVC": Schema.flag,
            "boardingStatus": Schema.words([ConfiguredMVPD.BoardingStatus.supported, .picker]),
        ])

    /// A refusal in the words of registration.
    static func refusal(_ codes: [RegistrationError.Code]) -> JSONValue {
        Schema.object(["error": Schema.words(codes)])
    }
}
