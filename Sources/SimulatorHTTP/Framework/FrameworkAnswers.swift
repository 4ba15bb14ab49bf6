import EntitlementAPI
import Foundation
import Identifiers
import Settings
import SimulatedWorld
import SimulationCore
import StructuredText
import VideoSubscriberAccount

/// Writes what the framework hands to completion handlers as JSON, with Apple's names.
enum FrameworkAnswers {
    /// Returns the answer to a check of the access status.
    static func access(_ status: VSAccountAccessStatus, _ error: VSError?) -> Members {
        ["accessStatus": .string("\(status)"), "error": error.map(json) ?? .null]
    }

    /// Adds the key `warning` to an answer for an app that is probably misspelled.
    static func warned(_ answer: Members, _ warning: String?) -> JSONValue {
        .object(warning.map { answer.merging(["warning": .string($0)]) { $1 } } ?? answer)
    }

    /// Returns the answer to a metadata request.
    ///
    /// - Parameters:
    ///   - answer: The metadata or the error.
    ///   - access: The access status of the app, for the status that the app reports to the service.
    /// - Returns: The answer, with ``PartnerFrameworkStatus`` as a header's value.
    static func metadata(_ answer: RemoteFramework.MetadataAnswer, access: VSAccountAccessStatus) -> Members {
        let status = PartnerFrameworkStatus(answer, access: access).headerValue
        switch answer {
        case .success(let content):
            return ["metadata": json(content), "error": .null, "partnerFrameworkStatus": .string(status)]
        case .failure(let error):
            return ["metadata": .null, "error": json(error), "partnerFrameworkStatus": .string(status)]
        }
    }

    private static func json(_ content: MetadataContent) -> JSONValue {
        [
            "accountProviderIdentifier": JSONValue(content.accountProviderIdentifier),
            "authenticationExpirationDate": JSONValue(content.authenticationExpirationDate.map(TimeText.format)),
            "verificationData": JSONValue(content.verificationData?.base64EncodedString()),
            "samlAttributeQueryResponse": JSONValue(content.samlAttributeQueryResponse),
            "accountProviderResponse": content.response.map { response in
                [
                    "authenticationScheme": .string(response.scheme.rawValue), "status": JSONValue(response.status),
                    "body": JSONValue(response.body),
                ]
            } ?? .null,
        ]
    }

    /// Returns an error as `NSError` has it.
    static func json(_ error: VSError) -> JSONValue {
        [
            "domain": .string(VSErrorDomain), "code": .integer(Int64(error.code.rawValue)),
            "name": .string("\(error.code)"),
            "userInfo": .object(Members(error.errorUserInfo.compactMapValues(value))),
        ]
    }

    private static func value(_ value: Any) -> JSONValue? {
        switch value {
        case let text as String: .string(text)
        case let response as VSAccountProviderResponse:
            [
                "authenticationScheme": .string(response.authenticationScheme.rawValue),
                "status": JSONValue(response.status), "body": JSONValue(response.body),
            ]
        default: nil
        }
    }

    // MARK: - Schemas

    private static let optionalText: JSONValue = ["type": ["string", "null"]]
    private static let warning: JSONValue = [
        "type": "string", "description": "Present if the device has settings for other apps only.",
    ]
    private static let response = AdminRoutes.object([
        "authenticationScheme": ["type": "string"], "status": optionalText, "body": optionalText,
    ])

    /// The schema of an error, or `null`.
    static let errorSchema: JSONValue = orNull(
        AdminRoutes.object([
            "domain": ["const": .string(VSErrorDomain)],
            "code": ["type": "integer", "minimum": 0, "maximum": 7],
            "name": ["enum": .array(VSError.Code.faultNames.map(JSONValue.string))],
            "userInfo": [
                "type": "object",
                "additionalProperties": ["anyOf": [["type": "string"], response]],
            ],
        ]))

    /// The schema of the answer to a check of the access status.
    static let accessSchema = AdminRoutes.object(
        [
            "accessStatus": ["enum": ["notDetermined", "restricted", "denied", "granted"]], "error": errorSchema,
            "warning": warning,
        ], optional: ["warning"])

    /// The schema of the answer to a metadata request.
    static let metadataSchema = AdminRoutes.object(
        [
            "metadata": orNull(
                AdminRoutes.object([
                    "accountProviderIdentifier": optionalText,
                    "authenticationExpirationDate": ["type": ["string", "null"], "format": "date-time"],
                    "verificationData": ["type": ["string", "null"], "contentEncoding": "base64"],
                    "samlAttributeQueryResponse": optionalText,
                    "accountProviderResponse": orNull(response),
                ])),
            "error": errorSchema,
            "partnerFrameworkStatus": [
                "type": "string", "contentEncoding": "base64",
                "description": "The value of the header AP-Partner-Framework-Status.",
            ],
            "warning": warning,
        ], optional: ["warning"])

    /// Returns the schema of a value that may be `null`.
    static func orNull(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }
}

extension PartnerFrameworkStatus {
    /// Creates the status that an app reports to the service after a metadata request.
    ///
    /// Header - AP-Partner-Framework-Status, Directives; Differences, H-46.
    ///
    /// - Parameters:
    ///   - answer: The framework's answer.
    ///   - access: The access status of the app.
    init(_ answer: RemoteFramework.MetadataAnswer, access: VSAccountAccessStatus) {
        func permission(_ status: VSAccountAccessStatus, _ error: FrameworkError? = nil) -> PermissionInfo {
            PermissionInfo(accessStatus: AccessStatus(status), error: error)
        }
        switch answer {
        case .success(let content):
            self.init(
                permission: permission(access),
                provider: ProviderInfo(
                    id: ProviderID(content.accountProviderIdentifier),
                    expirationDate: content.authenticationExpirationDate.map { String(Milliseconds($0).value) }))
        case .failure(let error):
            let reported = FrameworkError(code: "\(error.code.rawValue)", message: error.localizedDescription)
            if error.code == .accessNotGranted {
                // A fault can refuse access that the user has granted.
                let refused = access == .granted ? .notDetermined : access
                self.init(permission: permission(refused, reported), provider: nil)
            } else {
                self.init(permission: permission(access), provider: ProviderInfo(error: reported))
            }
        }
    }
}
