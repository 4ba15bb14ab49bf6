import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Replaces every secret of a recording by a stand-in of the same form; equal secrets have equal stand-ins.
///
/// It exists only while a file is read.
struct Pseudonyms {
    private var known: [String: String] = [:]
    /// The number of different secrets so far.
    var count: Int { known.count }

    /// Returns the stand-in of a text.
    mutating func standIn(for text: String) -> String {
        if let known = known[text] { return known }
        let standIn = TextForm(of: text).standIn(for: text, number: known.count + 1)
        known[text] = standIn
        return standIn
    }

    // MARK: - JSON

    /// Returns a JSON message without secrets.
    mutating func hidden(_ value: JSONValue, key: String = "", in parent: String = "") -> JSONValue {
        switch value {
        case .string(let text):
            return .string(PublicMembers.keeps(text, key: key, in: parent) ? text : standIn(for: text))
        case .array(let items): return .array(items.map { hidden($0, key: key, in: parent) })
        case .object(let members):
            var hidden: Members = [:]
            // The order decides the numbers of stand-ins, so it is that of the names.
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                let isPublic = !PublicMembers.keyedByIdentifiers.contains(key) && PublicMembers.isWord(name)
                hidden[name.isEmpty || isPublic ? name : standIn(for: name)] = self.hidden(member, key: name, in: key)
            }
            return .object(hidden)
        case .integer(let number): return .integer(Self.isOpen(number, key, in: parent) ? number : 1)
        case .number: return .number(0.5)
        case .null, .bool: return value
        }
    }

    /// Returns whether a number is a status, a time or a small count.
    private static func isOpen(_ number: Int64, _ key: String, in parent: String) -> Bool {
        number.magnitude < 1_000 && (key != "value" || parent == "remaining_resources") || key == "expires_in"
            || NumberForm(of: number) != .number
    }

    // MARK: - Requests

    /// Returns the headers of a request that the simulator needs, without secrets.
    mutating func hidden(request fields: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        for field in fields {
            guard let value = hidden(field.value, of: field.name) else { continue }
            kept.append(HTTPField(name: field.name, value: value))
        }
        return kept
    }

    private mutating func hidden(_ value: String, of name: HTTPField.Name) -> String? {
        switch name {
        case .accept, .contentType, .userAgent: return value
        case .origin: return "https://app.example"
        case .authorization:
            return BearerToken(headerValue: value).map { BearerToken(standIn(for: $0.token)).headerValue }
                ?? standIn(for: value)
        case .deviceIdentifier:
            return DeviceIdentifier(headerValue: value).map {
                DeviceIdentifier(fingerprint: standIn(for: $0.fingerprint)).headerValue
            } ?? "removed"
        case .deviceInformation:
            return DeviceInformation(headerValue: value).map {
                DeviceInformation(members: $0.members.filter { PublicMembers.device.contains($0.key) }).headerValue
            } ?? "removed"
        case .frameworkStatus:
            return PartnerFrameworkStatus(headerValue: value)?.withoutMessages.headerValue ?? "removed"
        case .temporaryIdentity: return Data(standIn(for: value).utf8).base64EncodedString()
        case .serviceToken, .subjectToken, .rokuToken, .singleSignOnID, .singleSignOnLink: return standIn(for: value)
        default: return nil
        }
    }

    /// Returns the path and query of a request without codes and without the values of its query.
    mutating func hidden(_ route: Route, query: String) -> (route: Route, target: String) {
        var parameters = route.parameters
        if let code = parameters["code"] { parameters["code"] = standIn(for: code) }
        let hidden = Route(route.endpoint, parameters)
        guard !query.isEmpty, let fields = FormCoding.decode(query) else { return (hidden, hidden.path) }
        return (hidden, hidden.path + "?" + self.hidden(fields))
    }

    /// Returns the body of a request without secrets.
    mutating func hidden(request body: Data, of endpoint: Endpoint) -> Data {
        switch endpoint.body?.kind {
        case .json?:
            guard let value = try? JSONValue(json: body) else { return body.isEmpty ? body : Data("removed".utf8) }
            return (try? WireCoding.encode(hidden(value))) ?? Data()
        case .form?:
            guard let fields = FormCoding.decode(body) else { return Data("%".utf8) }
            return Data(hidden(fields).utf8)
        case nil: return Data()
        }
    }

    /// The fields of forms and queries whose values are public.
    private static let openFields: Set<String> = [
        "grant_type", "mvpd", "domainName", "domain", "profile", "requestor_id", "mvpd_id", "forceAuthn", "isPassive",
    ]
    /// The other fields of the API; fields of other names are removed.
    private static let secretFields: Set<String> = [
        "client_id", "client_secret", "redirectUrl", "SAMLResponse", "device_id", "key",
    ]

    private mutating func hidden(_ fields: [FormField]) -> String {
        FormCoding.encode(
            fields.filter { Self.openFields.union(Self.secretFields).contains($0.name) }.map { field in
                (field.name, Self.openFields.contains(field.name) ? field.value : standIn(for: field.value))
            })
    }

    // MARK: - Responses

    /// Returns the headers of a response that are compared, without secrets.
    mutating func hidden(response fields: HTTPFields) -> HTTPFields {
        var hidden = HTTPFields()
        for field in fields {
            switch field.name {
            case .contentType, .allow, .retryAfter: hidden.append(field)
            case .location: hidden[.location] = standIn(for: field.value)
            default: break
            }
        }
        return hidden
    }
}

extension PartnerFrameworkStatus {
    /// The status without the texts of its errors.
    fileprivate var withoutMessages: PartnerFrameworkStatus {
        var status = self
        status.frameworkPermissionInfo?.error?.message = nil
        status.frameworkProviderInfo?.error?.message = nil
        return status
    }
}
