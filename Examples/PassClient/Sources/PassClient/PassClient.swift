import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of REST API V2, as a streaming app has it.
public actor PassClient {
    /// The service answered with an error status.
    public struct Refusal: Error, Equatable {
        /// The HTTP status.
        public let status: Int
    }

    private let service: URL
    private let requestor: String
    private let statement: String
    private let session: URLSession
    private var token: String?

    /// Creates the client of an app, which registers with its software statement.
    ///
    /// - Parameters:
    ///   - requestor: The programmer's identifier, such as `REF30`.
    ///   - softwareStatement: The statement from the vendor's dashboard.
    ///   - session: The session that sends the requests.
    public init(requestor: String, softwareStatement: String, session: URLSession = .shared) {
        // swift-format-ignore: NeverForceUnwrap
        service = URL(string: "https://api.auth.adobe.com")!
        self.requestor = requestor
        self.statement = softwareStatement
        self.session = session
    }

    /// Returns the address of the page on which the user signs in.
    public func startSignIn(with mvpd: String) async throws -> URL {
        struct Session: Decodable { let url: String }
        let form = ["mvpd": mvpd, "domainName": "example.com", "redirectUrl": "https://example.com/signed-in"]
        let answer: Session = try await call("POST", "sessions", .form(form))
        guard let page = URL(string: answer.url, relativeTo: service) else { throw URLError(.badServerResponse) }
        return page.absoluteURL
    }

    /// Returns the user's identifier; `nil` if the user is not signed in with this TV provider.
    public func user(of mvpd: String) async throws -> String? {
        struct Answer: Decodable { let profiles: [String: Profile] }
        struct Profile: Decodable { let attributes: Attributes }
        struct Attributes: Decodable { let userID: Attribute? }
        struct Attribute: Decodable { let value: String }
        let answer: Answer = try await call("GET", "profiles/\(mvpd)", .none)
        return answer.profiles[mvpd]?.attributes.userID?.value
    }

    /// Returns whether the user may watch a resource.
    public func mayWatch(_ resource: String, with mvpd: String) async throws -> Bool {
        struct Answer: Decodable { let decisions: [Decision] }
        struct Decision: Decodable { let authorized: Bool }
        let body = try JSONEncoder().encode(["resources": [resource]])
        let answer: Answer = try await call("POST", "decisions/authorize/\(mvpd)", .json(body))
        return answer.decisions.first?.authorized ?? false
    }

    // MARK: - Requests

    private enum Body {
        case none
        case form([String: String])
        case json(Data)
    }

    /// Calls the API, with a new access token if the present one is no longer valid.
    private func call<Answer: Decodable>(_ method: String, _ path: String, _ body: Body) async throws -> Answer {
        let path = "api/v2/\(requestor)/\(path)"
        do {
            return try await send(method, path, body, token: try await accessToken())
        } catch let refusal as Refusal where refusal.status == 401 {
            token = nil
            return try await send(method, path, body, token: try await accessToken())
        }
    }

    private func accessToken() async throws -> String {
        struct Client: Decodable { let client_id: String, client_secret: String }
        struct Grant: Decodable { let access_token: String }
        if let token { return token }
        let registration = try JSONEncoder().encode(["software_statement": statement])
        let client: Client = try await send("POST", "o/client/register", .json(registration))
        let form = [
            "grant_type": "client_credentials", "client_id": client.client_id, "client_secret": client.client_secret,
        ]
        let grant: Grant = try await send("POST", "o/client/token", .form(form))
        token = grant.access_token
        return grant.access_token
    }

    /// Sends a request, and once more if the service is unavailable.
    private func send<Answer: Decodable>(
        _ method: String, _ path: String, _ body: Body, token: String? = nil, retries: Int = 1
    ) async throws -> Answer {
        var request = URLRequest(url: service.appendingPathComponent(path))
        request.httpMethod = method
        let device =
            #"{"model": "iPhone16,1", "version": "16,1", "osName": "iOS", "osVersion": "26.1", "connectionType": "WiFi"}"#
        request.setValue(Data(device.utf8).base64EncodedString(), forHTTPHeaderField: "X-Device-Info")
        request.setValue("fingerprint bGl2aW5nIHJvb20=", forHTTPHeaderField: "AP-Device-Identifier")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        switch body {
        case .none: break
        case .form(let fields):
            var form = URLComponents()
            form.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
            request.httpBody = Data((form.percentEncodedQuery ?? "").utf8)
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        case .json(let data):
            request.httpBody = data
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 503, retries > 0 {
            return try await send(method, path, body, token: token, retries: retries - 1)
        }
        guard (200..<300).contains(status) else { throw Refusal(status: status) }
        return try JSONDecoder().decode(Answer.self, from: data)
    }
}
