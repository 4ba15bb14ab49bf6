package import TVSimScenario
import TVSimStructuredText

/// Finds a short sequence that still breaks a rule: it leaves out steps, then simplifies arguments.
///
/// Delta debugging: parts of half the length are left out, then of a quarter, down to single steps, until no single
/// step can be left out.
package struct Shrinker {
    private let stillFails: ([FlowStep.Action]) async throws -> Bool

    /// Creates a shrinker.
    ///
    /// - Parameter stillFails: Runs a sequence, and returns whether it breaks the same rule.
    package init(_ stillFails: @escaping ([FlowStep.Action]) async throws -> Bool) {
        self.stillFails = stillFails
    }

    /// Returns the shortest sequence that was found.
    ///
    /// - Parameters:
    ///   - steps: A sequence that breaks the rule.
    ///   - drawer: Decides which simpler arguments are valid.
    /// - Returns: A part of it, with the same or simpler arguments, that breaks the rule too.
    /// - Throws: The errors of a run.
    package func shrunk(_ steps: [FlowStep.Action], in drawer: StepDrawer) async throws -> [FlowStep.Action] {
        var steps = try await withoutParts(of: steps)
        while let simpler = try await simplified(steps, in: drawer) {
            // A simpler argument may make other steps unnecessary.
            steps = try await withoutParts(of: simpler)
        }
        return steps
    }

    private func withoutParts(of steps: [FlowStep.Action]) async throws -> [FlowStep.Action] {
        var steps = steps
        var length = max(1, steps.count / 2)
        while true {
            var hasShrunk = false
            // From the end, because the later steps are needed less often before the violation is reached.
            var start = steps.count - length
            while start > -length, steps.count > 1 {
                let part = max(0, start)..<min(steps.count, max(0, start + length))
                if !part.isEmpty, part.count < steps.count {
                    var shorter = steps
                    shorter.removeSubrange(part)
                    if try await stillFails(shorter) {
                        steps = shorter
                        hasShrunk = true
                    }
                }
                start -= length
            }
            if length == 1, !hasShrunk { return steps }
            if length > 1 { length /= 2 }
        }
    }

    /// Returns the steps with one simpler argument; `nil` if no argument can be simpler.
    private func simplified(
        _ steps: [FlowStep.Action], in drawer: StepDrawer
    ) async throws -> [FlowStep.Action]? {
        for index in steps.indices {
            for notation in steps[index].notation.simpler {
                guard let action = drawer.action(notation), action != steps[index] else { continue }
                var simpler = steps
                simpler[index] = action
                if try await stillFails(simpler) { return simpler }
            }
        }
        return nil
    }
}

extension JSONValue {
    /// The values with one key or element less, at any depth, and the durations that are shorter.
    fileprivate var simpler: [JSONValue] {
        switch self {
        case .object(let keys):
            return keys.keys.sorted().flatMap { key -> [JSONValue] in
                var shorter = keys
                shorter[key] = nil
                let inner = (keys[key]?.simpler ?? []).map { JSONValue.object(keys.merging([key: $0]) { $1 }) }
                // A step without its only key would be another step.
                return (shorter.isEmpty ? [.string(key)] : [.object(shorter)]) + inner
            }
        case .array(let elements) where elements.count > 1:
            return elements.indices.map { index in
                var shorter = elements
                shorter.remove(at: index)
                return .array(shorter)
            }
        default: return []
        }
    }
}
