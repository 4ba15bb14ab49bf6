import Yams

/// Turns the parser's complaints into errors of one line with a place.
enum YAMLTrouble {
    static func translate(_ error: any Error, in text: String) -> ProfileError {
        let start = SourcePosition(line: 1, column: 1)
        guard let error = error as? YamlError else {
            return ProfileError(.syntax, at: start, "the text cannot be read as YAML")
        }
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let position = SourcePosition(line: mark.line, column: mark.column)
            if isTab(at: position, in: text) {
                return ProfileError(.syntax, at: position, "a tab cannot indent YAML: use spaces")
            }
            if problem.contains("nesting level") {
                return ProfileError(.limit, at: position, "values are nested too deep")
            }
            if problem.contains("undefined alias") {
                return ProfileError(.unsupported, at: position, "aliases are not supported: write the value again")
            }
            let where_ = context.map { " " + $0.text.trimmed } ?? ""
            return ProfileError(.syntax, at: position, "this is not YAML: \(problem)\(where_)")
        case .reader(let problem, let offset, _, _):
            let place = offset.map { position(ofCharacter: $0, in: text) } ?? start
            return ProfileError(.syntax, at: place, "this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context):
            return ProfileError(
                .duplicateKey, at: SourcePosition(line: context.mark.line, column: context.mark.column),
                "'\(names.first ?? "")' is given more than once")
        default:
            return ProfileError(.syntax, at: start, "the text cannot be read as YAML")
        }
    }

    private static func isTab(at position: SourcePosition, in text: String) -> Bool {
        var place = LinePlace()
        for scalar in text.unicodeScalars {
            if place.position >= position, !place.isInsideBreak(before: scalar) {
                return place.position == position && scalar == "\t"
            }
            place.pass(scalar)
        }
        return false
    }

    private static func position(ofCharacter offset: Int, in text: String) -> SourcePosition {
        var place = LinePlace()
        for scalar in text.prefix(offset).unicodeScalars { place.pass(scalar) }
        return place.position
    }
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
