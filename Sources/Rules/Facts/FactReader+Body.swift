import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

// What a client sent in the query and in the body.
extension FactReader {
    mutating func readQuery(_ query: String, _ endpoint: Endpoint?, into fact: inout RequestFact) {
        let listed = Set(endpoint?.query.map(\.name) ?? []).union(
            // The parameters of a token can stand in the query.
            endpoint == .token ? endpoint?.body?.names ?? [] : [])
        for field in FormCoding.decode(query) ?? [] {
            let shown = Self.shown(field.name, isName: true)
            fact.members[shown] = member(field.name, .string(field.value), endpoint)
            if endpoint != nil, !listed.contains(field.name) { fact.unlisted.append("query parameter \(shown)") }
            if field.name == "client_id" { fact.client = ledger.client(field.value) }
        }
    }

    mutating func readBody(_ exchange: HTTPExchange, _ endpoint: Endpoint?, into fact: inout RequestFact) {
        guard !exchange.body.isEmpty else { return }
        let type = exchange.request.headerFields[.contentType]
        let essence = type?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        fact.mediaType = essence
        guard let endpoint else { return }
        guard let body = endpoint.body else {
            fact.unlisted.append("a body")
            return
        }
        let expected = body.kind == .json ? "application/json" : "application/x-www-form-urlencoded"
        if essence != expected { fact.unlisted.append("media type \(essence ?? "(none)")") }
        var members: [(String, JSONValue)] = []
        switch body.kind {
        case .json:
            if case .object(let object)? = try? JSONValue(json: exchange.body) {
                members = object.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        case .form:
            members = (FormCoding.decode(exchange.body) ?? []).map { ($0.name, .string($0.value)) }
        }
        let listed = body.names
        for (name, value) in members {
            // A text without a value is a name only if the endpoint has it.
            let shown = Self.shown(name, isName: body.kind == .json || value != "" || listed.contains(name))
            fact.members[shown] = member(name, value, endpoint)
            if !listed.contains(name) { fact.unlisted.append("member \(shown)") }
            if name == "client_id", let identifier = value.string { fact.client = ledger.client(identifier) }
            if name == "resources", case .array(let resources) = value {
                fact.resources = resources.compactMap(\.string)
            }
            if name == "SAMLResponse", let text = value.string {
                fact.saml = SAMLFact(
                    number: ledger.number(of: text, among: "SAML responses"),
                    isBase64: Redaction.isPseudonym(text) ? nil : Self.isBase64(text), length: text.utf8.count)
            }
        }
    }

    private static func isBase64(_ text: String) -> Bool {
        guard let octets = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return false }
        return !octets.isEmpty && text.utf8.allSatisfy(isBase64)
    }

    /// Whether an octet can stand in Base64 with line breaks.
    private static func isBase64(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), 10, 13:
            true
        default: false
        }
    }

    private mutating func member(_ name: String, _ value: JSONValue, _ endpoint: Endpoint?) -> MemberFact {
        let isSecret = Redaction.treatment(of: name) == .secret || endpoint?.isSecret(name) ?? false
        guard isSecret || !Redaction.isFieldName(name) else {
            return MemberFact(value: Redaction.redact(value))
        }
        let text = value.string ?? (try? JSONText.line(value)) ?? ""
        switch name {
        case "client_secret": return MemberFact(secret: ledger.text(ofClientSecret: text))
        case "SAMLResponse":
            let number = ledger.number(of: text, among: "SAML responses")
            return MemberFact(secret: "SAML response \(number), \(text.utf8.count) octets")
        default: return MemberFact(secret: ledger.describe(text))
        }
    }

    /// Returns a name as it is shown: a text that cannot be one, such as JSON that is called a form, can be a secret.
    private static func shown(_ name: String, isName: Bool) -> String {
        isName && Redaction.isFieldName(name) ? name : Redaction.pseudonym(of: name)
    }
}
