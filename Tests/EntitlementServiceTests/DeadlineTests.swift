import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("The deadlines of the service")
struct DeadlineTests {
    /// What an app holds, the deadline of it, and whether the service still accepts it.
    private struct Case: Sendable {
        let kind: ServiceDeadline.Kind
        let hold: @Sendable (AppFixture) async throws -> String
        let accepts: @Sendable (AppFixture, String) async throws -> Bool
    }

    private static let cases: [Case] = [
        Case(kind: .profile) { app in
            try app.hold(.regular)
            return ""
        } accepts: { app, _ in
            try await app.send(.profiles(of: "REF30", headers: app.headers)).required().profiles.isEmpty == false
        },
        Case(kind: .registrationCode) { app in
            let whole = SessionRequest(
                mvpd: "Cablevision", domainName: "example.com", redirectURL: "https://example.com/done")
            return try await app.send(.session(whole, of: "REF30", headers: app.headers)).required().code ?? ""
        } accepts: { app, code in
            try await app.send(.sessionInformation(code: code, of: "REF30", headers: app.headers)).error == nil
        },
    ]

    @Test("are exact: just before one, the service accepts what ends; at it, it does not", arguments: cases.indices)
    func exact(_ index: Int) async throws {
        let test = Self.cases[index]
        let world = try ServiceWorld()
        var app = try await world.app()
        let held = try await test.hold(app)
        let end = try #require(try world.service.deadlines(after: world.now).first { $0.kind == test.kind }?.end)
        for (instant, isAccepted) in [(end.addingTimeInterval(-1), true), (end, false)] {
            try world.simulation.clock.set(to: instant)
            try await app.renewToken()
            #expect(try await test.accepts(app, held) == isAccepted)
            #expect(try world.service.deadlines(after: world.now).contains { $0.kind == test.kind } == isAccepted)
        }
    }

    @Test("have the newest access token of each app, which the service refuses from its end on")
    func accessToken() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        func tokens() throws -> [ServiceDeadline] {
            try world.service.deadlines(after: world.now).filter { $0.kind == .accessToken }
        }
        let end = try #require(try tokens().first?.end)
        #expect(try tokens().map(\.subject) == ["com.example.stream"])
        for (instant, isAccepted) in [(end.addingTimeInterval(-1), true), (end, false)] {
            try world.simulation.clock.set(to: instant)
            let answer = try await app.send(.configuration(of: "REF30", headers: app.headers))
            #expect((answer.error == nil) == isAccepted)
            #expect(try tokens().isEmpty != isAccepted)
        }
    }

    @Test("name the resource of an authorization, which the service then asks for again")
    func authorization() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        _ = try await app.decide("REF30").required()
        let found = try world.service.deadlines(after: world.now)
        #expect(found.filter { $0.kind == .authorization }.map(\.subject) == ["REF30"])
        #expect(try world.service.deadlines(after: found.map(\.end).max() ?? world.now).isEmpty)
    }
}
