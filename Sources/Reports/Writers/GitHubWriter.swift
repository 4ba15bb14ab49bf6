import TVSimStructuredText

/// Writes commands that annotate a change (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
struct GitHubWriter: ReportWriter {
    func text(of group: Report.Group) -> String? {
        let lines = group.cases.filter(\.isWrong).map { each in
            let place = each.place ?? group.file.map { Report.Place($0) }
            let properties = [
                place.map { "file=\(Self.property($0.file))" }, place?.line.map { "line=\($0)" },
                "title=\(Self.property("\(each.className): \(each.name)"))",
            ].compactMap(\.self)
            let text = each.lines.isEmpty ? each.message : each.lines.joined(separator: "\n")
            let head = "\(Self.word(of: each.weight)) \(properties.joined(separator: ","))"
            return "::\(head)::\(Self.data(text.inPlainLines))"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private static func word(of weight: Report.Weight) -> String {
        switch weight {
        case .info: "notice"
        case .minor: "warning"
        case .major, .critical: "error"
        }
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text.onOneLine).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
