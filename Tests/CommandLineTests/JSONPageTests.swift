import Foundation
import TestSupport
import Testing

/// Compares the article JSONOutput with the commands.
///
/// `DocumentationTests` runs its examples.
@Suite("The page about JSON", .waitsForPrograms)
struct JSONPageTests {
    private static func page() throws -> String {
        try String(
            contentsOf: Repository.root.appending(path: "docs/tvsim.docc/Reference/JSONOutput.md"), encoding: .utf8)
    }

    /// The words between backticks in the page, without the examples.
    private static func words(of page: String) -> Set<String> {
        let blocks = page.components(separatedBy: "```")
        let prose = blocks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        return Set(prose.matches(of: /`([A-Za-z]+)`/).map { String($0.1) })
    }

    @Test("has an example of every command that prints JSON")
    func complete() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let printers = try CommandTree.read(tool).all().filter { _, command in
            (command.arguments ?? []).contains {
                $0.valueName == "format" && $0.allValues?.contains("json") == true
            }
        }.map { $0.words.joined(separator: " ") }
        try #require(printers.contains("account show"))
        let shown = DocumentationTests.examples(in: try Self.page()).filter { !$0.output.isEmpty }.map(\.command)
        // A live run meets a party. The page describes its report in tables.
        for printer in printers where !printer.hasPrefix("live ") {
            let pattern = try Regex("tvsim \(printer) [^|]*--format json")
            #expect(shown.contains { $0.contains(pattern) }, "'tvsim \(printer)' has no example")
        }
    }

    @Test("explains every key that its examples print")
    func keys() throws {
        let page = try Self.page()
        let words = Self.words(of: page)
        for example in DocumentationTests.examples(in: page) {
            for match in example.output.matches(of: /"([A-Za-z]+)":/) {
                #expect(words.contains(String(match.1)), "\(match.1): \(example.command)")
            }
        }
    }

    @Test("explains every key of what the committed profiles cause, and every callback, condition and level")
    func run() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let words = Self.words(of: try Self.page())
        func expect(_ object: [String: Any], _ members: String...) -> [[String: Any]] {
            for key in object.keys { #expect(words.contains(key), "\(key)") }
            return members.flatMap { object[$0] as? [[String: Any]] ?? [] }
        }
        let lines = try tool.run("run", "--format", "json", "--explain", in: Repository.root).output.split(
            separator: "\n")
        #expect(lines.count > 100)
        for line in lines {
            let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            for step in expect(report, "steps") {
                for part in expect(step, "callbacks", "requests", "conditions") {
                    _ = expect(part)
                    if let name = part["name"] as? String { #expect(words.contains(name), "\(name)") }
                    guard part["name"] as? String == "status" else { continue }
                    let status = try #require((part["arguments"] as? [[String: Any]])?.first)
                    _ = expect(status)
                    #expect(words.contains(try #require(status["level"] as? String)))
                }
            }
        }
    }
}
