import Foundation
import TVSimScenario
import TVSimStructuredText
import TestSupport
import Testing

@Suite("The example files for CI")
struct ExampleFilesTests {
    /// The ways to use tvsim in CI; each is a job of that name in each file.
    private static let jobs: Set = ["http", "container", "source", "swift"]

    @Test("are YAML, and have a job for each way to use tvsim", arguments: ["github-actions", "gitlab-ci"])
    func jobs(name: String) throws {
        let file = Repository.root.appending(path: "Examples/ci/\(name).yml")
        let documents = try YAMLReader.documents(in: String(contentsOf: file, encoding: .utf8))
        let whole = try Self.members(of: #require(documents.first).value)
        #expect(documents.count == 1)
        // GitHub has them below a key, GitLab beside the file's own keys.
        let jobs = try whole["jobs"].map(Self.members) ?? whole
        #expect(Self.jobs.isSubset(of: jobs.keys))
        for job in Self.jobs {
            let steps = try Self.members(of: #require(jobs[job]))[whole["jobs"] == nil ? "script" : "steps"]
            guard case .array(let steps)? = steps else {
                Issue.record("\(job) has no steps")
                continue
            }
            #expect(!steps.isEmpty)
        }
    }

    private static func members(of value: JSONValue) throws -> Members {
        guard case .object(let members) = value else { throw NotAMapping() }
        return members
    }

    private struct NotAMapping: Error {}
}
