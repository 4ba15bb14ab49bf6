import Foundation
import TestSupport
import Testing

/// Every console example of README and docs is run, and its output is what the page says.
@Suite("The examples of the documentation", .waitsForPrograms)
struct DocumentationTests {
    /// One page's examples, in order; they share a home, as a reader's do.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { path }
    }

    static let pages: [Page] = {
        let documents =
            FileManager.default.enumerator(atPath: Repository.root.appending(path: "docs").path)?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") } ?? []
        return (["README.md", "CONTRIBUTING.md"] + documents.sorted().map { "docs/\($0)" }).map(Page.init)
    }()

    @Test("the README has examples, so that the test above has something to run")
    func readmeHasExamples() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        #expect(Self.examples(in: text).count >= 8)
    }

    @Test("the Swift examples of the README are those that its tests run")
    func swiftExamples() throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let tests = try ["TVSimulatorTests", "TVSimulatorTestingTests"].map {
            try String(
                contentsOf: Repository.root.appending(path: "Tests/\($0)/ReadmeExampleTests.swift"), encoding: .utf8)
        }
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 4)
        for block in blocks {
            let example = try #require(block.components(separatedBy: "```").first)
            // The body of a test, or a test of a suite.
            let forms = ["        ", "    "].map { indentation in
                example.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n").trimmingCharacters(
                        in: .newlines)
            }
            #expect(tests.contains { test in forms.contains { test.contains("\n\($0)\n") } }, "\(example)")
        }
    }

    /// The commands of the `console` blocks, with what stands below each.
    static func examples(in text: String) -> [(command: String, output: String)] {
        var examples: [(command: String, output: String)] = []
        for block in text.components(separatedBy: "```console\n").dropFirst() {
            for line in (block.components(separatedBy: "```").first ?? "").split(separator: "\n") {
                if line.hasPrefix("$ ") {
                    examples.append((String(line.dropFirst(2)), ""))
                } else if !examples.isEmpty {
                    examples[examples.count - 1].output += line + "\n"
                }
            }
        }
        return examples
    }
}

extension DocumentationTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("print what the page says", arguments: pages)
        func console(page: Page) throws {
            let text = try String(contentsOf: Repository.root.appending(path: page.path), encoding: .utf8)
            let tool = try Tool()
            defer { tool.cleanUp() }
            for example in DocumentationTests.examples(in: text) {
                let outcome = try tool.shell(example.command, in: Repository.root)
                #expect(outcome == example.output, "\(page.path): $ \(example.command)")
            }
        }
    }
}
