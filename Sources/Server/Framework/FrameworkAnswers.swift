import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimProviderMessages
import TVSimStructuredText
import TVSimWorld
import VideoSubscriberAccount

// What the framework hands to completion handlers, with Apple's names.

/// An error as `NSError` has it.
struct ErrorAnswer: Codable, Shaped {
    let domain: String
    let code: Int
    let name: String
    let userInfo: [String: UserInfoValue]

    init(_ error: VSError) {
        domain = VSErrorDomain
        code = error.code.rawValue
        name = "\(error.code)"
        userInfo = error.errorUserInfo.compactMapValues(UserInfoValue.init)
    }

    static let shapes = [
        Shape(
            of: Self.self,
            [
                "domain": Schema.constant(VSErrorDomain), "code": ["minimum": 0, "maximum": 7],
                "name": Schema.texts(VSError.Code.faultNames),
            ], isPartial: true)
    ]
}

/// A value in the dictionary of an error.
enum UserInfoValue: Codable {
    case text(String)
    case response(ProviderResponseAnswer)

    init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let response as VSAccountProviderResponse:
            self = .response(
                ProviderResponseAnswer(
                    authenticationScheme: response.authenticationScheme.rawValue, status: response.status,
                    body: response.body))
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .response(try container.decode(ProviderResponseAnswer.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .response(let response): try container.encode(response)
        }
    }
}

extension UserInfoValue: SchemaValue {
    static func schema(by reader: SchemaReader) -> JSONValue {
        ["anyOf": [reader.schema(of: String.self), reader.schema(of: ProviderResponseAnswer.self)]]
    }
    static let sample = UserInfoValue.text("")
}

/// A TV provider's own answer.
struct ProviderResponseAnswer: Codable {
    let authenticationScheme: String
    @Nullable var status: String?
    @Nullable var body: String?
}

/// The answer to a check of the access status.
struct AccessAnswer: Codable, Shaped {
    let accessStatus: String
    @Nullable var error: ErrorAnswer?
    /// The warning for an app that is probably misspelled.
    let warning: String?

    init(_ status: VSAccountAccessStatus, _ error: VSError?, warning: String?) {
        accessStatus = "\(status)"
        _error = Nullable(wrappedValue: error.map(ErrorAnswer.init))
        self.warning = warning
    }

    private static let warningSchema: JSONValue = [
        "description": "Present if the device has settings for other apps only."
    ]
    static let shapes = [
        Shape(
            of: Self.self, ["accessStatus": Schema.texts(["notDetermined", "restricted", "denied", "granted"])],
            optional: ["warning": warningSchema], isPartial: true)
    ]
}

/// The answer to a metadata request.
struct MetadataAnswer: Codable, Shaped {
    /// The metadata of the account.
    struct Metadata: Codable, Shaped {
        @Nullable var accountProviderIdentifier: String?
        @Nullable var authenticationExpirationDate: String?
        @Nullable var verificationData: String?
        @Nullable var samlAttributeQueryResponse: String?
        @Nullable var accountProviderResponse: ProviderResponseAnswer?

        static let shapes = [
            Shape(
                of: Self.self,
                ["authenticationExpirationDate": Schema.instant, "verificationData": Schema.base64], isPartial: true)
        ]
    }

    @Nullable var metadata: Metadata?
    @Nullable var error: ErrorAnswer?
    /// The status that the app reports to the service.
    let partnerFrameworkStatus: String
    /// The warnings for an app that is probably misspelled, and for a status that lacks what its page requires.
    let warning: String?

    /// Creates the answer.
    ///
    /// - Parameters:
    ///   - answer: The metadata or the error.
    ///   - outlook: What the app may know, for the status that it reports to the service.
    ///   - asksForDate: Whether the app asked for the expiration date.
    ///   - warning: The warning for an app that is probably misspelled.
    init(
        _ answer: RemoteFramework.MetadataAnswer, outlook: AccountOutlook, asksForDate: Bool, warning: String?
    ) {
        let status = PartnerFrameworkStatus(
            answer, access: outlook.access, neverExpires: asksForDate && outlook.neverExpires)
        partnerFrameworkStatus = status.headerValue
        let warnings = [warning, status.isIncomplete ? Self.incomplete : nil].compactMap(\.self)
        self.warning = warnings.isEmpty ? nil : warnings.joined(separator: "; ")
        switch answer {
        case .success(let content):
            metadata = Metadata(content)
            error = nil
        case .failure(let failure):
            metadata = nil
            error = ErrorAnswer(failure)
        }
    }

    private static let incomplete =
        "partnerFrameworkStatus has no expirationDate, which the page of AP-Partner-Framework-Status requires: "
        + "ask with includeAuthenticationExpirationDate too"

    private static let warningSchema: JSONValue = [
        "description":
            "Present if the device has settings for other apps only, or if partnerFrameworkStatus lacks its date."
    ]

    static let shapes = [
        Shape(
            of: Self.self,
            [
                "partnerFrameworkStatus": Schema.narrow(
                    Schema.base64, by: ["description": "The value of the header AP-Partner-Framework-Status."])
            ], optional: ["warning": warningSchema], isPartial: true)
    ]
}

extension MetadataAnswer.Metadata {
    init(_ content: MetadataContent) {
        self.init(
            accountProviderIdentifier: content.accountProviderIdentifier,
            authenticationExpirationDate: content.authenticationExpirationDate.map(TimeText.format),
            verificationData: content.verificationData?.base64EncodedString(),
            samlAttributeQueryResponse: content.samlAttributeQueryResponse,
            accountProviderResponse: content.response.map {
                ProviderResponseAnswer(
                    authenticationScheme: VSAccountProviderAuthenticationScheme($0.scheme).rawValue,
                    status: $0.status, body: $0.body)
            })
    }
}

extension PartnerFrameworkStatus {
    /// Whether the status names a provider without the date that the header's page requires.
    fileprivate var isIncomplete: Bool {
        guard let provider = frameworkProviderInfo, provider.id?.rawValue.isEmpty == false else { return false }
        return provider.expirationDate == nil
    }

    /// Creates the status that an app reports to the service after a metadata request.
    ///
    /// Header - AP-Partner-Framework-Status, Directives; Differences, H-46.
    ///
    /// - Parameters:
    ///   - answer: The framework's answer.
    ///   - access: The access status of the app.
    ///   - neverExpires: Whether the app asked for a date that the account does not have.
    init(_ answer: RemoteFramework.MetadataAnswer, access: VSAccountAccessStatus, neverExpires: Bool) {
        func permission(_ status: VSAccountAccessStatus, _ error: FrameworkError? = nil) -> PermissionInfo {
            PermissionInfo(accessStatus: AccessStatus(status), error: error)
        }
        switch answer {
        case .success(let content):
            let id = ProviderID(content.accountProviderIdentifier)
            let end = content.authenticationExpirationDate ?? (id != nil && neverExpires ? Self.never : nil)
            self.init(
                permission: permission(access),
                provider: ProviderInfo(id: id, expirationDate: end.map { String(Milliseconds($0).value) }))
        case .failure(let error):
            let reported = FrameworkError(code: "\(error.code.rawValue)", message: error.localizedDescription)
            if error.code == .accessNotGranted {
                // A fault can refuse access that the user has granted.
                let refused = access == .granted ? .notDetermined : access
                // The information about the provider is required, and the sample of a refusal has an empty one.
                self.init(permission: permission(refused, reported), provider: ProviderInfo())
            } else {
                self.init(permission: permission(access), provider: ProviderInfo(error: reported))
            }
        }
    }
}
