import TVSimStructuredText
import Yams

extension SourceError {
    /// Creates a one-line error with a position from an error of the YAML parser.
    init(yaml error: any Error, in text: String) {
        guard let error = error as? YamlError else {
            self.init(.syntax, at: .start, "invalid YAML: the text cannot be parsed")
            return
        }
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let position = SourcePosition(line: mark.line, column: mark.column)
            if text.character(at: position) == "\t" {
                self.init(.syntax, at: position, "invalid YAML: indent with spaces, not with a tab")
            } else if problem.contains("nesting level") {
                self.init(.limit, at: position, "values are nested too deeply")
            } else if problem.contains("undefined alias") {
                self.init(.unsupported, at: position, "aliases are not supported: write the value again")
            } else {
                let details = context.map { " " + $0.text.trimmed } ?? ""
                self.init(.syntax, at: position, "invalid YAML: \(problem)\(details)")
            }
        case .reader(let problem, let offset, _, _):
            self.init(
                .syntax, at: offset.map { text.position(ofScalar: $0) } ?? .start, "invalid YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context):
            self.init(
                .duplicateKey, at: SourcePosition(line: context.mark.line, column: context.mark.column),
                "'\(names.first ?? "")' is given more than once")
        default:
            self.init(.syntax, at: .start, "invalid YAML: the text cannot be parsed")
        }
    }
}

extension String {
    fileprivate func character(at position: SourcePosition) -> Character? {
        let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(position.line - 1) else { return nil }
        return lines[position.line - 1].dropFirst(position.column - 1).first
    }

    fileprivate func position(ofScalar offset: Int) -> SourcePosition {
        let lines = String(prefix(offset)).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return SourcePosition(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }
}
