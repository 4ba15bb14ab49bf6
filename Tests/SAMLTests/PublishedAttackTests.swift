import Foundation
import TVSimSAML
import TVSimStructuredText
import TestSupport
import Testing

/// The attacks that other libraries' test suites hold, made anew by `Attacks/make-attacks.py` with tools that are not ours:
/// each is refused for the right reason, and the valid twins are believed.
@Suite(.waitsForPrograms) struct PublishedAttackProgramTests {
    private struct Case: Decodable {
        let name: String
        let source: String
        let message: String
        let policy: String?
    }

    @Test("refuses the published attacks for the correct reason, and accepts their valid counterparts")
    func judges() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try [
            SAMLWorld.response(signed: .neither), TestKeys.provider.privateKey, TestKeys.provider.certificate,
            TestKeys.impostor.privateKey, TestKeys.impostor.certificate,
        ].enumerated().map { number, text in
            let file = folder.appendingPathComponent("\(number)")
            try Data((text + "\n").utf8).write(to: file)
            return file.path
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Attacks/make-attacks.py").path
        let made = try Tool.run(Tool.python, [script] + files)
        try #require(made.status == 0, "signxml must be there (make test-programs installs it): \(made.error)")
        let cases = try JSONDecoder().decode([Case].self, from: Data(made.output.utf8))
        #expect(cases.count > 45)
        let validator = try SAMLWorld.validator()
        for row in cases {
            let verdict = validator.validate(
                Data(row.message.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            let found = verdict.failures.map(\.policy.rawValue)
            #expect(found == (row.policy.map { [$0] } ?? []), "\(row.name) (\(row.source)): \(verdict.failures)")
            if row.policy == nil { #expect(verdict.verified?.nameID == "alice", "\(row.name)") }
        }
    }
}
