import Foundation
import VideoSubscriberAccount

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The implementation after the migration, by REST API V2 and Apple's framework.
struct RESTSignIn: SignIn {
    /// The service refused a request.
    struct Refusal: Error, Equatable {
        let status: Int
    }

    /// The account of the system, as far as the service needs it.
    private struct Account: Sendable {
        let provider: String
        let expires: Date?
        let response: String?
    }

    let softwareStatement: String
    /// What the app keeps between launches: here its access token.
    let store: any SecretStore

    func isSignedIn() async throws -> Bool {
        let token = try await accessToken()
        let known: Profiles = try await send("GET", "api/v2/REF30/profiles", token: token)
        if !known.profiles.isEmpty { return true }
        guard let account = try await account(answering: nil) else { return false }
        let status = try Self.frameworkStatus(of: account)
        let start = Self.form(["domainName": "example.com", "redirectUrl": "app://signed-in"])
        do {
            let session: Session = try await send(
                "POST", "api/v2/REF30/sessions/sso/Apple", start, token: token, status: status)
            guard session.actionName == "partner_profile", let query = session.authenticationRequest,
                let response = try await self.account(answering: query)?.response
            else { return session.actionName == "authorize" }
            let answer = Self.form(["SAMLResponse": Data(response.utf8).base64EncodedString()])
            let made: Profiles = try await send(
                "POST", "api/v2/REF30/profiles/sso/Apple", answer, token: token, status: status)
            return !made.profiles.isEmpty
        } catch let refusal as Refusal where refusal.status == 400 {
            // An MVPD that is not integrated, or a SAML response that the service does not accept.
            return false
        }
    }

    /// Returns the page on which the user signs in with an MVPD.
    func signInPage(of mvpd: String, returningTo address: String) async throws -> URL {
        let wish = Self.form(["mvpd": mvpd, "domainName": "example.com", "redirectUrl": address])
        let session: Session = try await send("POST", "api/v2/REF30/sessions", wish, token: try await accessToken())
        guard let path = session.url, let page = URL(string: "https://api.auth.adobe.com\(path)") else {
            throw URLError(.badServerResponse)
        }
        return page
    }

    // MARK: - Apple's framework

    /// Returns the account; `nil` if the app may not use it, or the user has none.
    private func account(answering query: Session.Query?) async throws -> Account? {
        let manager = VSAccountManager()
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        if let query {
            request.channelIdentifier = "https://saml.sp.auth.adobe.com"
            request.verificationToken = query.request
            request.attributeNames = query.attributesNames
        }
        do {
            _ = try await manager.checkAccessStatus()
            return try await withCheckedThrowingContinuation { continuation in
                manager.enqueue(request) { metadata, error in
                    if let error { return continuation.resume(throwing: error) }
                    continuation.resume(
                        returning: metadata?.accountProviderIdentifier.map {
                            Account(
                                provider: $0, expires: metadata?.authenticationExpirationDate,
                                response: metadata?.samlAttributeQueryResponse)
                        })
                }
            }
        } catch is VSError {
            return nil
        }
    }

    /// Returns the value of `AP-Partner-Framework-Status` for an account that the app may use.
    private static func frameworkStatus(of account: Account) throws -> String {
        struct Status: Encodable {
            let frameworkPermissionInfo: [String: String]
            let frameworkProviderInfo: [String: String]
        }
        // An account without a date never expires; the header needs one nevertheless.
        let expires = account.expires.map { Int($0.timeIntervalSince1970 * 1000) } ?? 64_092_211_200_000
        let status = Status(
            frameworkPermissionInfo: ["accessStatus": "granted"],
            frameworkProviderInfo: ["id": account.provider, "expirationDate": "\(expires)"])
        return try JSONEncoder().encode(status).base64EncodedString()
    }

    // MARK: - The service

    private struct Session: Decodable {
        struct Query: Decodable {
            let request: String
            let attributesNames: [String]
        }
        let actionName: String
        let url: String?
        let authenticationRequest: Query?
    }

    private struct Profiles: Decodable {
        struct Profile: Decodable {}
        let profiles: [String: Profile]
    }

    private func accessToken() async throws -> String {
        struct Client: Decodable { let client_id: String, client_secret: String }
        struct Grant: Decodable { let access_token: String }
        if let known = store.secret(for: "access_token") { return known }
        let statement = try JSONEncoder().encode(["software_statement": softwareStatement])
        let client: Client = try await send("POST", "o/client/register", statement, type: "application/json")
        let wish = [
            "grant_type": "client_credentials", "client_id": client.client_id, "client_secret": client.client_secret,
        ]
        let grant: Grant = try await send("POST", "o/client/token", Self.form(wish))
        store.keep(grant.access_token, for: "access_token")
        return grant.access_token
    }

    private func send<Answer: Decodable>(
        _ method: String, _ path: String, _ body: Data? = nil, type: String = "application/x-www-form-urlencoded",
        token: String? = nil, status: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: "https://api.auth.adobe.com/\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        let device = #"{"model": "iPhone", "osName": "iOS", "osVersion": "26.1"}"#
        let fields: [String: String?] = [
            "X-Device-Info": Data(device.utf8).base64EncodedString(),
            "AP-Device-Identifier": "fingerprint bGl2aW5nIHJvb20=",
            "AP-Partner-Framework-Status": status, "Authorization": token.map { "Bearer \($0)" },
            "Content-Type": body == nil ? nil : type,
        ]
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let code = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(code) else { throw Refusal(status: code) }
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    /// Returns a form; in Base64, `+` would otherwise be read as a space.
    private static func form(_ fields: [String: String]) -> Data {
        let pairs = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return Data(pairs.joined(separator: "&").utf8)
    }
}
