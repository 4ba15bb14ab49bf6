import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Adobe Single Sign-On Service, Error Codes Catalog.
@Suite("An error of the single sign-on service")
struct SingleSignOnErrorTests {
    /// What is wrong with a request.
    enum Defect: Sendable {
        case missing(HTTPField.Name)
        /// A token that the service's key signed, with this payload.
        case payload(String)
        /// A text in place of the service token.
        case token(String)
        case wrongSignature
        case expired
        case body(String)
        case fault(String)
    }

    /// A row of the catalogue, and a request that gets its error.
    struct Row: Sendable, CustomTestStringConvertible {
        let table: String
        let code: String
        let status: Int
        let message: String
        let action: String
        let endpoint: Endpoint
        let defect: Defect

        init(
            _ table: String, _ code: String, _ status: Int, _ message: String, _ action: String, _ endpoint: Endpoint,
            _ defect: Defect
        ) {
            (self.table, self.code, self.status, self.message) = (table, code, status, message)
            (self.action, self.endpoint, self.defect) = (action, endpoint, defect)
        }

        var testDescription: String { "\(table): \(code), \(message)" }
    }

    private static let signature = "Invalid JWT signature in AD-Service-Token"
    private static let validating = "Error validating JWT signature"
    private static let noSubject = "JWT subject (sub) is missing or empty in AD-Service-Token"
    private static let extracting = "Error extracting JWT subject"

