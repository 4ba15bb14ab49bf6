import Foundation
import TestSupport
import Testing

/// Holds the clients for Python, Node.js and the JVM against what only the server knows.
@Suite struct ClientTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        /// Lines that break it, one of each language at most.
        let broken: [String]
        var testDescription: String { name }
    }

    static let rules = [
        Rule(
            name: "reads what an entry of the journal is about from its kind, and not from its text",
            pattern: #"\.event\b|\["event"\]|get\("event"\)"#,
            broken: [
                #"re.match(r"[A-Z]+ /", entry["event"])"#, "/^[A-Z]+ /.test(entry.event)",
                #"entry.get("event").text().matches("(?s)[A-Z]+ /.*")"#,
            ]),
        Rule(
            name: "does not compare the room of an entry",
            pattern: #"\.room\b|\["room"\]|\{ *room *\}|get\("room"\)|\bROOMS\b"#,
            broken: [
                #"any(entry["room"] in ROOMS for entry in entries)"#, "entries.some(({room}) => known.includes(room))",
                #"known.contains(each.get("room").text())"#,
            ]),
        Rule(
            name: "takes no first line of a message apart",
            pattern: #"\["line"\]|(?:request|response)\.line\b|get\("line"\)"#,
            broken: [
                #"kept["request"]["line"].partition(" ")"#, "kept.response.line.split(' ')",
                #"kept.get("request").get("line").text().split(" ")"#,
            ]),
        Rule(
            name: "asks for the exchanges of all requests at once", pattern: "journal/exchange",
            broken: [#"send("GET", "journal/exchange", number=1)"#]),
    ]

    @Test("each line of a client", arguments: rules)
    func rule(_ rule: Rule) throws {
        let pattern = try NSRegularExpression(pattern: rule.pattern)
        func breaks(_ line: Substring) -> Bool {
            pattern.firstMatch(in: String(line), range: NSRange(line.startIndex..., in: line)) != nil
        }
        #expect(rule.broken.filter { !breaks($0[...]) } == [])
        for (path, text) in try Self.files() {
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where breaks(line) {
                Issue.record("\(path):\(number + 1): \(line)")
            }
        }
    }

    /// The sources of the clients, without their tests.
    private static func files() throws -> [(path: String, text: String)] {
        var files: [(path: String, text: String)] = []
        for folder in ["Clients/python/src", "Clients/node/tvsim", "Clients/jvm/src/main"] {
            let root = Repository.root.appending(path: folder)
            let enumerator = FileManager.default.enumerator(atPath: root.path)
            while let path = enumerator?.nextObject() as? String {
                guard [".py", ".js", ".mjs", ".java"].contains(where: path.hasSuffix) else { continue }
                files.append((folder + "/" + path, try String(contentsOf: root.appending(path: path), encoding: .utf8)))
            }
        }
        try #require(files.count > 50)
        return files
    }
}
