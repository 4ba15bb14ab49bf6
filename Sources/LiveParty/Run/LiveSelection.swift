import TVSimStructuredText

/// Which cases a user selects.
package struct LiveSelection: Sendable {
    package var only: [String] = []
    package var skip: [String] = []
    package var isIntrusive = false

    /// Creates a selection of all cases.
    package init() {}

    /// A case that can be selected: its name, and the further words that mean it.
    typealias Choice = (name: String, words: Set<String>)

    /// Returns the cases that are left out, each with the reason.
    ///
    /// - Parameters:
    ///   - all: The cases.
    ///   - known: The known differences, which `@known` names.
    /// - Returns: The reasons.
    /// - Throws: `CommandError` for a word or a known difference that names no case.
    func leftOut(of all: [Choice], known: KnownDifferences) throws(CommandError) -> [String: String] {
        let names = Set(all.map(\.name))
        for difference in known.differences where !names.contains(difference.name) {
            throw CommandError(
                .malformed, "the file of known differences names no case: '\(difference.name)'",
                suggestion: Suggestion.closest(to: difference.name, among: names.sorted()))
        }
        let kept = try Self.names(only, in: all, known)
        let skipped = try Self.names(skip, in: all, known)
        var reasons: [String: String] = [:]
        for name in names {
            if !only.isEmpty, !kept.contains(name) {
                reasons[name] = "not selected"
            } else if skipped.contains(name) {
                reasons[name] = "skipped"
            }
        }
        return reasons
    }

    /// Returns the names of the cases that words mean.
    private static func names(
        _ words: [String], in all: [Choice], _ known: KnownDifferences
    ) throws(CommandError) -> Set<String> {
        var names: Set<String> = []
        for word in words.flatMap({ $0.split(separator: ",").map(String.init) }) {
            let meant =
                word == "@known"
                ? known.differences.map(\.name)
                : all.filter { $0.name == word || $0.words.contains(word) }.map(\.name)
            guard !meant.isEmpty || word == "@known" else {
                let words = Set(all.flatMap { $0.words.union([$0.name]) }).sorted() + ["@known"]
                throw CommandError(
                    .invalid, "no case, family, requirement or policy '\(word)'",
                    suggestion: Suggestion.closest(to: word, among: words))
            }
            names.formUnion(meant)
        }
        return names
    }
}
