import Foundation
import TestSupport
import Testing

/// Runs the console examples of every page, and compares the other examples with the files that the tests run.
@Suite("The examples of the documentation", .waitsForPrograms)
struct DocumentationTests {
    /// A page of the documentation, whose examples run in order in one home folder.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { path }

        func text() throws -> String {
            try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        }
    }

    /// README, CONTRIBUTING and every Markdown file below `docs` and `Sources`.
    static let pages =
        (["README.md", "CONTRIBUTING.md"] + ["docs", "Sources"].flatMap { files(below: $0, endingIn: [".md"]) })
        .map(Page.init)

    /// The pages of the DocC catalogs.
    static var articles: [Page] { pages.filter { $0.path.contains(".docc/") } }

    /// The paths of the files below a folder of the repository, sorted.
    static func files(below folder: String, endingIn suffixes: [String]) -> [String] {
        let enumerator = FileManager.default.enumerator(atPath: Repository.root.appending(path: folder).path)
        let paths = (enumerator?.compactMap { $0 as? String } ?? []).filter { !$0.hasPrefix("site/") }
        return paths.filter { path in suffixes.contains { path.hasSuffix($0) } }.map { "\(folder)/\($0)" }.sorted()
    }

    @Test("the README has examples and at most 120 lines")
    func readmeIsShort() throws {
        let text = try Page(path: "README.md").text()
        #expect(Self.examples(in: text).count >= 6)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
    }

    @Test(
        "examples of code are parts of files that the tests run",
        arguments: [
            ("swift", ["Tests", "Examples"], [".swift"]), ("python", ["Examples"], [".py"]),
            ("javascript", ["Examples"], [".js"]),
            ("yaml", ["Profiles", "Examples"], [".yaml", ".yml"]),
        ])
    func code(language: String, folders: [String], suffixes: [String]) throws {
        // One text of all files. NSString compares code units, which is much faster in a debug build.
        let files = try folders.flatMap { Self.files(below: $0, endingIn: suffixes) }.map { try Page(path: $0).text() }
        let searched = NSString(string: files.map { "\n\($0)" }.joined(separator: "\u{0}"))
        // FixtureReadingTests runs the Python of the page about fixtures.
        let pages = ([Page(path: "README.md")] + Self.articles)
            .filter { language != "python" || !$0.path.hasSuffix("/Fixtures.md") }
        for page in pages {
            // ManifestExampleProgramTests loads the manifests.
            let examples = Self.blocks(of: language, in: try page.text())
            for example in examples where !example.hasPrefix("// swift-tools-version") {
                // An example is a whole file, a member of a suite, or the body of a test.
                let forms = ["", "    ", "        "].map { indentation in
                    example.split(separator: "\n", omittingEmptySubsequences: false)
                        .map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
                }
                let isFound = forms.contains { searched.range(of: "\n\($0)", options: .literal).location != NSNotFound }
                #expect(isFound, "\(page.path): no file contains\n\(example)")
            }
        }
    }

    @Test("links between the pages lead to files")
    func links() throws {
        for page in Self.pages {
            let text = try page.text()
            // Readers of a checkout follow links to files. The site alone has the pages of `scripts/generate-reference`,
            // and those of the libraries' symbols.
            for link in text.matches(of: /[<(]doc:([A-Za-z]+)/).map({ String($0.output.1) }) {
                #expect(["CommandLine", "ProfileKeys"].contains(link), "\(page.path): write a link to \(link).md")
            }
            let folder = Repository.root.appending(path: page.path).deletingLastPathComponent()
            for link in text.matches(of: /\]\(([^)#:\/\s][^)#:\s]*)(?:#[^)\s]*)?\)/).map({ String($0.output.1) }) {
                let isThere = FileManager.default.fileExists(atPath: folder.appending(path: link).path)
                #expect(isThere, "\(page.path): \(link)")
            }
        }
    }

    /// Returns the code blocks of a language, without the last newline.
    private static func blocks(of language: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// The commands of the `console` blocks, each with its expected output.
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
        @Test("print the output of the page", arguments: pages)
        func console(page: Page) throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let clone = try Self.clone(in: tool.home)
            for example in DocumentationTests.examples(in: try page.text()) {
                let outcome = try tool.shell(example.command, in: clone)
                #expect(outcome == example.output, "\(page.path): $ \(example.command)")
            }
        }

        /// Creates a folder like a clone of the repository, in which examples may write files.
        private static func clone(in home: URL) throws -> URL {
            let clone = home.appending(path: "clone")
            try FileManager.default.createDirectory(at: clone, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
            where !name.hasPrefix(".") {
                try FileManager.default.createSymbolicLink(
                    at: clone.appending(path: name), withDestinationURL: Repository.root.appending(path: name))
            }
            return clone
        }
    }
}
