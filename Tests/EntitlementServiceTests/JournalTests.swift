import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("The service's journal")
struct JournalTests {
    @Test("has one entry for each request, with the reason")
    func leavesEntries() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        _ = try await app.send(.configuration(of: "REF30", headers: app.headers))
        _ = try await app.send(.profiles(of: "REF30", headers: .init(accessToken: app.headers.accessToken)))
        try world.simulation.faults.add(Fault(operation: FaultOperation(.logout), error: "timeout"))
        _ = try? await app.send(.logout(of: "REF30", mvpd: "Dish", redirectURL: "app://out", headers: app.headers))
        #expect(try world.simulation.journal.entries().map(\.verdict) == [.ok, .ok, .ok, .refused, .failed])
        let entries = try world.simulation.journal.entries().map(\.text)
        #expect(entries.allSatisfy { $0.room == "EntitlementService" && $0.reason.hasSuffix(".") })
        #expect(
            entries.map { "\($0.event): \($0.outcome)" } == [
                "POST /o/client/register: 201 registered",
                "POST /o/client/token: 201 issued",
                "GET /api/v2/REF30/configuration: 200 4 MVPDs",
                "GET /api/v2/REF30/profiles: 400 invalid_header_device_identifier",
                "GET /api/v2/REF30/logout/Dish: no answer",
            ])
    }

    @Test("names the header without which a decision cannot use a profile from single sign-on")
    func missingStatus() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        for held in [false, true] {
            if held { try app.hold(.appleSSO) }
            _ = try await app.send(
                .authorize(
                    DecisionsRequest(resources: ["REF30"]), of: "REF30", mvpd: "Cablevision", headers: app.headers))
            let reason = try #require(try world.simulation.journal.entries().map(\.text).last?.reason)
            #expect(reason.contains("needs the header AP-Partner-Framework-Status") == held)
        }
    }

    @Test("names the client of each request, even of a refused one, so that apps can be distinguished")
    func namesClients() async throws {
        let world = try ServiceWorld()
        for app in [try await world.app(), try await world.app()] {
            let before = try world.simulation.journal.lastNumber()
            _ = try await app.send(.configuration(of: "REF30", headers: app.headers))
            _ = try await app.send(.profiles(of: "REF30", headers: .init(accessToken: app.headers.accessToken)))
            _ = try await app.send(.profiles(of: "REF30", headers: .init(accessToken: "nobody's")))
            let clients = try world.simulation.journal.entries(from: before + 1).map { $0.text.details["client"] }
            #expect(clients == [app.credentials.clientID, app.credentials.clientID, nil])
        }
    }

    /// Header - AP-Visitor-Identifier: the value is the visitor's ECID, 38 digits.
    @Test("names the visitor that an app sends, at most 128 characters long, for a refused request too")
    func namesVisitors() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        var headers = app.headers
        headers.visitorIdentifier = "20265673158980419722735089753036633573"
        let before = try world.simulation.journal.lastNumber()
        _ = try await app.send(.profiles(of: "REF30", headers: headers))
        headers.accessToken = "nobody's"
        headers.visitorIdentifier = String(repeating: "9", count: 500)
        _ = try await app.send(.profiles(of: "REF30", headers: headers))
        _ = try await app.send(.profiles(of: "REF30", headers: app.headers))
        let visitors = try world.simulation.journal.entries(from: before + 1).map { $0.text.details["visitor"] }
        #expect(visitors.first == "20265673158980419722735089753036633573")
        #expect((1...128).contains(try #require(visitors[1]).count))
        #expect(visitors.count == 3 && visitors[2] == nil)
    }

    @Test("contains no token, secret or query")
    func holdsNoSecrets() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] } }
        let app = try await world.app()
        try app.hold(.regular)
        let token = try await app.decide().required().decisions.first?.token?.serializedToken
        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://hidden-place", headers: app.headers))
        let text = try world.simulation.journal.entries().map { "\($0)" }.joined()
        for secret in [app.headers.accessToken, app.credentials.clientSecret, token, "hidden-place"] {
            #expect(!text.contains(try #require(secret)))
        }
    }
}
