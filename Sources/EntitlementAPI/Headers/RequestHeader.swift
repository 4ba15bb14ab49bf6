package import HTTPTypes
package import TVSimStructuredText

/// A request header that endpoints read.
package struct RequestHeader: Sendable, Hashable {
    /// The header's name.
    package let name: HTTPField.Name
    /// The description of the header.
    package let summary: String
    /// An example of its value.
    package let example: String
    /// The JSON Schema of its value.
    private let schema: JSONValue
    /// The regular expression of valid values, for endpoints that require the header; `nil` if every value is valid.
    private let pattern: String?

    private init(
        _ name: HTTPField.Name, _ summary: String, example: String, _ schema: JSONValue = ["type": "string"],
        pattern: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.example = example
        self.schema = schema
        self.pattern = pattern
    }

    /// Returns the JSON Schema of the header's value.
    ///
    /// An invalid value of an optional header counts as missing, so the schema then allows any text.
    ///
    /// - Parameter isRequired: Whether the endpoint requires the header.
    /// - Returns: The schema.
    package func schema(isRequired: Bool) -> JSONValue {
        guard isRequired, let pattern else { return schema }
        return Schema.narrow(schema, by: ["pattern": .string(pattern)])
    }

    private static let base64 = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)"
    private static let jws = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"

    private static func base64JSON(_ component: String) -> JSONValue {
        [
            "type": "string", "contentEncoding": "base64", "contentMediaType": "application/json",
            "contentSchema": Schema.reference(component),
        ]
    }
}

// The table of headers.
extension RequestHeader {
    package static let accessToken = RequestHeader(
        .authorization, "The access token from POST /o/client/token.", example: "Bearer \(jws)")
    package static let deviceIdentifier = RequestHeader(
        .deviceIdentifier, "The device: 'fingerprint' and the device identifier in Base64.",
        example: DeviceIdentifier(fingerprint: "device-1").headerValue, pattern: "^fingerprint \(base64)$")
    package static let deviceInformation = RequestHeader(
        .deviceInformation, "The description of the device: a JSON object in Base64.",
        example: DeviceInformation(model: "iPhone", version: "1", osName: "iOS", osVersion: "18").headerValue,
        base64JSON(DeviceInformation.schemaName), pattern: "^\(base64)$")
    package static let frameworkStatus = RequestHeader(
        .frameworkStatus, "The status of the partner's framework on the device: a JSON object in Base64.",
        example: PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted),
            provider: .init(id: "Cablevision", expirationDate: "4102444800000")
        ).headerValue, base64JSON(PartnerFrameworkStatus.schemaName), pattern: "^\(base64)$")
    package static let temporaryIdentity = RequestHeader(
        .temporaryIdentity,
        "The user of a promotional pass: a JSON object with the pass's key, or any text, in Base64.",
        example: TemporaryIdentity(members: ["email": "5994471abb01112a"]).headerValue,
        ["type": "string", "contentEncoding": "base64"])
    package static let serviceToken = RequestHeader(
        .serviceToken, "The user, as identified by the app's identity service or the single sign-on service: a JWS.",
        example: jws)
    package static let singleSignOnID = RequestHeader(
        .singleSignOnID, "The app's own identifier of the user. The service ignores it beside X-SSO-LINK.",
        example: "alice@example.com")
    package static let singleSignOnLink = RequestHeader(
        .singleSignOnLink, "The link code that another device showed.", example: "123456")
    package static let subjectToken = RequestHeader(
        .subjectToken, "The user, as identified by the platform: a JWS.", example: jws)
    package static let rokuToken = RequestHeader(.rokuToken, "The user, as identified by Roku: a JWS.", example: jws)
    package static let visitorIdentifier = RequestHeader(
        .visitorIdentifier,
        "The user's Experience Cloud ID. The simulation ignores it.",
        example: "20265673158980419722735089753036633573")
    package static let forwardedFor = RequestHeader(
        .forwardedFor,
        "The addresses of the device and of proxies, separated by commas, the device's first. Throttling identifies "
            + "a device by the first address and AP-Device-Identifier. A new session has the first address as "
            + "connection.ipAddress, unless X-Device-Info has connectionIp.",
        example: "203.0.113.7")
    package static let userAgent = RequestHeader(
        .userAgent, "The browser.userAgent of the session's information, unless X-Device-Info has userAgent.",
        example: "StreamApp/1.0")
}
