import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

// What a client sent in its headers.
extension FactReader {
    /// The headers of every request that are of interest and stand in no row.
    private static let always: [HTTPField.Name] = [.authorization, .userAgent, .forwardedFor]

    mutating func readHeaders(of request: HTTPRequest, _ endpoint: Endpoint?, into fact: inout RequestFact) {
        let listed = (endpoint.map { $0.required + $0.optional } ?? []).map(\.name)
        for field in request.headerFields {
            let name = field.name.canonicalName
            let isVendors = name.hasPrefix("ap-") || name.hasPrefix("ad-")
            let isListed = listed.contains(field.name)
            // The checklist wants the device's identifier on every request, also where the page does not list it.
            if isVendors, !isListed, endpoint != nil, field.name != .deviceIdentifier {
                fact.unlisted.append("header \(field.name.rawName)")
            }
            guard isListed || isVendors || Self.always.contains(field.name) else { continue }
            fact.headers[Self.names[name] ?? field.name.rawName] = header(field)
        }
        fact.client = fact.token?.client
        if let header = fact.header("AP-Device-Identifier"), header.problem == nil,
            case .string(let device)? = header.value
        {
            fact.device = device
        }
    }

    private mutating func header(_ field: HTTPField) -> HeaderFact {
        var fact = HeaderFact()
        switch field.name {
        case .authorization:
            guard let bearer = BearerToken(headerValue: field.value) ?? Self.removedToken(field.value) else {
                fact.problem = "it is not a bearer token"
                fact.secret = ledger.describe(field.value)
                break
            }
            let token = ledger.token(bearer.token, at: now)
            fact.accessToken = token
            fact.secret = ledger.text(of: token, bearer.token)
        case .deviceIdentifier:
            guard let identifier = DeviceIdentifier(headerValue: field.value) else {
                fact.problem = "it is not 'fingerprint' and the Base64 of a text"
                fact.value = .string(String(field.value.prefix(256)))
                break
            }
            fact.value = .string(identifier.fingerprint)
        case .deviceInformation:
            if let information = DeviceInformation(headerValue: field.value) {
                fact.value = .object(information.members)
            } else {
                fact.problem = "it is not the Base64 of a JSON object"
                fact.value = .string(String(field.value.prefix(1024)))
            }
        case .frameworkStatus:
            if let data = Data(base64Encoded: field.value), let value = try? JSONValue(json: data),
                case .object = value
            {
                fact.value = value
            } else {
                fact.problem = "it is not the Base64 of a JSON object"
                fact.value = .string(String(field.value.prefix(1024)))
            }
        case .temporaryIdentity: describe(field.value, into: &fact)
        case let name where Redaction.treatment(of: name.rawName) == .secret:
            fact.secret = ledger.describe(field.value)
        default: fact.value = .string(String(Redaction.redact(field.value).prefix(256)))
        }
        return fact
    }

    /// Returns what an archive has instead of a token: a token was sent.
    private static func removedToken(_ value: String) -> BearerToken? {
        let token = value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : value
        return Redaction.isPseudonym(token) ? BearerToken(token) : nil
    }

    /// Tells the form of the identity of a promotional pass, and not the identity.
    private func describe(_ value: String, into fact: inout HeaderFact) {
        guard let identity = TemporaryIdentity(headerValue: value) else {
            fact.problem = "it is not Base64"
            fact.secret = "malformed"
            return
        }
        let texts = identity.members.map { $0.values.compactMap(\.string) } ?? [identity.person(underKey: "") ?? ""]
        let isMail = texts.contains { $0.contains(#/^[^@\s]+@[^@\s]+\.[^@\s]+$/#) }
        let isDigest = texts.contains { $0.utf8.count >= 16 && $0.utf8.allSatisfy(Self.isHexadecimal) }
        let address = identity.members == nil ? HeaderFact.address : HeaderFact.sample
        fact.secret = isMail ? address : isDigest ? HeaderFact.digest : "another text"
    }

    private static func isHexadecimal(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The documentation's spelling of headers, by their names in lower case.
    private static let names: [String: String] = {
        let names = Endpoint.api.flatMap { $0.required + $0.optional }.map(\.name) + always
        return Dictionary(names.map { ($0.canonicalName, $0.rawName) }) { first, _ in first }
    }()
}
