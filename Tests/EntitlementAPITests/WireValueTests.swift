import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@Suite("Requests and responses")
struct WireValueTests {
    private let instant = Date(timeIntervalSince1970: 1_767_225_600)

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encode(value), as: UTF8.self)
    }

    @Test("ambiguity 36: writes session times as strings and profile times as numbers, and reads both forms of both")
    func writesInstantsAsDocumented() throws {
        #expect(try json([MillisecondsText(instant)]) == #"["1767225600000"]"#)
        #expect(try json([Milliseconds(instant)]) == "[1767225600000]")
        for text in [#"["1767225600000"]"#, "[1767225600000]"] {
            #expect(try WireCoding.decode([Milliseconds].self, from: Data(text.utf8)) == [Milliseconds(instant)])
            #expect(
                try WireCoding.decode([MillisecondsText].self, from: Data(text.utf8)) == [MillisecondsText(instant)])
        }
        #expect(throws: (any Error).self) { try WireCoding.decode([Milliseconds].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test("ambiguity 37: reads 'domain' as 'domainName' and writes 'domainName'")
    func takesDomain() {
        let request = PartnerSessionRequest(form: [FormField("domain", "a"), FormField("redirectUrl", "")])
        #expect(request.domainName == "a" && request.redirectURL == nil)
        #expect(request.form == [FormField("domainName", "a")])
    }

    @Test("reads missing Boolean values of an MVPD as false")
    func takesAbsentBooleansAsFalse() throws {
        let mvpd = try WireCoding.decode(ConfiguredMVPD.self, from: Data(#"{"id":"a","displayName":"A"}"#.utf8))
        #expect(mvpd == ConfiguredMVPD(id: "a", displayName: "A"))
        #expect(!mvpd.enablePlatformServices && !mvpd.displayInPlatformPicker)
    }

    @Test("writes an MVPD with the documented keys only, and omits false values except isProxy")
    func writesDocumentedMVPDKeys() throws {
        var mvpd = ConfiguredMVPD(id: "a", displayName: "A")
        mvpd.logoUrl = "l"
        mvpd.platformMappingID = "p"
        mvpd.boardingStatus = .supported
        mvpd.isTempPass = true
        mvpd.authPerAggregator = true
        let keys = try WireCoding.decode(Members.self, from: WireCoding.encode(mvpd)).keys.sorted()
        #expect(
            keys == [
                "authPerAggregator", "boardingStatus", "displayName", "id", "isProxy", "isTempPass", "logoUrl",
                "platformMappingId",
            ])
    }

    @Test("writes registration and tokens with the documented keys")
    func writesRegistration() throws {
        let credentials = RegistrationResponse(
            clientID: "c", clientSecret: "s", issuedAt: instant, redirectURIs: ["app:/"])
        #expect(
            try json(credentials)
                == #"{"client_id":"c","client_id_issued_at":1767225600,"client_secret":"s","grant_types":["client_credentials"],"redirect_uris":["app:/"],"scopes":["api:client:v2"]}"#
        )
        let token = TokenResponse(id: "i", accessToken: "t", createdAt: instant, expiresIn: 21_600)
        #expect(
            try json(token)
                == #"{"access_token":"t","created_at":1767225600000,"expires_in":21600,"id":"i","token_type":"bearer"}"#
        )
    }

    @Test("gives each logout action its type")
    func givesLogoutActionsTheirTypes() {
        let types = [LogoutActionsResponse.Logout.ActionName.logout, .partnerLogout, .complete, .invalid]
            .map { LogoutActionsResponse.Logout($0, mvpd: "m").actionType.rawValue }
        #expect(types == ["interactive", "partner_interactive", "none", "none"])
    }

    @Test("preserves any JSON")
    func keepsJSON() throws {
        let text = #"{"a":[1,1.5,true,null,"x",{}],"b":{"c":-9007199254740993}}"#
        #expect(try json(WireCoding.decode(JSONValue.self, from: Data(text.utf8))) == text)
    }

    @Test(
        "refuses invalid JSON, including a trailing comma, and accepts a repeated key",
        arguments: [
            (#"{"resources":["a"]}"#, true), (#"{"resources":["a",]}"#, false), (#"{"resources":["a"],}"#, false),
            ("{\"resources\":[\"a\"] ,\n }", false), (#"{"resources":[",]","\\",",}"]}"#, true),
            (#"{"resources":["a"] // no\n}"#, false), (#"{'resources':['a']}"#, false), (#"{resources:["a"]}"#, false),
            (#"{"resources":["a"]} x"#, false), (#"{"resources":[,"a"]}"#, false),
            ("{\"resources\":[\"a\tb\"]}", false),
            (#"{"resources":["\x"]}"#, false),
            (#"{"resources":["a"],"n":NaN}"#, false),
            (#"{"resources":["a"],"resources":["a"]}"#, true),
        ])
    func strictJSON(text: String, isJSON: Bool) {
        let request = try? WireCoding.decode(DecisionsRequest.self, from: Data(text.utf8))
        #expect((request != nil) == isJSON)
    }

    @Test("builds the request of a call with its headers, query and body")
    func buildsRequests() {
        let headers = RequestHeaders(accessToken: "t", deviceIdentifier: .init(fingerprint: "d"))
        let logout = EntitlementCall.logout(of: "REF30", mvpd: "A B", redirectURL: "app://x?y", headers: headers)
        let request = logout.request()
        #expect(request.path == "/api/v2/REF30/logout/A%20B?redirectUrl=app%3A%2F%2Fx%3Fy")
        #expect(request.method == .get && request.authority == "api.auth.adobe.com")
        #expect(request.headerFields[.authorization] == "Bearer t")
        #expect(request.headerFields[.deviceIdentifier] == "fingerprint ZA==")
        #expect(request.headerFields[.deviceInformation] == nil)

        let exchange = EntitlementCall.partnerProfile(.init(samlResponse: "a+/="), of: "REF30", headers: headers)
        #expect(exchange.request().headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(String(decoding: exchange.body.data, as: UTF8.self) == "SAMLResponse=a%2B%2F%3D")
    }

    static let replies: [(Int, String, String)] = [
        (200, #"{"profiles":{}}"#, "success"),
        (201, #"{"profiles":{}}"#, "success"),
        (200, #"{""#, "malformed"),
        (200, "", "malformed"),
        (400, #"{"action":"none","status":400,"code":"c","message":"m","helpUrl":"h","trace":"t"}"#, "refused"),
        (400, #"{"error":"invalid_client"}"#, "registrationRefused"),
        (500, "", "failed"),
        (429, "<html>", "failed"),
    ]

    @Test("reads a response in the error format of its endpoint", arguments: replies)
    func readsReplies(status: Int, body: String, kind: String) {
        let reply = Reply<ProfilesResponse>(
            response: HTTPResponse(status: .init(code: status)), body: Data(body.utf8))
        #expect(reply.status == status)
        #expect("\(reply)".hasPrefix(kind))
    }

    @Test(
        "accepts milliseconds in the range of the calendar only",
        arguments: [("9007199254740992", true), ("-9007199254740992", true), ("9007199254740993", false)]
            + [("9223372036854775807", false), ("-9223372036854775808", false)])
    func milliseconds(number: String, isInstant: Bool) throws {
        for json in [number, "\"\(number)\""] {
            let read = try? WireCoding.decode([Milliseconds].self, from: Data("[\(json)]".utf8))
            #expect((read?.first?.value == Int64(number)) == isInstant)
        }
    }
}
