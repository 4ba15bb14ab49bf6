import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

/// Preauthorization decisions.
///
/// Adobe Pass REST API V2, Decisions.
@Suite("Preauthorization")
struct PreauthorizeTests {
    private func decide(
        _ resources: [ResourceID], _ app: AppFixture, headers: RequestHeaders? = nil
    ) async throws -> Reply<DecisionsResponse> {
        try await app.send(
            .preauthorize(
                .init(resources: resources), of: "REF30", mvpd: "Cablevision", headers: headers ?? app.headers))
    }

    private func world(_ change: (inout Integration) -> Void = { _ in }) throws -> ServiceWorld {
        let world = try ServiceWorld()
        try world.change("Cablevision") {
            $0.table.authorizations = ["alice-1": ["A", "B"]]
            change(&$0)
        }
        return world
    }

    @Test("decides on each resource in order, without token or validity, and stores nothing")
    func decides() async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular)
        let decisions = try await decide(["A", "X", "B"], app).required().decisions
        #expect(decisions.map(\.resource) == ["A", "X", "B"])
        #expect(decisions.map(\.authorized) == [true, false, true])
        #expect(decisions.map { $0.error?.code } == [nil, "preauthorization_denied_by_mvpd", nil])
        #expect(decisions.allSatisfy { $0.token == nil && $0.notBefore == nil && $0.notAfter == nil })
        #expect(decisions.allSatisfy { $0.source == .mvpd })
        // A deny in advance is not remembered by the decision itself.
        try world.change("Cablevision") { $0.table.authorizations = ["alice-1": ["X"]] }
        #expect(try await app.decide("X").required().decisions.first?.authorized == true)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let degradation: Degradation
        let signedIn: Bool
        let authorized: Bool
        let source: ResourceDecision.Source
        var error: String?
        var testDescription: String { "\(degradation.rawValue), \(signedIn ? "signed in" : "not signed in")" }
    }

    static let rows = [
        Row(degradation: .authenticateAll, signedIn: false, authorized: true, source: .degradation),
        Row(degradation: .authorizeAll, signedIn: true, authorized: true, source: .degradation),
        Row(degradation: .authorizeAll, signedIn: false, authorized: true, source: .degradation),
        Row(
            degradation: .authorizeNone, signedIn: true, authorized: false, source: .degradation,
            error: "authorization_denied_by_degradation_rule"),
        Row(
            degradation: .none, signedIn: false, authorized: false, source: .mvpd,
            error: "authenticated_profile_missing"),
    ]

    @Test("follows a degradation rule, and says why the user is not signed in", arguments: rows)
    func rules(row: Row) async throws {
        let world = try world { $0.degradation = row.degradation }
        let app = try await world.app()
        if row.signedIn { try app.hold(.regular) }
        let decision = try #require(try await decide(["X"], app).required().decisions.first)
        #expect(decision.authorized == row.authorized)
        #expect(decision.source == row.source)
        #expect(decision.error?.code == row.error)
    }

    @Test("five resources are allowed by default; an empty list is refused")
    func limit() async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular)
        #expect(try await decide(["A", "B", "C", "D", "E"], app).required().decisions.count == 5)
        #expect(try await decide(["A", "B", "C", "D", "E", "F"], app).error?.code == "too_many_resources")
        #expect(try await decide([], app).error?.code == "invalid_parameter_resources")
        try world.change("Cablevision") { $0.preauthorizationResourceLimit = 6 }
        #expect(try await decide(["A", "B", "C", "D", "E", "F"], app).required().decisions.count == 6)
    }

    @Test(
        "S-21: a resource has one to 16,384 bytes, and only characters that XML allows",
        arguments: [
            (String(repeating: "a", count: 16 * 1024), true), (String(repeating: "a", count: 16 * 1024 + 1), false),
            (String(repeating: "\u{E9}", count: 8 * 1024), true), ("", false), ("a\tb\r\n", true), ("a\u{1F}b", false),
            ("\0", false), ("\u{FFFD}", true), ("\u{FFFE}", false), ("\u{FFFF}", false), ("\u{10FFFF}", true),
        ])
    func resources(resource text: String, isTaken: Bool) async throws {
        let resource = ResourceID(text)
        let app = try await world().app()
        try app.hold(.regular)
        let reply = try await decide(["A", resource], app)
        #expect(reply.success?.decisions.map(\.resource) == (isTaken ? ["A", resource] : nil))
        if !isTaken { #expect(reply.error?.code == "invalid_parameter_resources") }
    }

    /// Observed: a shipped client does not count on a decision for resources that the MVPD does not gate.
    @Test("omits the resources that the MVPD does not gate, and decides about the others")
    func ungatedResources() async throws {
        let world = try world { $0.ungatedResources = ["free", "REF30"] }
        let app = try await world.app()
        try app.hold(.regular)
        for (resources, decided) in [(["free", "REF31"], ["REF31"]), (["free", "REF30"], [])]
            as [([ResourceID], [ResourceID])]
        {
            let reply = try await decide(resources, app)
            #expect(try reply.required().decisions.map(\.resource) == decided)
        }
    }

    @Test("a profile from single sign-on counts only with a valid framework status")
    func frameworkStatus() async throws {
        let app = try await world().app()
        try app.hold(.appleSSO)
        #expect(try await decide(["A"], app, headers: app.vouched()).required().decisions.first?.authorized == true)
        #expect(
            try await decide(["A"], app).required().decisions.first?.error?.code == "authenticated_profile_missing")
        #expect(try await decide(["A"], app, headers: app.vouched("Dish")).error?.code != nil)
    }
}
