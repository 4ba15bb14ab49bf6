import StructuredText

/// Compares the callbacks that a step caused with those that it must cause.
package enum Expectation {
    /// Returns what differs, one sentence each, and both lists; nothing when the callbacks are the expected ones.
    ///
    /// As ``differences(expected:callbacks:)``.
    package static func failures(expected lines: [String], callbacks: [CallbackReport]) -> [String] {
        let differences = differences(expected: lines, callbacks: callbacks)
        guard !differences.isEmpty else { return [] }
        return differences + ["expected \(list(lines.map(\.trimmed))); got \(list(callbacks.map(\.text)))"]
    }

    /// Returns what differs, one sentence each; nothing when the callbacks are the expected ones.
    ///
    /// The lines are those of `expect`, the callbacks those that came, in their order.
    /// `sendTrackingData` is compared only when the expected lines name it.
    package static func differences(expected lines: [String], callbacks: [CallbackReport]) -> [String] {
        var patterns: [CallbackPattern] = []
        for line in lines {
            do throws(CallbackPattern.Trouble) {
                patterns.append(try CallbackPattern(line))
            } catch {
                return ["the expectation cannot be read: \(CommandError(error))"]
            }
        }
        let numbered = callbacks.enumerated().map { (number: $0.offset + 1, callback: $0.element) }
        let isCompared = comparison(with: lines)
        return Alignment(patterns: patterns, callbacks: numbered.filter { isCompared($0.callback) }).differences()
    }

    /// Whether a callback is compared with some lines: tracking is only where they name it.
    private static func comparison(with lines: [String]) -> (CallbackReport) -> Bool {
        let namesTracking = lines.contains { CallbackText($0.trimmed)?.name == CallbackPattern.tracking }
        return { namesTracking || $0.name != CallbackPattern.tracking }
    }

    private static func list(_ lines: [String]) -> String {
        "[" + lines.joined(separator: ", ") + "]"
    }
}

/// The cheapest way to lay the expected lines beside the callbacks.
private struct Alignment {
    private enum Move { case match, replace, missing, extra, skip }

    let patterns: [CallbackPattern]
    /// Those that are compared, with their numbers among all that came.
    let callbacks: [(number: Int, callback: CallbackReport)]

    /// Returns the differences along the cheapest way, from the first callback to the last.
    func differences() -> [String] {
        // cost[i][j]: the fewest differences between the lines from i on and the callbacks from j on.
        var cost = Array(
            repeating: Array(repeating: 0, count: callbacks.count + 1), count: patterns.count + 1)
        var move = Array(
            repeating: Array(repeating: Move.match, count: callbacks.count + 1), count: patterns.count + 1)
        for line in stride(from: patterns.count, through: 0, by: -1) {
            for callback in stride(from: callbacks.count, through: 0, by: -1) {
                if line == patterns.count, callback == callbacks.count { continue }
                var best = (cost: Int.max, move: Move.match)
                func offer(_ price: Int, _ choice: Move) { if price < best.cost { best = (price, choice) } }
                let hasLine = line < patterns.count
                let hasCallback = callback < callbacks.count
                if hasLine, patterns[line].isAnyRun {
                    offer(cost[line + 1][callback], .skip)
                    if hasCallback { offer(cost[line][callback + 1], .match) }
                } else {
                    if hasLine, hasCallback {
                        let matches = patterns[line].matches(callbacks[callback].callback)
                        if matches { offer(cost[line + 1][callback + 1], .match) }
                        // One that only differs is told as one difference, not as two.
                        if !matches, callbacks[callback].callback.name == patterns[line].call?.name {
                            offer(cost[line + 1][callback + 1] + 3, .replace)
                        }
                    }
                    if hasLine { offer(cost[line + 1][callback] + 2, .missing) }
                }
                if hasCallback { offer(cost[line][callback + 1] + 2, .extra) }
                cost[line][callback] = best.cost
                move[line][callback] = best.move
            }
        }
        return walk(move)
    }

    private func walk(_ move: [[Move]]) -> [String] {
        var differences: [String] = []
        var line = 0
        var callback = 0
        while line < patterns.count || callback < callbacks.count {
            switch move[line][callback] {
            case .match:
                if line < patterns.count, !patterns[line].isAnyRun { line += 1 }
                callback += 1
            case .skip:
                line += 1
            case .replace:
                let (number, found) = callbacks[callback]
                differences.append(
                    "callback \(number) must be \(patterns[line].text), but was \(found.text)"
                        + (patterns[line].countsOtherwise(found) ? " (each … is one argument)" : ""))
                line += 1
                callback += 1
            case .missing:
                let place = callback < callbacks.count ? "before callback \(callbacks[callback].number)" : "at the end"
                differences.append("\(patterns[line].text) is missing (\(place))")
                line += 1
            case .extra:
                let (number, found) = callbacks[callback]
                differences.append("callback \(number), \(found.text), is not expected")
                callback += 1
            }
        }
        return differences
    }
}
