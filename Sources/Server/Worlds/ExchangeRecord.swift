import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText

/// A request to the simulated service and its response, as a rule without secrets.
struct ExchangeRecord: Sendable, Codable {
    /// A header field.
    struct Field: Sendable, Codable {
        let name: String
        let value: String
    }

    /// A message.
    struct Message: Sendable, Codable {
        /// The method and the target, or the status code.
        let line: String
        let headers: [Field]
        /// The body; `nil` if it is empty or of a type whose secrets cannot be found.
        let body: String?
        /// The length of the body, in bytes.
        let length: Int
        /// The SAML response in the body, decoded but not validated; `nil` if it is missing or unreadable.
        let saml: JSONValue?
    }

    /// The headers that look like tokens and have no secret: what a client got wrong in them must be seen.
    private static let openHeaders: Set<HTTPField.Name> = [.deviceInformation, .frameworkStatus]

    /// The largest kept body, in bytes; a longer one is truncated.
    static let longestBody = 16 * 1024

    let request: Message
    /// The response; `nil` if the client got none.
    let response: Message?

    /// Creates the record of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - showsSecrets: Whether the messages are as they were sent. Such a record is shown once, and not kept.
    init(_ exchange: Exchange, showsSecrets: Bool = false) {
        let request = exchange.request
        var target = request.path ?? "/"
        if !showsSecrets { target = Self.redacted(target) }
        self.request = Self.message(
            "\(request.method.rawValue) \(target)", request.headerFields, exchange.body, showsSecrets)
        response = exchange.answer.map {
            Self.message("\($0.response.status.code)", $0.response.headerFields, $0.body, showsSecrets)
        }
    }

    private static func redacted(_ target: String) -> String {
        guard let start = target.firstIndex(of: "?") else { return Redaction.redact(target) }
        return Redaction.redact(String(target[..<start])) + "?" + form(String(target[target.index(after: start)...]))
    }

    private static func message(
        _ line: String, _ headers: HTTPFields, _ body: Data, _ showsSecrets: Bool
    ) -> Message {
        let type = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        return Message(
            line: line,
            headers: headers.map { field in
                Field(
                    name: field.name.rawName,
                    value: showsSecrets || openHeaders.contains(field.name)
                        ? field.value : value(field.value, named: field.name.rawName))
            },
            body: showsSecrets ? whole(body) : text(body, of: type), length: body.count, saml: saml(in: body, of: type))
    }

    /// Returns a body as it was sent; `nil` if it is empty or not a text.
    private static func whole(_ body: Data) -> String? {
        guard !body.isEmpty, let text = String(validating: body, as: UTF8.self) else { return nil }
        return shortened(text)
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestBody else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: longestBody)] + "…"
    }

    /// Returns the parts of the SAML response in a form, without signature values.
    private static func saml(in body: Data, of type: String) -> JSONValue? {
        guard type == "application/x-www-form-urlencoded", body.range(of: Data("SAMLResponse=".utf8)) != nil,
            let fields = String(validating: body, as: UTF8.self).flatMap(FormCoding.decode),
            let response = fields.first(where: { $0.name == "SAMLResponse" })?.value,
            let inspection = try? ResponseInspection(Data(response.utf8)),
            let json = try? JSONValue(json: Data(JSONText.line(inspection).utf8))
        else { return nil }
        return Redaction.redact(json)
    }

    /// Returns a body without secrets; `nil` if it is empty or neither a form nor JSON.
    ///
    /// In a page, characters of a secret may be escaped, so that its parts are not recognized.
    private static func text(_ body: Data, of type: String) -> String? {
        guard !body.isEmpty else { return nil }
        let safe: String?
        switch type {
        case "application/x-www-form-urlencoded": safe = String(validating: body, as: UTF8.self).map(form)
        case "application/json":
            safe = (try? JSONValue(json: body)).flatMap { try? JSONText.pretty(redacted($0, named: "")) }
        default: safe = nil
        }
        return safe.map(shortened)
    }

    /// Returns the fields of a form, one on each line if there are several.
    private static func form(_ text: String) -> String {
        guard let fields = FormCoding.decode(text) else { return "(malformed)" }
        return FormCoding.encode(fields.map { ($0.name, value($0.value, named: $0.name)) })
    }

    private static func redacted(_ json: JSONValue, named name: String) -> JSONValue {
        switch json {
        case .object(let members):
            .object(Members(uniqueKeysWithValues: members.map { ($0.key, redacted($0.value, named: $0.key)) }))
        case .array(let elements): .array(elements.map { redacted($0, named: name) })
        case .string(let text): .string(value(text, named: name))
        case .integer(let number): value("\(number)", named: name) == "\(number)" ? json : .string("<redacted>")
        case .number, .bool, .null: json
        }
    }

    private static func value(_ value: String, named name: String) -> String {
        Redaction.redact([name: value])[name] ?? ""
    }
}
