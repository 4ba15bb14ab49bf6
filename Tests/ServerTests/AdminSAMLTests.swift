import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("SAML and media tokens over the admin API")
struct AdminSAMLTests {
    /// Registers an app at the server, which says that a user of a provider is signed in at system level.
    static func app(_ server: RunningServer, signedInWith provider: String) async throws -> RequestHeaders {
        var headers = RequestHeaders(
            deviceIdentifier: .init(fingerprint: "device"),
            deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
        let statement = try server.world.softwareStatement(for: "com.example.stream")
        let client = try await EntitlementCall.register(.init(softwareStatement: statement), headers: headers)
            .send(over: server.client).required()
        headers.accessToken =
            try await EntitlementCall.token(
                .init(clientID: client.clientID, clientSecret: client.clientSecret), headers: headers
            ).send(over: server.client).required().accessToken
        headers.frameworkStatus = PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted), provider: .init(id: .init(provider)))
        return headers
    }

    @Test("have at most 2 MiB, so that the Base64 of the largest response fits")
    func size() async throws {
        try await RunningServer.serving { server async throws in
            for path in ["/saml/issue", "/saml/validate", "/token/verify"] {
                for (count, status) in [(2 << 20, 400), ((2 << 20) + 1, 413)] {
                    let body = String(repeating: " ", count: count)
                    #expect(try await server.admin(.post, path, body).status == status, "\(path)")
                }
            }
        }
    }

    @Test(
        "issue a response of any provider, which the service accepts once for its own request",
        arguments: [("Cablevision", "bob", "bob-1"), ("Dish", "carol", "carol-1"), ("Dish", nil, "carol-1")])
    func accepted(provider: String, name: String?, userID: String) async throws {
        try await RunningServer.serving { server in
            let headers = try await Self.app(server, signedInWith: provider)
            let session = EntitlementCall.partnerSession(
                .init(domainName: "example.com", redirectURL: "app://done"), of: "REF30", headers: headers)
            #expect(try await session.send(over: server.client).required().actionName == .partnerProfile)
            let person = name.map { #", "as": "\#($0)""# } ?? ""
            func issue(_ more: String = "") async throws -> String {
                let body = #"{"provider": "\#(provider)"\#(person)\#(more)}"#
                let answer = try await server.admin(.post, "/saml/issue", body)
                try #require(answer.status == 200, "\(answer.text)")
                return try #require(try answer.json()["base64"]?.string)
            }
            func send(_ response: String) async throws -> Reply<ProfilesResponse> {
                try await EntitlementCall.partnerProfile(
                    .init(samlResponse: response), of: "REF30", headers: headers
                ).send(over: server.client)
            }
            #expect(try await send(issue(#", "defects": ["wrongKey"]"#)).success == nil)
            let accepted = try await send(issue()).required()
            #expect(accepted.profiles.values.first?.attributes["userID"]?.value.string == userID)
            #expect(try await send(issue()).success == nil)
        }
    }

    @Test("issue, validate and verify with the options of the command line")
    func options() async throws {
        try await RunningServer.serving { server in
            let before = try await server.admin(.get, "/state").text
            let issued = try await server.admin(
                .post, "/saml/issue",
                #"{"audiences": ["urn:a"], "attributes": {"x": ["1", "2"], "y": "3"}, "notOnOrAfter": "+1h"}"#
            ).json()
            let certificate = try #require(issued["certificate"])
            func verdict(_ members: Members) async throws -> JSONValue {
                let question: Members = [
                    "response": issued["base64"] ?? .null, "certificates": [certificate],
                ]
                let body = try JSONText.line(JSONValue.object(question.merging(members) { $1 }))
                return try await server.admin(.post, "/saml/validate", body).json()
            }
            let valid = try await verdict(["audience": "urn:a", "response": issued["response"] ?? .null])
            #expect(valid["valid"] == true && valid["attributes"]?["x"] == ["1", "2"])
            let invalid = try await verdict(["audience": "urn:b", "requireAttributes": ["z"]])
            #expect(invalid["failures"]?.elements?.compactMap { $0["policy"] } == ["audience", "attributes"])
            #expect(
                valid["unchecked"]?.elements?.compactMap { $0["policy"] } == ["issuer", "recipient", "inResponseTo"])
            let posted = "RelayState=a&SAMLResponse=" + PercentCoding.encode(issued["base64"]?.string ?? "")
            let pasted = try await verdict(["audience": "urn:a", "response": .string(posted)])
            #expect(pasted["valid"] == true && pasted["source"] == "form" && valid["source"] == nil)
            let silent = try await server.admin(.post, "/saml/issue", #"{"defects": ["noResponse"]}"#).json()
            #expect(silent["response"] == .null && silent["base64"] == .null)
            let token = try await server.admin(.post, "/token/verify", #"{"token": "garbage"}"#).json()
            #expect(token["valid"] == false && token["verdict"] == "INVALID_TOKEN_FORMAT")
            #expect(try await server.admin(.get, "/state").text == before)
        }
    }

    @Test(
        "name the invalid option, and a similar name",
        arguments: [
            ("/saml/issue", "", 400, "not a JSON object"), ("/saml/issue", "null", 400, "not a JSON object"),
            ("/saml/issue", "[", 400, "not a JSON object"),
            ("/saml/issue", #"{"provider": "Dich"}"#, 422, "Dish"),
            ("/saml/issue", #"{"provider": "Dish", "as": "karol"}"#, 422, "carol"),
            ("/saml/issue", #"{"as": "carol"}"#, 422, "'as' requires 'provider'"),
            ("/saml/issue", #"{"defects": ["expire"]}"#, 422, "expired"),
            ("/saml/issue", #"{"audience": "urn:a"}"#, 400, "audiences"),
            ("/saml/issue", #"{"notBefore": "soon"}"#, 400, "notBefore: invalid time 'soon'"),
            ("/saml/issue", #"{"privateKey": "x", "certificate": "x"}"#, 400, "certificate: "),
            ("/saml/issue", #"{"unsolicited": true, "inResponseTo": "_x"}"#, 422, "cannot be used together"),
            ("/saml/validate", "{}", 400, "needs the key 'response'"),
            ("/saml/validate", #"{"response": "x", "certificates": ["x"]}"#, 400, "certificates: "),
            ("/saml/validate", #"{"response": "x", "certificates": []}"#, 422, "no trusted certificate is given"),
            ("/saml/validate", #"{"response": "x"}"#, 422, "no trusted certificate is given"),
            ("/saml/validate", #"{"response": "x", "fingerprints": ["x"]}"#, 400, "not a fingerprint of a certificate"),
            ("/saml/validate", #"{"response": "x", "certificates": [], "allow": ["y"]}"#, 422, "relaxation"),
            ("/saml/validate", #"{"response": "x", "certificates": ["x"], "spMetadata": 1}"#, 400, "spMetadata"),
            ("/token/verify", #"{"tokens": "x"}"#, 400, "token"),
        ])
    func refusals(path: String, body: String, status: Int, text: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.post, path, body)
            #expect(answer.status == status && answer.text.contains(text), "\(answer.text)")
        }
    }
}

extension Reply {
    /// The endpoint's own answer; a failure of the test if there is none.
    func required() throws -> Success { try #require(success, "\(self)") }
}
