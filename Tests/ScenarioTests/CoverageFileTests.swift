import Foundation
import TVSimCore
import TVSimSDKVocabulary
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A file of coverage") struct CoverageFileTests {
    /// Calls a function with a folder that does not exist yet.
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "tvsim-coverage-\(getpid())-\(#line)")
        try? FileManager.default.removeItem(at: parent)
        defer { try? FileManager.default.removeItem(at: parent) }
        try body(parent.appending(path: "new").path)
    }

    @Test("is private, has each item once, and is readable while the process runs")
    func appends() throws {
        try Self.withFolder { folder in
            let recorder = try #require(CoverageRecorder(environment: ["TVSIM_COVERAGE": folder]))
            #expect(!FileManager.default.fileExists(atPath: folder))
            for _ in 1...2 {
                recorder.visit(.callback(.setToken))
                recorder.visit(.condition(.signedIn, holds: false))
            }
            // Another value with the same process identifier takes another file.
            let other = CoverageRecorder(folder: folder)
            other.visit(.callback(.status))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["\(getpid())-2.coverage", "\(getpid()).coverage"])
            let text = try String(contentsOfFile: "\(folder)/\(names[1])", encoding: .utf8)
            #expect(text == "tvsim coverage 1\ncallback setToken\ncondition signedIn fails\n")
            for (path, mode) in [(folder, 0o700), ("\(folder)/\(names[0])", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
        }
    }

    @Test("is not there without the variable", arguments: [[:], ["TVSIM_COVERAGE": ""]])
    func unset(environment: [String: String]) {
        #expect(CoverageRecorder(environment: environment) == nil)
    }

    @Test(
        "may end in the line that a killed process did not complete",
        arguments: [
            ("", []), ("tvsim cov", []), ("tvsim coverage 1\n", []), ("tvsim coverage 1\ncallback se", []),
            ("tvsim coverage 1\ncallback setToken\ncallback st", ["callback setToken"]),
        ])
    func torn(text: String, items: [String]) throws {
        #expect(try CoverageFile.items(of: text, source: "x").map(\.description) == items)
    }

    @Test(
        "is refused at the line that this version does not write",
        arguments: [
            ("hello\n", "1.coverage:1:1: expected 'tvsim coverage 1', found 'hello'"),
            ("tvsim coverage 2\n", "1.coverage:1:1: expected 'tvsim coverage 1', found 'tvsim coverage 2'"),
            ("tvsim coverage 1\ncallback x\n", "1.coverage:2:1: expected a coverage item, found 'callback x'"),
            ("tvsim coverage 1\n\n", "1.coverage:2:1: expected a coverage item, found ''"),
        ])
    func malformed(text: String, reason: String) {
        do throws(SourceError) {
            _ = try CoverageFile.items(of: text, source: "1.coverage")
            Issue.record("no error")
        } catch {
            #expect(
                "\(error)" == "\(reason): remove the file, and run again with this version of tvsim")
        }
    }
}
