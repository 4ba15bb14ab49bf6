import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

@testable import TVSimEntitlementService

/// An app that uses the single sign-on service, with its service token.
struct SingleSignOnFixture {
    /// A response: its status, its header fields and its JSON.
    struct Answer {
        let status: Int
        let fields: HTTPFields
        let json: JSONValue

        subscript(path: String...) -> JSONValue? {
            path.reduce(json) { value, name in
                if case .object(let members)? = value { members[name] } else { nil }
            }
        }
    }

    let world: ServiceWorld
    var app: AppFixture
    var serviceToken: String?

    /// Registers an app on a device.
    init(_ world: ServiceWorld, device: String = "device-1") async throws {
        self.world = world
        app = try await world.app(fingerprint: device)
    }

    /// Registers an app on a device and gets a token for a user.
    init(_ world: ServiceWorld, device: String = "device-1", user: String) async throws {
        try await self.init(world, device: device)
        serviceToken = try await send(.serviceToken, [.singleSignOnID: user])["serviceToken"]?.string
    }

    /// Sends a request with the app's headers, except for those that are changed; an empty text removes a header.
    func send(
        _ endpoint: Endpoint, _ changes: [HTTPField.Name: String] = [:], body: String = "",
        method: HTTPRequest.Method? = nil
    ) async throws -> Answer {
        var fields = app.headers.fields()
        fields[.serviceToken] = serviceToken
        for (name, value) in changes { fields[name] = value.isEmpty ? nil : value }
        let request = HTTPRequest(
            method: method ?? endpoint.method, scheme: "https", authority: "api.auth.adobe.com",
            path: endpoint.route("REF30").path, headerFields: fields)
        let (response, data) = try world.service.respond(to: request, body: Data(body.utf8))
        return Answer(
            status: response.status.code, fields: response.headerFields, json: try JSONValue(json: data))
    }

    /// Gets a link code.
    func link() async throws -> String { try await send(.linkDevice)["code"]?.string ?? "" }

    /// Returns a token with any payload, signed by the service's key.
    static func signed(_ payload: String) throws -> String {
        func encoded(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let input = encoded(Data(#"{"alg":"RS256"}"#.utf8)) + "." + encoded(Data(payload.utf8))
        let key = try RSASigningKey(pem: SimulationKeys.accessTokenPrivateKey)
        return input + "." + encoded(try key.sign(Data(input.utf8)))
    }
}
