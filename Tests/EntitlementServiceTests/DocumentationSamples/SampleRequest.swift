import Foundation
import HTTPTypes
import TVSimEntitlementAPI

/// What a sample asks, with the sample's own quirks.
struct SampleRequest: Sendable {
    /// A header that a sample sends, beside `Accept` and `User-Agent`.
    enum Header: Sendable {
        /// The world's own access token: the sample's is another service's, and has expired.
        case accessToken
        /// The sample's device: its information is no JSON, for a comma is missing.
        case device
        case information
        case frameworkStatus(String)
        case identity
        /// A token of this world's identity service; the sample's is another one's, and cut off.
        case serviceToken
        case subjectToken
        case other(String, String)
    }

    enum Body: Sendable {
        case none
        case form(String)
        case json(String)
        /// Client credentials that are valid here; the sample's are another service's.
        case credentials
        /// A statement that is valid here, and the sample's redirect address.
        case statement
        /// A SAML response to the request that is pending; the sample's is cut off.
        case samlResponse
    }

    var method: HTTPRequest.Method = .get
    var path: String
    var headers: [Header] = []
    var body: Body = .none

    static func get(_ path: String, _ headers: Header...) -> SampleRequest {
        SampleRequest(path: path, headers: headers)
    }

    static func post(_ path: String, _ headers: Header..., body: Body) -> SampleRequest {
        SampleRequest(method: .post, path: path, headers: headers, body: body)
    }
}

/// What the samples send again and again.
enum SampleHeaders {
    static let fingerprint = "ba23d141-d715-561c-94f4-e9e4c966b1eb"
    static let deviceIdentifier = "fingerprint YmEyM2QxNDEtZDcxNS01NjFjLTk0ZjQtZTllNGM5NjZiMWVi"
    /// After `osName` a comma is missing, and so are two of the demanded keys.
    static let deviceInformation =
        "ewoJInByaW1hcnlIYXJkd2FyZVR5cGUiOiAiU2V0VG9wQm94IiwKCSJtb2RlbCI6ICJUViA1dGggR2VuIiwKCSJtYW51ZmFjdHVyZXIiOiAi"
        + "QXBwbGUiLAoJIm9zTmFtZSI6ICJ0dk9TIgoJIm9zVmVuZG9yIjogIkFwcGxlIiwKCSJvc1ZlcnNpb24iOiAiMTEuMCIKfQ=="
    /// `{"email":…}`.
    static let identity = "eyJlbWFpbCI6ImZvb0BiYXIuY29tIn0="
    static let userAgent = "Mozilla/5.0 (Apple TV; U; CPU AppleTV5,3 OS 11.0 like Mac OS X; en_US)"

    /// Access granted, and a provider until the year 2034.
    static func granted(_ provider: String) -> String {
        Data(
            """
            {
                "frameworkPermissionInfo": {
                  "accessStatus": "granted"
                },
                "frameworkProviderInfo" : {
                  "id" : "\(provider)",
                  "expirationDate" : "2025430636000"
                }
            }
            """.utf8
        ).base64EncodedString()
    }

    /// Access denied, and no provider.
    static let denied = Data(
        #"{"frameworkPermissionInfo": {"accessStatus": "denied"}, "frameworkProviderInfo" : {}}"#.utf8
    ).base64EncodedString()
}
