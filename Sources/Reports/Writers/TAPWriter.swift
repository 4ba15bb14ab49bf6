import TVSimStructuredText

/// Writes the Test Anything Protocol, version 14 (https://testanything.org/tap-version-14-specification.html).
struct TAPWriter: ReportWriter {
    /// The number of the last test point.
    private var number = 0

    func beginning(of head: Report) -> String? { "TAP version 14" }

    mutating func text(of group: Report.Group) throws -> String? {
        var lines: [String] = []
        for each in group.cases {
            number += 1
            let name = Self.escaped("\(each.className): \(each.name)")
            let skip = each.verdict == .skipped ? " # SKIP \(Self.escaped(each.message))" : ""
            lines.append("\(each.isWrong ? "not ok" : "ok") \(number) - \(name)\(skip)")
            if each.isWrong { lines += try Self.diagnostic(of: each) }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    func end(of report: Report) -> String? { "1..\(number)" }

    /// Returns the YAML block below a test point.
    ///
    /// A value of JSON is one of YAML too.
    private static func diagnostic(of each: Report.Case) throws -> [String] {
        let severity = each.verdict == .error ? "error" : "fail"
        var members: [(String, JSONValue)] = [
            ("message", .string(each.message.onOneLine)), ("severity", .string(severity)),
        ]
        if let place = each.place {
            members.append(("file", .string(place.file.onOneLine)))
            if let line = place.line { members.append(("line", .integer(Int64(line)))) }
        }
        if !each.lines.isEmpty { members.append(("lines", .array(each.lines.map { .string($0.onOneLine) }))) }
        return ["  ---"] + (try members.map { "  \($0): \(try JSONText.line($1))" }) + ["  ..."]
    }

    /// Returns a text on one line in which no directive begins.
    private static func escaped(_ text: String) -> String {
        text.onOneLine.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}
