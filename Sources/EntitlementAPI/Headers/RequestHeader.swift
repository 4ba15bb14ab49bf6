package import HTTPTypes
import Identifiers
package import StructuredText

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
        .authorization, "The access token that POST /o/client/token answers.", example: "Bearer \(jws)")
    package static let deviceIdentifier = RequestHeader(
        .deviceIdentifier, "Which device asks: 'fingerprint' and the Base64 of its identifier.",
        example: DeviceIdentifier(fingerprint: "device-1").headerValue, pattern: "^fingerprint \(base64)$")
    package static let deviceInformation = RequestHeader(
        .deviceInformation, "What the device is: the Base64 of a JSON object.",
        example: DeviceInformation(model: "iPhone", version: "1", osName: "iOS", osVersion: "18").headerValue,
        base64JSON(DeviceInformation.schemaName), pattern: "^\(base64)$")
    package static let frameworkStatus = RequestHeader(
        .frameworkStatus, "What the partner's framework said on the device: the Base64 of a JSON object.",
        example: PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted),
            provider: .init(id: "Cablevision", expirationDate: "4102444800000")
        ).headerValue, base64JSON(PartnerFrameworkStatus.schemaName), pattern: "^\(base64)$")
    package static let temporaryIdentity = RequestHeader(
        .temporaryIdentity,
        "Who uses a promotional pass: the Base64 of a JSON object with the pass's key, or of any text.",
        example: TemporaryIdentity(members: ["email": "5994471abb01112a"]).headerValue,
        ["type": "string", "contentEncoding": "base64"])
    package static let serviceToken = RequestHeader(
        .serviceToken, "Who the person is, in the words of the app's identity service: a JWS.", example: jws)
    package static let subjectToken = RequestHeader(
        .subjectToken, "Who the person is, in the words of the platform: a JWS.", example: jws)
    package static let rokuToken = RequestHeader(.rokuToken, "The same, on Roku.", example: jws)
    package static let visitorIdentifier = RequestHeader(
        .visitorIdentifier,
        "The person's Experience Cloud ID. Taken and not used: nothing that is simulated depends on it.",
        example: "20265673158980419722735089753036633573")
    package static let forwardedFor = RequestHeader(
        .forwardedFor,
        "For whom a server in between asks: the device's address, before any others and a comma. With "
            + "AP-Device-Identifier, if there is one, it says who asks too often; where a session begins, it is the "
            + "connection.ipAddress of its information, unless X-Device-Info says connectionIp.",
        example: "203.0.113.7")
    package static let userAgent = RequestHeader(
        .userAgent, "The browser.userAgent of the session's information, unless X-Device-Info says userAgent.",
        example: "StreamApp/1.0")
}