    static let rows: [Row] = [
        Row(
            "General", "token_invalid", 400, "The provided token is invalid", "get_new_token", .listDevices,
            .payload(#"{"sub":"alice","iss":"auth.adobe.com","nbf":1,"exp":4000000000}"#)),
        Row("General", "token_expired", 401, "The token has expired", "get_new_token", .listDevices, .expired),
        Row(
            "General", "header_missing", 400, "A required header is missing", "check_headers", .listDevices,
            .missing(.deviceIdentifier)),
        Row("General", "unauthorized", 401, "Unauthorized access", "none", .serviceToken, .missing(.authorization)),
        Row("General", "internal_error", 500, "An internal error occurred", "none", .linkDevice, .fault("500")),
        Row(
            "Validation", "request_null", 400, "Request object cannot be null", "none", .unlinkDevices, .body("null")),
        Row(
            "POST", "header_missing", 400, "Either x-sso-id or x-sso-link header is required for POST requests",
            "check_headers", .serviceToken, .missing(.singleSignOnID)),
        Row(
            "POST", "header_missing", 400, "AP-Device-Identifier header is required for POST requests",
            "check_headers", .serviceToken, .missing(.deviceIdentifier)),
        Row(
            "GET", "header_missing", 400, "AD-Service-Token header is required for GET requests", "check_headers",
            .refreshServiceToken, .missing(.serviceToken)),
        Row("GET", "header_invalid", 401, signature, "get_new_token", .refreshServiceToken, .wrongSignature),
        Row("GET", "header_invalid", 401, validating, "get_new_token", .refreshServiceToken, .token("garbage")),
        Row("GET", "header_invalid", 401, noSubject, "get_new_token", .refreshServiceToken, .payload("{}")),
        Row("GET", "header_invalid", 401, extracting, "get_new_token", .refreshServiceToken, .payload(#"{"sub":1}"#)),
        Row(
            "Link", "header_missing", 401, "AD-Service-Token header is required for link requests", "check_headers",
            .linkDevice, .missing(.serviceToken)),
        Row("Link", "header_invalid", 401, signature, "get_new_token", .linkDevice, .wrongSignature),
        Row("Link", "header_invalid", 401, validating, "get_new_token", .linkDevice, .token("a.b.c")),
        Row(
            "Unlink", "header_missing", 401, "AD-Service-Token header is required for unlink requests",
            "check_headers", .unlinkDevices, .missing(.serviceToken)),
        Row("Unlink", "header_invalid", 401, signature, "get_new_token", .unlinkDevices, .wrongSignature),
        Row("Unlink", "header_invalid", 401, validating, "get_new_token", .unlinkDevices, .token("a.b")),
        Row("Unlink", "header_invalid", 401, noSubject, "get_new_token", .unlinkDevices, .payload(#"{"sub":""}"#)),
        Row(
            "Unlink", "request_invalid", 400, "Devices list cannot be null or empty", "check_request_body",
            .unlinkDevices, .body(#"{"devices":[]}"#)),
        Row(
            "List", "header_missing", 401, "AD-Service-Token header is required for list requests", "check_headers",
            .listDevices, .missing(.serviceToken)),
        Row("List", "header_invalid", 401, signature, "get_new_token", .listDevices, .wrongSignature),
        Row("List", "header_invalid", 401, validating, "get_new_token", .listDevices, .token("e30.e30")),
        Row("List", "header_invalid", 401, noSubject, "get_new_token", .listDevices, .payload(#"{"sub":null}"#)),
        Row("List", "header_invalid", 401, extracting, "get_new_token", .listDevices, .payload("[]")),
    ]

    @Test("has its row's status, code, message and action in the documented envelope", arguments: rows)
    func row(_ row: Row) async throws {
        let fixture = try await SingleSignOnFixture(try ServiceWorld(), user: "alice")
        let token = try #require(fixture.serviceToken)
        var changes: [HTTPField.Name: String] = [.singleSignOnID: "alice"]
        var body = #"{"devices":["device-1"]}"#
        switch row.defect {
        case .missing(let name): changes[name] = ""
        case .payload(let payload): changes[.serviceToken] = try SingleSignOnFixture.signed(payload)
        case .token(let text): changes[.serviceToken] = text
        case .wrongSignature: changes[.serviceToken] = token.dropLast(8) + "AAAAAAAA"
        case .expired: try fixture.world.simulation.clock.advance(by: 3_600)
        case .body(let text): body = text
        case .fault(let error):
            try fixture.world.simulation.faults.add(
                Fault(operation: FaultOperation(row.endpoint.fault), error: error))
        }
        let answer = try await fixture.send(row.endpoint, changes, body: body)
        #expect(answer.status == row.status)
        let name = [400: "BAD_REQUEST", 401: "UNAUTHORIZED", 500: "INTERNAL_SERVER_ERROR"][row.status]
        #expect(answer["status"]?.string == name)
        #expect((answer.fields[.wwwAuthenticate] == "Bearer") == (row.status == 401))
        guard case .object(var error)? = answer["error"] else { return #expect(Bool(false), "\(answer.json)") }
        #expect(UUID(uuidString: try #require(error["trace"]?.string)) != nil)
        error["trace"] = nil
        #expect(
            error == [
                "status": .integer(Int64(row.status)), "code": .string(row.code), "message": .string(row.message),
                "action": .string(row.action), "helpUrl": .string(EnhancedError.helpAddress),
            ])
        guard case .object(let members) = answer.json else { return }
        #expect(members.count == 2, "an error response has no member of a success")
    }

    @Test("exists for every row of the catalogue, and the table of the service has no other")
    func complete() {
        let documented = Set(Self.rows.map { "\($0.code) \($0.status) \($0.message) \($0.action)" })
        #expect(
            documented
                == Set(SingleSignOnErrorCode.all.map { "\($0.name) \($0.status) \($0.message) \($0.action)" }))
    }

    @Test("keeps the code of REST API V2 if the catalogue has no row for the case")
    func others() async throws {
        let fixture = try await SingleSignOnFixture(
            try ServiceWorld { $0.strictDeviceInformation = true }, user: "alice")
        let unreadable = try await fixture.send(
            .serviceToken, [.singleSignOnID: "alice", .deviceInformation: "garbage"])
        #expect(unreadable.status == 400)
        #expect(unreadable["error", "code"] == "invalid_header_device_info")
        let method = try await fixture.send(.unlinkDevices, method: .put)
        #expect(method.status == 405 && method.fields[.allow] == "POST")
        #expect(method["status"] == "METHOD_NOT_ALLOWED" && method["error", "code"] == "internal_error")
        let tokens = try await fixture.send(.serviceToken, method: .delete)
        #expect(tokens.status == 405 && tokens.fields[.allow] == "POST, GET")
        try fixture.world.simulation.faults.add(Fault(operation: FaultOperation(.singleSignOn), error: "503"))
        let failure = try await fixture.send(.listDevices)
        #expect(failure.status == 503)
        #expect(failure["status"] == "SERVICE_UNAVAILABLE" && failure["error", "status"] == 503)
    }

    @Test(
        "names what is wrong with the body of an unlink request",
        arguments: [
            ("", "request_null"), ("{", "request_null"), ("[]", "request_null"), ("{}", "request_invalid"),
            (#"{"devices":null}"#, "request_invalid"), (#"{"devices":"device-1"}"#, "request_invalid"),
            (#"{"devices":[1]}"#, "request_invalid"),
            (String(repeating: " ", count: RequestLimits.body + 1), "internal_error"),
        ])
    func bodies(body: String, code: String) async throws {
        let fixture = try await SingleSignOnFixture(try ServiceWorld(), user: "alice")
        let answer = try await fixture.send(.unlinkDevices, body: body)
        #expect(answer.status == 400 && answer["error", "code"] == .string(code))
    }
}
