import Foundation
import Rules
import SimulatedWorld
import Testing

/// The proof of the rules: one client keeps them all, and each flaw breaks its own.
@Suite("Rules and the reference client")
struct ReferenceClientTests {
    /// The flaws of the long journey, each with the rules that break with it.
    static let flaws: [Flaw] = [
        Flaw(rule: "reg-kept"), Flaw(rule: "token-kept"), Flaw(rule: "token-fresh"),
        Flaw(rule: "token-401", companions: ["action-registration"]),
        Flaw(rule: "config-needed", companions: ["config-cached"]), Flaw(rule: "config-cached"),
        Flaw(rule: "mvpd-kept"),
        Flaw(rule: "profile-ended"), Flaw(rule: "session-needed"), Flaw(rule: "poll-gap"), Flaw(rule: "poll-stop"),
        Flaw(rule: "authorize-first"), Flaw(rule: "token-verified"), Flaw(rule: "token-once"),
        Flaw(rule: "resource-limit"), Flaw(rule: "preauth-kept"),
        Flaw(rule: "action-none"), Flaw(rule: "action-authentication"), Flaw(rule: "action-registration"),
        Flaw(rule: "retry-limit"), Flaw(rule: "denial-told"), Flaw(rule: "logout-page"), Flaw(rule: "logout-asked"),
        Flaw(rule: "bearer"), Flaw(rule: "device-id"), Flaw(rule: "device-stable"), Flaw(rule: "device-info"),
        Flaw(rule: "device-info-form"), Flaw(rule: "only-listed"), Flaw(rule: "pass-hashed"),
    ]

    @Test("a client without a flaw breaks no rule, and exercises those of the long journey")
    func keepsAll() async throws {
        let client = try ReferenceClient(ReferenceClient.profile)
        try await client.walk()
        let report = try client.report()
        for rule in report.rules where rule.verdict == .broken {
            Issue.record("\(rule.id): \(rule.findings.map(\.reason))")
        }
        for flaw in Self.flaws {
            let rule = try #require(report.rules.first { $0.id == flaw.rule })
            #expect(rule.verdict == .held, "\(flaw.rule) is \(rule.verdict.words)")
        }
    }

    @Test("each flaw breaks its rule, and no other than its companions", arguments: flaws)
    func breaksOne(_ flaw: Flaw) async throws {
        let client = try ReferenceClient(ReferenceClient.profile, flaw: flaw.rule)
        try await client.walk()
        let broken = Set(try client.report().rules.filter { $0.verdict == .broken }.map(\.id))
        #expect(broken.contains(flaw.rule))
        #expect(broken.subtracting([flaw.rule]).subtracting(flaw.companions).isEmpty, "\(broken)")
    }
}
