import EntitlementAPI
import HTTPTypes
import StructuredText
import TVSimulator

/// The request headers of the service's own, beside the access token, which is a security scheme.
///
/// spec entitlement § 2.2, § 2.3.
enum HeaderSchemas {
    /// What a garbled value of a header comes to.
    enum Garbled {
        /// The request is refused: the schema says what is read.
        case refused
        /// The header counts as absent: every text is taken, and the schema describes what is meant.
        case ignored
    }

    /// Describes a header as a parameter; one that is demanded, and `nil` for the access token.
    static func parameter(for requirement: Endpoint.Requirement) -> JSONValue? {
        switch requirement {
        case .accessToken: nil
        case .deviceIdentifier: parameter(.deviceIdentifier, required: true, .refused)
        case .deviceInformation: parameter(.deviceInformation, required: true, .refused)
        case .frameworkStatus: parameter(.frameworkStatus, required: true, .refused)
        }
    }

    /// Describes a header as a parameter.
    static func parameter(_ name: HTTPField.Name, required: Bool = false, _ garbled: Garbled = .ignored) -> JSONValue {
        let words = words[name]
        return [
            "name": .string(name.rawName), "in": "header", "required": .bool(required),
            "description": .string(words?.summary ?? ""), "schema": schema(words, garbled),
            "example": .string(words?.example ?? ""),
        ]
    }

    /// The schemas of what stands inside the Base64.
    static let components: [String: JSONValue] = [
        "DeviceInformation": Schema.fields(
            DeviceInformation.requiredKeys.reduce(into: [:]) { $0[$1] = Schema.text },
            optional: [
                "primaryHardwareType": Schema.text, "manufacturer": Schema.text, "vendor": Schema.text,
                "osFamily": Schema.text, "osVendor": Schema.text, "applicationId": Schema.text,
                "osName": Schema.words(DeviceInformation.Platform.allCases.filter { $0 != .unknown }),
            ]),
        "FrameworkStatus": Schema.fields([
            "frameworkPermissionInfo": Schema.fields(
                [
                    "accessStatus": Schema.words([
                        PartnerFrameworkStatus.AccessStatus.granted, .denied, .restricted, .notDetermined,
                    ])
                ], optional: ["error": frameworkError]),
            "frameworkProviderInfo": Schema.fields(
                [:],
                optional: ["id": Schema.text, "expirationDate": Schema.millisecondsText, "error": frameworkError]),
        ]),
    ]

    private static let frameworkError = Schema.fields([:], optional: ["code": Schema.text, "message": Schema.text])

    private struct Words {
        let summary: String
        let example: String
        /// The component that the Base64 holds; `nil`: text.
        var content: String?
        /// Whether the Base64 may hold anything.
        var holdsAnything = false
    }

    private static let words: [HTTPField.Name: Words] = [
        .deviceIdentifier: Words(
            summary: "Which device asks: 'fingerprint' and the Base64 of its identifier.",
            example: DeviceIdentifier(fingerprint: "device-1").headerValue),
        .deviceInformation: Words(
            summary: "What the device is: the Base64 of a JSON object.",
            example: DeviceInformation(model: "iPhone", version: "1", osName: "iOS", osVersion: "18").headerValue,
            content: "DeviceInformation"),
        .frameworkStatus: Words(
            summary: "What the partner's framework said on the device: the Base64 of a JSON object.",
            example: PartnerFrameworkStatus(
                permission: .init(accessStatus: .granted),
                provider: .init(id: "Cablevision", expirationDate: "4102444800000")
            ).headerValue, content: "FrameworkStatus"),
        .temporaryIdentity: Words(
            summary: "Who uses a promotional pass: the Base64 of a JSON object with the pass's key, or of any text.",
            example: TemporaryIdentity(members: ["email": "5994471abb01112a"]).headerValue, holdsAnything: true),
        .serviceToken: Words(
            summary: "Who the person is, in the words of the app's identity service: a JWS.", example: jws),
        .subjectToken: Words(summary: "Who the person is, in the words of the platform: a JWS.", example: jws),
        .rokuToken: Words(summary: "The same, on Roku.", example: jws),
        .visitorIdentifier: Words(
            summary: "The person's Experience Cloud ID. Taken and not used: nothing that is simulated depends on it.",
            example: "20265673158980419722735089753036633573"),
        .forwardedFor: Words(
            summary: "For whom a server in between asks: the device's address, before any others and a comma. With "
                + "AP-Device-Identifier, if there is one, it says who asks too often; where a session begins, it is the "
                + "connection.ipAddress of its information, unless X-Device-Info says connectionIp.",
            example: "203.0.113.7"),
        .userAgent: Words(
            summary: "The browser.userAgent of the session's information, unless X-Device-Info says userAgent.",
            example: "StreamApp/1.0"),
    ]

    private static let jws = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"

    private static func schema(_ words: Words?, _ garbled: Garbled) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "string"]
        if words?.holdsAnything == true { schema["contentEncoding"] = "base64" }
        guard let content = words?.content else {
            if garbled == .refused { schema["pattern"] = .string("^fingerprint \(base64)$") }
            return .object(schema)
        }
        schema["contentEncoding"] = "base64"
        schema["contentMediaType"] = "application/json"
        schema["contentSchema"] = Schema.named(content)
        if garbled == .refused { schema["pattern"] = .string("^\(base64)$") }
        return .object(schema)
    }

    private static let base64 = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)"
}
