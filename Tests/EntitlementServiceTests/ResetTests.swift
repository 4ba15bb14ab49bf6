import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// The API that resets temporary passes.
///
/// Adobe Pass, Temp Pass.
@Suite("Reset of a temporary pass")
struct ResetTests {
    private static let one = "/reset-tempass/v3/reset?requestor_id=REF30&mvpd_id="
    private static let person = "/reset-tempass/v3/reset/generic?requestor_id=REF30&mvpd_id="

    /// A world with a basic pass, Suddenlink, and a promotional one, Mediacom, of one resource each.
    private func world() throws -> ServiceWorld {
        let world = try ServiceWorld()
        try world.change("Suddenlink") { $0.tempPass = TempPass(duration: 60) }
        try world.change("Mediacom") { $0.tempPass = TempPass(duration: 600, resources: 1) }
        return world
    }

    private func named(_ name: String, on device: String, in world: ServiceWorld) async throws -> AppFixture {
        var app = try await world.app(fingerprint: device)
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["email": .string(name)])
        return app
    }

    /// Watches something new, and says whether that was allowed.
    private func watches(_ app: AppFixture, _ resource: ResourceID, mvpd: MVPDID = "Mediacom") async throws -> Bool {
        try await app.decide(resource, mvpd: mvpd).required().decisions.first?.authorized == true
    }

    private func reset(_ path: String, by app: AppFixture, authorization: String? = nil) async throws -> (
        status: Int, body: Data, reply: Reply<JSONValue>
    ) {
        let token = authorization ?? app.headers.accessToken.map { "Bearer \($0)" }
        var request = HTTPRequest(method: .delete, scheme: "https", authority: "mgmt.auth.adobe.com", path: path)
        request.headerFields[.authorization] = token
        let (response, body) = try app.world.service.respond(to: request, body: Data())
        return (response.status.code, body, Reply(response: response, body: body))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let query: String
        /// Who has used up the pass before, and watches again afterwards.
        let again: [Bool]
        var testDescription: String { query }
    }

    /// a on device-1, b on device-2.
    private static let rows = [
        Row(query: one + "Mediacom&device_id=device-1", again: [true, false]),
        Row(query: one + "Mediacom&device_id=device-3", again: [false, false]),
        Row(query: one + "Mediacom&device_id=all", again: [true, true]),
        Row(query: one + "Mediacom&device_id=", again: [true, true]),
        Row(query: one + "Mediacom", again: [true, true]),
        Row(query: one + "Suddenlink", again: [false, false]),
        Row(query: person + "Mediacom&key=b", again: [false, true]),
        Row(query: person + "Mediacom&key=c", again: [false, false]),
        Row(query: person + "Mediacom&key=all", again: [true, true]),
        Row(query: person + "Mediacom", again: [true, true]),
    ]

    @Test(
        "deletes the trials of the named device or user, and returns 204 without a body", arguments: rows)
    func resets(row: Row) async throws {
        let world = try world()
        let apps = [
            try await named("a", on: "device-1", in: world), try await named("b", on: "device-2", in: world),
        ]
        for app in apps { #expect(try await watches(app, "A")) }
        let answer = try await reset(row.query, by: apps[0])
        #expect(answer.status == 204 && answer.body.isEmpty)
        for (app, again) in zip(apps, row.again) { #expect(try await watches(app, "B") == again) }
    }

    @Test("deletes a whole trial: neither the device nor the user continues it elsewhere")
    func wholeTrial() async throws {
        let world = try world()
        let app = try await named("a", on: "device-1", in: world)
        #expect(try await watches(app, "A"))
        #expect(try await reset(Self.one + "Mediacom&device_id=device-1", by: app).status == 204)
        #expect(try await watches(named("a", on: "device-2", in: world), "B"))
        #expect(try await watches(named("b", on: "device-1", in: world), "B"))
    }

    @Test("restarts the time of a basic pass, and does not change the pass of another service provider")
    func basic() async throws {
        let world = try world()
        try world.service.updateConfiguration {
            $0.requestors.append(
                .init(id: "OTHER", integrations: $0.requestor("REF30")?.integrations ?? []))
        }
        let app = try await world.app()
        func decide(_ provider: RequestorID) async throws -> Bool {
            try await app.send(
                .authorize(.init(resources: ["A"]), of: provider, mvpd: "Suddenlink", headers: app.headers)
            ).required().decisions.first?.authorized == true
        }
        for provider in ["REF30", "OTHER"] as [RequestorID] { #expect(try await decide(provider)) }
        try world.simulation.clock.advance(by: 60)
        #expect(try await !decide("REF30"))
        #expect(try await reset(Self.one + "Suddenlink&device_id=device-1", by: app).status == 204)
        #expect(try await decide("REF30"))
        #expect(try await !decide("OTHER"))
        let kept = try world.simulation.store.read { try $0.names(withPrefix: ServiceDocument.trials).count }
        #expect(kept == 4)
    }

    @Test(
        "refuses unknown or invalid parameters",
        arguments: [
            ("/reset-tempass/v3/reset?mvpd_id=Mediacom", "invalid_parameter_service_provider"),
            ("/reset-tempass/v3/reset?requestor_id=NONE&mvpd_id=Mediacom", "invalid_parameter_service_provider"),
            ("/reset-tempass/v3/reset?requestor_id=REF30", "invalid_parameter_mvpd"),
            (one + "None", "invalid_parameter_mvpd"), (one + "Cablevision", "invalid_parameter_mvpd"),
            (person + "Suddenlink&key=a", "invalid_parameter_mvpd"),
            (one + "Mediacom&device_id=%zz", "internal_error"),
        ])
    func refuses(path: String, code: String) async throws {
        let answer = try await reset(path, by: try await world().app())
        #expect(answer.status == 400 && answer.reply.error?.code == code)
    }

    @Test("refuses a pass whose integration is disabled, and deletes nothing")
    func switchedOff() async throws {
        let world = try world()
        let app = try await named("a", on: "device-1", in: world)
        #expect(try await watches(app, "A"))
        try world.change("Mediacom") { $0.enabled = false }
        let answer = try await reset(Self.one + "Mediacom", by: app)
        #expect(answer.status == 400 && answer.reply.error?.code == "invalid_integration")
        try world.change("Mediacom") { $0.enabled = true }
        #expect(try await !watches(app, "B"))
    }

    @Test("needs a token (401), and other credentials if a new token would not help (403)")
    func needsToken() async throws {
        let world = try world()
        var app = try await world.app()
        for authorization in ["", "Bearer none"] {
            let answer = try await reset(Self.one + "Mediacom", by: app, authorization: authorization)
            #expect(answer.status == 401 && answer.reply.error?.status == 401)
        }
        app = try await world.app(statement: SoftwareStatements.issue(app: "a", serviceProviders: ["OTHER"]))
        var answer = try await reset(Self.one + "Mediacom", by: app)
        #expect(answer.status == 403 && answer.reply.error?.code == "invalid_access_token_service_provider")
        let statement = try SoftwareStatements.issue(app: "b")
        app = try await world.app(statement: statement)
        try SoftwareStatements.revoke(app: "b", in: world.simulation)
        answer = try await reset(Self.one + "Mediacom", by: app)
        #expect(answer.status == 403 && answer.reply.error?.status == 403)
        #expect(answer.reply.error?.code == "invalid_access_token_client_application")
    }

    @Test("is not counted by throttling, and faults apply to it although it has no body")
    func faults() async throws {
        let world = try world()
        let app = try await world.app()
        try world.service.updateConfiguration { $0.throttle = Throttle(requestsPerSecond: 1, burst: 1) }
        for _ in 0..<5 { #expect(try await reset(Self.one + "Mediacom", by: app).status == 204) }
        try world.simulation.faults.add(Fault(operation: FaultOperation(.resetTempPass), error: "503"))
        #expect(try await reset(Self.one + "Mediacom", by: app).status == 503)
        try world.simulation.faults.clear()
        try world.simulation.faults.add(
            Fault(operation: FaultOperation(.resetTempPass), error: "invalid_access_token_service_provider"))
        #expect(try await reset(Self.one + "Mediacom", by: app).status == 403)
        #expect(ServiceFault("malformed", of: .resetTempPass) == nil)
    }
}
