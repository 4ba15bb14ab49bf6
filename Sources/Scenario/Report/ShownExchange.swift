import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText

/// A request and its response as a report shows them: tokens, secrets and SAML messages are replaced by pseudonyms.
///
/// A pseudonym is the one that the journal has for the same secret, so that the two can be compared.
struct ShownExchange: Sendable {
    /// A header field, or a field of a form.
    struct Field: Sendable, Hashable, Encodable {
        let name: String
        let value: String
    }

    /// One of the two messages.
    struct Message: Sendable {
        let fields: [Field]
        let mediaType: String
        /// The body; `nil` if it is empty or not text.
        let body: String?
        /// The length of the sent body in bytes.
        let length: Int

        init(_ fields: HTTPFields, _ body: Data) {
            self.fields = fields.map {
                Field(name: $0.name.rawName, value: ShownExchange.shown($0.name, $0.value))
            }
            mediaType = fields[.contentType] ?? ""
            length = body.count
            self.body = ShownExchange.shown(body, mediaType: mediaType)
        }
    }

    let method: String
    let url: String
    let request: Message
    /// The status; `nil` without a response.
    let status: Int?
    let response: Message?
    /// The parts of the SAML response in the request, one line each; `nil` if it contains none.
    let samlResponse: String?

    init(_ exchange: RecordedRequest) {
        method = exchange.method.rawValue
        let target = Redaction.redact(exchange.request.path ?? "/")
        url = "\(exchange.request.scheme ?? "https")://\(exchange.request.authority ?? "")\(target)"
        request = Message(exchange.request.headerFields, exchange.body)
        status = exchange.status
        response = exchange.response.map { Message($0.headerFields, exchange.responseBody) }
        samlResponse = Self.samlResponse(in: exchange.body)
    }

    /// The headers whose values look like tokens and are none.
    private static let openHeaders: Set<HTTPField.Name> = [.deviceIdentifier, .deviceInformation, .frameworkStatus]

    private static func shown(_ name: HTTPField.Name, _ value: String) -> String {
        if openHeaders.contains(name) { return value }
        return safe(value, named: [.cookie, .setCookie].contains(name) ? "token" : name.rawName)
    }

    private static func safe(_ text: String, named name: String) -> String {
        Redaction.redact([name: text])[name] ?? ""
    }

    private static func shown(_ body: Data, mediaType: String) -> String? {
        guard !body.isEmpty, let text = String(validating: body, as: UTF8.self) else { return nil }
        if mediaType.hasPrefix("application/x-www-form-urlencoded"), let fields = FormCoding.decode(body) {
            return fields.map { "\($0.name)=\(safe($0.value, named: $0.name))" }.joined(separator: "&")
        }
        if mediaType.hasPrefix("application/json"), let value = try? JSONValue(json: body) {
            return (try? JSONText.line(shown(value, named: ""))) ?? Redaction.redact(text)
        }
        return Redaction.redact(text)
    }

    private static func shown(_ value: JSONValue, named name: String) -> JSONValue {
        switch value {
        case .string(let text): .string(safe(text, named: name))
        case .array(let items): .array(items.map { shown($0, named: name) })
        case .object(let members):
            .object(Members(uniqueKeysWithValues: members.map { ($0, shown($1, named: $0)) }))
        default: value
        }
    }

    private static func samlResponse(in body: Data) -> String? {
        guard let text = FormCoding.decode(body)?.first(where: { $0.name == "SAMLResponse" })?.value,
            let inspection = try? ResponseInspection(Data(text.utf8))
        else { return nil }
        return inspection.outline
    }
}
