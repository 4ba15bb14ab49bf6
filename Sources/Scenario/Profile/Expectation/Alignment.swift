/// Aligns the expected lines with the callbacks so that the total cost of the differences is minimal.
struct Alignment {
    private enum Move { case match, replace, missing, extra, skip }

    let patterns: [CallbackPattern]
    /// The compared callbacks, with their numbers among all received callbacks.
    let callbacks: [(number: Int, callback: ReceivedCallback)]

    /// Returns the rows of the cheapest alignment, from the first callback to the last.
    func rows() -> [Mismatch.Row] {
        // cost[i][j]: the minimal cost of aligning the lines from i on with the callbacks from j on.
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
                        if patterns[line].matches(callbacks[callback].callback) {
                            offer(cost[line + 1][callback + 1], .match)
                        }
                        // A callback with different arguments is one difference, not a missing and an unexpected one.
                        if callbacks[callback].callback.name == patterns[line].name {
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

    private func walk(_ move: [[Move]]) -> [Mismatch.Row] {
        var rows: [Mismatch.Row] = []
        var line = 0
        var callback = 0
        while line < patterns.count || callback < callbacks.count {
            switch move[line][callback] {
            case .match:
                let (number, found) = callbacks[callback]
                rows.append(.equal(patterns[line], found, number: number))
                if line < patterns.count, !patterns[line].isAnyRun { line += 1 }
                callback += 1
            case .skip:
                line += 1
            case .replace:
                let (number, found) = callbacks[callback]
                rows.append(.difference(.replaced(patterns[line], by: found, number: number)))
                line += 1
                callback += 1
            case .missing:
                let next = callback < callbacks.count ? callbacks[callback].number : nil
                rows.append(.difference(.missing(patterns[line], before: next)))
                line += 1
            case .extra:
                let (number, found) = callbacks[callback]
                rows.append(.difference(.unexpected(found, number: number)))
                callback += 1
            }
        }
        return rows
    }
}
