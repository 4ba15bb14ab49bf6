import TVSimScenario
package import TVSimStructuredText

extension CounterExample {
    /// Returns the counter-example as a profile that `tvsim run` runs.
    ///
    /// The step that breaks the rule expects what the rule demands, if callbacks can express it.
    ///
    /// - Parameters:
    ///   - document: The explored profile, whose world the counter-example has.
    ///   - command: The command that finds the counter-example again.
    /// - Returns: The profile, in the notation of profiles.
    package func profile(of document: Members, foundBy command: String) -> JSONValue {
        var profile = document
        profile["matrix"] = nil
        profile["name"] = .string("breaks \(violation.rule)")
        let sentences = [
            violation.sentence, violation.source.map { "Source: \($0)." },
            "Step \(violation.step + 1): \(violation.reason).", "Found by: \(command)",
        ]
        profile["summary"] = .string(sentences.compactMap(\.self).joined(separator: " "))
        profile["flow"] = .array(
            steps.enumerated().map { index, action in
                let lines = index == violation.step ? violation.expect : nil
                // A line that no callback can match would make the profile unreadable.
                let expected = lines?.compactMap { try? CallbackPattern($0) }
                return FlowStep(action, expect: expected).notation
            })
        return .object(profile)
    }
}
