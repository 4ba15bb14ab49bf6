import Foundation
import TVSimRules
import TVSimWorld
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

    /// The flaws of the journey with Apple's framework.
    static let appleFlaws: [Flaw] = [
        Flaw(rule: "device-info-true"), Flaw(rule: "vsa-access-first"), Flaw(rule: "vsa-silent"),
        Flaw(rule: "vsa-interrupts"), Flaw(rule: "vsa-delegate"), Flaw(rule: "vsa-present"),
        Flaw(rule: "vsa-status-only"), Flaw(rule: "vsa-attributes"), Flaw(rule: "vsa-supported"),
        Flaw(rule: "vsa-fallback"), Flaw(rule: "auto-sign-in"), Flaw(rule: "saml-once"), Flaw(rule: "saml-encoded"),
        Flaw(rule: "status-sent"), Flaw(rule: "status-form"), Flaw(rule: "status-true"), Flaw(rule: "status-fresh"),
        // What is forced also interrupts.
        Flaw(rule: "vsa-force", companions: ["vsa-silent"]),
    ]

    @Test("a client without a flaw breaks no rule with Apple's framework, and exercises those about it")
    func keepsAllWithFramework() async throws {
        let report = try await Self.walked(nil)
        for rule in report.rules where rule.verdict == .broken {
            Issue.record("\(rule.id): \(rule.findings.map { "\($0.entries): \($0.reason)" })")
        }
        for flaw in Self.appleFlaws {
            let rule = try #require(report.rules.first { $0.id == flaw.rule })
            #expect(rule.verdict == .held, "\(flaw.rule) is \(rule.verdict.words)")
        }
    }

    @Test("each flaw with Apple's framework breaks its rule, and no other than its companions", arguments: appleFlaws)
    func breaksOneWithFramework(_ flaw: Flaw) async throws {
        let broken = Set(try await Self.walked(flaw.rule).rules.filter { $0.verdict == .broken }.map(\.id))
        #expect(broken.contains(flaw.rule))
        #expect(broken.subtracting([flaw.rule]).subtracting(flaw.companions).isEmpty, "\(broken)")
    }

    private static func walked(_ flaw: String?) async throws -> RuleReport {
        let client = try ReferenceClient(ReferenceClient.appleProfile, flaw: flaw)
        try await client.walkWithFramework()
        return try client.report()
    }

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
