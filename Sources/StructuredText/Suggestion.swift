/// Finds a known name that is similar to an unknown one.
package enum Suggestion {
    /// Returns the known name that is closest to a given one; `nil` if no name is similar enough.
    ///
    /// A name is similar if it differs by at most a third of the letters and at most three edits. An edit inserts,
    /// removes or replaces a letter, or swaps two neighbours. Upper and lower case are equal.
    package static func closest(to name: String, among known: some Sequence<String>) -> String? {
        let written = Array(name.lowercased().unicodeScalars.prefix(64))
        guard !written.isEmpty else { return nil }
        let limit = min(3, max(1, written.count / 3))
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(written, Array(candidate.lowercased().unicodeScalars.prefix(64)))
            if distance <= limit, best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the number of edits between two texts; a swap of neighbours is one edit.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int]()
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var cost = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
