import TVSimStructuredText

extension Endpoint {
    /// Returns the endpoint that a wrong path most probably means; `nil` if none is similar.
    ///
    /// ```swift
    /// Endpoint.nearest(to: "/api/v2/REF30/profile")?.template  // "/api/v2/{serviceProvider}/profiles"
    /// ```
    package static func nearest(to path: Substring) -> Endpoint? {
        let given = path.split(separator: "/").prefix(16).map(String.init)
        let found = all.map { (endpoint: $0, cost: cost(of: given, as: $0.path.text.split(separator: "/"))) }
        return found.min { $0.cost < $1.cost }.flatMap { $0.cost <= mostCost ? $0.endpoint : nil }
    }

    /// The most that a path may differ: a missing parameter, or two misspelt words.
    private static let mostCost = 2

    /// Returns how much a path differs from a template, counted by segments.
    private static func cost(of given: [String], as template: [Substring]) -> Int {
        func isParameter(_ segment: Substring) -> Bool { segment.first == "{" }
        var last = template.reduce(into: [0]) { $0.append($0[$0.count - 1] + (isParameter($1) ? 2 : 3)) }
        for segment in given {
            var current = [last[0] + 3]
            for (place, expected) in template.enumerated() {
                let changed = last[place] + (isParameter(expected) ? 0 : difference(segment, String(expected)))
                let missing = current[place] + (isParameter(expected) ? 2 : 3)
                current.append(min(changed, missing, last[place + 1] + 3))
            }
            last = current
        }
        return last[template.count]
    }

    /// Returns 0 for the same word, 1 for a similar one, and more for another one.
    private static func difference(_ word: String, _ expected: String) -> Int {
        if word == expected { return 0 }
        let isSimilar = Suggestion.closest(to: word, among: [expected]) != nil
        return isSimilar || zip(word, expected).prefix(while: ==).count >= 5 ? 1 : 3
    }
}
