import Foundation

/// How much the slow tests try: a part of the cases by default, all of them with `THOROUGH=1`, as in `make test-all`.
package enum Thoroughness {
    /// Whether to try all cases.
    package static let isFull = ProcessInfo.processInfo.environment["THOROUGH"] == "1"
}

extension Array {
    /// Returns every `step`-th element, beginning at another element for each `start`.
    package subscript(each step: Int, from start: Int) -> [Element] {
        stride(from: start % step, to: count, by: step).map { self[$0] }
    }
}
