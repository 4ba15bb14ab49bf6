import Foundation
import HTTPTypes
import TVSimStructuredText

/// The authentication of a client at the token endpoint: by Basic, or by fields of the form (RFC 6749, 2.3.1).
///
/// Its reasons repeat identifiers, never a secret.
struct ClientAuthentication {
    let place: SiteContext
    /// Why the fields are not in the form, as a sentence; `nil` if it is a form.
    let elsewhere: String?

    /// Finds the client, and checks its secret.
    ///
    /// - Parameters:
    ///   - form: The fields of the body.
    ///   - authorization: The header `Authorization`; `nil` if the request has none.
    /// - Returns: The client, or the refusal.
    func authenticate(_ form: [FormField], _ authorization: String?) -> Result<OAuth2Client, RefusedSignIn> {
        var (id, secret) = (form.value("client_id"), form.value("client_secret"))
        var basic: BasicCredentials?
        if let authorization {
            let read: BasicCredentials
            do throws(BasicCredentials.Flaw) { read = try BasicCredentials(authorization) } catch {
                return refuse("the header is not Basic credentials: \(error.reason)")
            }
            if let reason = Self.contradiction(read.id, id, secret) {
                return .failure(RefusedSignIn(answer: .refusedTokens("invalid_request", reason)))
            }
            (id, secret, basic) = (read.id, read.secret, read)
        }
        guard let id else {
            return refuse(
                elsewhere ?? "the request names no client: it has neither the header Authorization nor 'client_id'")
        }
        guard let client = place.client(id) else {
            let isRaw = basic.map { $0.rawID != id && place.client($0.rawID) != nil } ?? false
            return refuse(
                isRaw
                    ? "the client is unknown: \(BasicCredentials.rule), and '\(id.prefix(128))' is what its identifier means"
                    : "the client is unknown: '\(id.prefix(128))' is none of \(known)")
        }
        switch (client.secret, secret) {
        case (nil, nil), (nil, ""): return .success(client)
        case (let known?, let given?) where known.utf8.elementsEqual(given.utf8): return .success(client)
        case (_, nil): return refuse("the client '\(client.clientID)' has not authenticated: the request has no secret")
        case (nil, _): return refuse("the client '\(client.clientID)' is public, and the request has a secret")
        case (_, ""): return refuse("the client secret is wrong: it is empty")
        case (let known?, _):
            let isRaw = basic.map { $0.rawSecret.utf8.elementsEqual(known.utf8) } ?? false
            return refuse(
                isRaw
                    ? "the client secret is right, but was not encoded: \(BasicCredentials.rule)"
                    : "the client secret of '\(client.clientID)' is wrong")
        }
    }

    private static func contradiction(_ basic: String, _ id: String?, _ secret: String?) -> String? {
        if secret != nil {
            return "the client authenticates in two ways: by the header Authorization and by 'client_secret'"
        }
        guard let id, id != basic else { return nil }
        return "the client has two names: '\(basic.prefix(128))' in the header, and '\(id.prefix(128))' in the form"
    }

    /// The clients that the provider knows, a few at most.
    private var known: String {
        let settings = place.provider.authorizationServer
        return ([settings.clientID] + settings.clients.map(\.clientID)).prefix(8).map { "'\($0)'" }.joined(
            separator: ", ")
    }

    private func refuse(_ reason: String) -> Result<OAuth2Client, RefusedSignIn> {
        var answer = SiteAnswer.refusedTokens("invalid_client", reason, status: 401)
        answer.fields[.wwwAuthenticate] = "Basic realm=\"\(OAuth2SignIn.ascii(place.provider.identifier))\""
        return .failure(RefusedSignIn(answer: answer))
    }
}

/// The credentials of a client in the header `Authorization` (RFC 7617; RFC 6749, 2.3.1).
struct BasicCredentials {
    let id: String
    let secret: String
    /// The parts before they were decoded as values of a form.
    let rawID: String
    let rawSecret: String

    /// Why a header has no credentials, as a clause without any of them.
    struct Flaw: Error {
        let reason: String
    }

    /// What clients forget.
    static let rule = "identifier and secret are encoded as values of a form before Base64 (RFC 6749, 2.3.1)"

    /// Reads a header.
    ///
    /// - Throws: ``Flaw`` if it is not Basic, or a part cannot be decoded.
    init(_ header: String) throws(Flaw) {
        guard header.prefix(6).lowercased() == "basic " else {
            let scheme = header.prefix { $0 != " " }
            throw Flaw(
                reason: header.contains(" ")
                    ? "its scheme is '\(scheme.prefix(32))', not 'Basic'" : "it has no scheme: expected 'Basic'")
        }
        let content = header.dropFirst(6).trimmingCharacters(in: .whitespaces)
        guard let octets = Data(base64Encoded: content) else {
            throw Flaw(
                reason: content.contains(":")
                    ? "they are not encoded in Base64: they have a ':'" : "they are not Base64")
        }
        guard let text = String(validating: octets, as: UTF8.self) else { throw Flaw(reason: "they are not UTF-8") }
        guard let colon = text.firstIndex(of: ":") else {
            throw Flaw(reason: "they have no ':' between identifier and secret")
        }
        (rawID, rawSecret) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        guard let id = Self.decoded(rawID) else { throw Flaw(reason: Self.undecodable("identifier")) }
        guard let secret = Self.decoded(rawSecret) else { throw Flaw(reason: Self.undecodable("secret")) }
        (self.id, self.secret) = (id, secret)
    }

    private static func undecodable(_ part: String) -> String {
        "the \(part) has a '%' that begins no percent-encoding of UTF-8: \(rule)"
    }

    /// Decodes a part, which is encoded as a value of a form.
    private static func decoded(_ part: String) -> String? { part.replacing("+", with: " ").removingPercentEncoding }
}
