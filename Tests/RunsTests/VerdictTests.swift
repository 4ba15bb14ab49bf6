import Foundation
import TVSimCore
import TVSimRuns
import TVSimScenario
import TVSimWorld
import TestSupport
import Testing

@Suite("The verdicts of a flow's decisions")
struct VerdictTests {
    /// A committed profile, and the verdicts during its first call, `setRequestor`.
    static let rows: [(profile: String, verdicts: Set<JournalVerdict>)] = [
        ("granted-signed-in", [.ok]),
        ("permission-denied", [.ok, .refused, .fellBack]),
        ("nobody-signed-in", [.ok, .refused, .fellBack]),
        ("account-expired", [.ok, .fellBack]),
        ("integration-disabled", [.ok, .fellBack]),
        ("single-sign-on-disabled", [.ok, .fellBack]),
        ("no-saml-response", [.ok, .fellBack]),
        ("framework-fault", [.ok, .failed, .fellBack]),
    ]

    @Test("say that a silent sign-in fell back, and are no success then", arguments: rows)
    func silentSignIn(profile name: String, verdicts: Set<JournalVerdict>) async throws {
        let path = Repository.root.appending(path: "Profiles/\(name).yaml").path
        let profile = try #require(try ProfileFiles.profiles(in: [path]).first)
        let record = try await ProfileRunner(explaining: true).run(profile)
        let decisions = try #require(record.steps.first?.decisions)
        let told = decisions.map { "\($0.verdict.map(\.rawValue) ?? "-") \($0.line)" }
        #expect(Set(decisions.compactMap(\.verdict)) == verdicts, "\(told)")
    }
}
