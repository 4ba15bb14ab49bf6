package import TVSimReports
package import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension Report.Group {
    /// Creates the group of one profile, with a case for each step, or a skipped one without steps.
    ///
    /// - Parameters:
    ///   - record: The result of the profile.
    ///   - className: The class name for its cases.
    package init(_ record: RunRecord, className: String) {
        var cases = record.steps.enumerated().map { number, step in
            // The number distinguishes repeated steps.
            Report.Case(step, in: record, name: "\(number + 1). \(step.title)", className: className)
        }
        if let caveat = record.caveat {
            var skipped = Report.Case(className, "flow", .skipped)
            skipped.message = caveat
            cases = [skipped]
        }
        self.init(record.profile, file: record.source, cases: cases, value: record)
    }

    /// Returns the class names for the profiles' cases.
    ///
    /// The class name is the profile's name. If several profiles share the name, file and line follow it. CI servers
    /// would otherwise merge two cases that have the same class name and name.
    package static func classNames(of profiles: [Profile]) -> [String] {
        let names = profiles.map { $0.name.onOneLine }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var taken = Set(names)
        return zip(profiles, names).map { (profile, name) -> String in
            guard counts[name] != 1 else { return name }
            let placed = "\(name) (\(profile.source):\(profile.line))".onOneLine
            var className = placed
            // The same file may be an argument several times.
            var number = 1
            while !taken.insert(className).inserted {
                number += 1
                className = "\(placed) \(number)"
            }
            return className
        }
    }
}

extension Report.Case {
    /// Creates the case of a step: its failures and notes, and reasons if the run recorded them.
    fileprivate init(_ step: StepRecord, in record: RunRecord, name: String, className: String) {
        let notes = step.effect.notes.map { "note: \($0)" }
        self.init(className, name)
        place = step.line.map { Report.Place(record.source, line: $0) }
        duration = step.duration
        output = (step.failures.isEmpty ? notes : []) + (step.decisions ?? []).map { "because: \($0.line)" }
        guard let first = step.failures.first else { return }
        (verdict, message) = (.failed, first)
        lines = [record.place(of: step).map { "\($0): \(first)" } ?? first] + step.failures.dropFirst() + notes
    }
}
