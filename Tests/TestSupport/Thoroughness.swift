import Foundation

/// How much the slow tests try: a part of the cases by default, more with `THOROUGH=ci`, as in `.ci/run`, and all of them
/// with `THOROUGH=1`, as in `make test-all`.
package enum Thoroughness {
    private static let wanted = ProcessInfo.processInfo.environment["THOROUGH"]

    /// Whether to try all cases.
    package static let isFull = wanted == "1"

    /// Returns which part of the cases to try: 1 for all, 3 for every third one.
    ///
    /// - Parameters:
    ///   - usual: The part that `make test` tries.
    ///   - ci: The part that `.ci/run` tries.
    /// - Returns: The part.
    package static func part(_ usual: Int, ci: Int) -> Int { isFull ? 1 : wanted == "ci" ? ci : usual }
}

extension Array {
    /// Returns every `step`-th element, beginning at another element for each `start`.
    package subscript(each step: Int, from start: Int) -> [Element] {
        stride(from: start % step, to: count, by: step).map { self[$0] }
    }
}
