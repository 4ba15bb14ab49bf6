import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText

/// Writes the messages of one exchange with or without secrets.
///
/// A name decides for most values. Two kinds of secrets have no name of their own: the `code` of OAuth 2, which is one only
/// between a provider and the service, and what a person enters on a provider's page, whose fields a profile can name.
struct MessageWriter {
    private let secrets: RedactedExchange.Secrets
    private let longest: Int?
    /// Whether the exchange is one with a provider, or brings its answer.
    private let isOfProvider: Bool
    private let endpoint: Endpoint?
    /// Whether the body of the request is what a person has entered on a provider's page.
    private let isPage: Bool

    init(of exchange: HTTPExchange, _ secrets: RedactedExchange.Secrets, _ longest: Int?) {
        self.secrets = secrets
        self.longest = longest
        endpoint = exchange.endpoint
        isOfProvider = exchange.path.hasPrefix(ProviderSite.pathPrefix)
        isPage =
            exchange.path.hasPrefix(ProviderSite.pathPrefix) && exchange.method == .post
            && FormCoding.decode(exchange.body)?.value("grant_type") == nil
    }

    /// Returns an address without its secrets, unless they are shown.
    func address(_ address: String) -> String {
        secrets == .hidden ? Self.hidden(address, hides) : address
    }

    /// Returns an address without its secrets; its path, query and fragment are judged apart.
    static func hidden(_ address: String, _ hides: (String) -> Bool = { _ in false }) -> String {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = RequestTarget(parts[0])
        var shown = Redaction.redact(String(target.path))
        let isOfProvider =
            target.path.contains(ProviderSite.pathPrefix)
            || target.path.hasSuffix(Endpoint.authorizationReturn.template)
        func isHidden(_ name: String) -> Bool { hides(name) || isOfProvider && name == "code" }
        if parts[0].utf8.contains(UInt8(ascii: "?")) {
            shown += "?" + Redaction.redact(form: target.query, hiding: isHidden)
        }
        if parts.count == 2 { shown += "#" + Redaction.redact(form: parts[1], hiding: isHidden) }
        return shown
    }

    /// Returns a message.
    func message(_ line: String, _ headers: HTTPFields, _ body: Data, isRequest: Bool) -> RedactedExchange.Message {
        let type = headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        let text = secrets == .asSent ? whole(body) : shown(body, of: type ?? "", isRequest: isRequest)
        let isCut = longest.map { (text?.utf8.count ?? 0) > $0 } ?? false
        return .init(
            line: line, headers: headers.map { .init(name: $0.name.rawName, value: value($0)) },
            body: isCut ? text.map(beginning) : text, length: body.count, isCut: isCut ? true : nil,
            saml: saml(in: body, of: type))
    }

    private func value(_ field: HTTPField) -> String {
        guard secrets == .hidden else { return field.value }
        switch field.name {
        case .location, .referer, .contentLocation: return address(field.value)
        default: return Redaction.redact(field.value, named: field.name.rawName)
        }
    }

    /// Whether a field of the exchange is a secret for another reason than its name.
    private func hides(_ name: String) -> Bool { isOfProvider && name == "code" || endpoint?.isSecret(name) ?? false }

    /// Returns a body as it was sent; `nil` if it is empty or not a text.
    private func whole(_ body: Data) -> String? { body.isEmpty ? nil : String(validating: body, as: UTF8.self) }

    private func beginning(of text: String) -> String {
        guard let longest else { return text }
        return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…"
    }

    /// Returns a body without secrets; `nil` if it is empty or neither a form nor JSON.
    private func shown(_ body: Data, of type: String, isRequest: Bool) -> String? {
        guard !body.isEmpty, let text = whole(body) else { return nil }
        switch type {
        case "application/x-www-form-urlencoded":
            guard isRequest, isPage else { return Redaction.redact(form: text, isBody: true, hiding: hides) }
            return Redaction.redact(form: text, isBody: true) { $0 != "action" }
        case let type where type == "application/json" || type.hasSuffix("+json"):
            guard let value = try? JSONValue(json: body) else { return Redaction.pseudonym(of: text) }
            let shown = isRequest && isPage ? Self.entered(value) : Redaction.redact(value)
            return try? JSONText.line(isRequest ? shown : redirecting(shown))
        default: return nil
        }
    }

    /// Returns what a script of a provider's page has sent, without what a person has entered.
    private static func entered(_ value: JSONValue) -> JSONValue {
        guard case .object(var members) = value else { return Redaction.redact(value) }
        for (name, value) in members where name != "action" {
            members[name] = .string(Redaction.pseudonym(of: value.string ?? JSONText.line(ordered: value)))
        }
        return .object(members)
    }

    /// Returns an answer to such a script; it has the address that a redirect has in a header field.
    private func redirecting(_ value: JSONValue) -> JSONValue {
        guard isOfProvider, case .object(var members) = value, let location = members["location"]?.string else {
            return value
        }
        members["location"] = .string(address(location))
        return .object(members)
    }

    /// Returns the parts of the SAML response in a form, without signature values.
    private func saml(in body: Data, of type: String?) -> JSONValue? {
        guard type == "application/x-www-form-urlencoded", body.range(of: Data("SAMLResponse=".utf8)) != nil,
            let response = FormCoding.decode(body)?.value("SAMLResponse"),
            let inspection = try? ResponseInspection(Data(response.utf8)),
            let json = try? JSONValue(json: Data(JSONText.line(inspection).utf8))
        else { return nil }
        return Redaction.redact(json)
    }
}
