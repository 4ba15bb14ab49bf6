import ProgramSupport
package import Scenario
import SimulatedWorld
import StructuredText
import XMLSecurity

/// Formats a run as JUnit XML for CI servers, with a suite for each profile and a case for each step.
package enum RunJUnit {
    /// Returns the text before the first suite of a command.
    package static func beginning(of command: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(command)\">"
    }
    /// The text after the last suite.
    package static let end = "</testsuites>"

    /// Returns the class names for the profiles' cases.
    ///
    /// The class name is the profile's name. If several profiles share the name, file and line follow it. CI servers
    /// would otherwise merge two cases that have the same class name and name.
    package static func classNames(of profiles: [Scenario.Profile]) -> [String] {
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

    /// Returns the suite of one profile.
    ///
    /// - Parameters:
    ///   - record: The result of the profile.
    ///   - className: The class name for its cases.
    /// - Returns: The XML element.
    package static func suite(_ record: RunRecord, className: String) -> String {
        let failed = record.steps.count { !$0.effect.failures.isEmpty }
        var lines = [
            "<testsuite name=\(quoted(record.profile)) file=\(quoted(record.source)) tests=\"\(record.steps.count)\" "
                + "failures=\"\(failed)\" errors=\"0\" skipped=\"0\" "
                + "time=\"\(seconds(record.steps.map(\.duration).reduce(.zero, +)))\">"
        ]
        for (number, step) in record.steps.enumerated() {
            // The number distinguishes repeated steps.
            let name = "\(number + 1). \(step.title)"
            let place = step.line.map { Self.place(source: record.source, line: $0) } ?? ""
            let head =
                "  <testcase classname=\(quoted(className)) name=\(quoted(name))\(place) "
                + "time=\"\(seconds(step.duration))\""
            let content = Self.content(of: step, at: record.place(of: step))
            guard !content.isEmpty else {
                lines.append(head + "/>")
                continue
            }
            lines += [head + ">"] + content.map { "    " + $0 } + ["  </testcase>"]
        }
        return (lines + ["</testsuite>"]).joined(separator: "\n")
    }

    /// Returns the report of a run that did not start because a profile cannot be read: one case with an error.
    ///
    /// - Returns: The whole report; `nil` if the error has another cause than an input file.
    package static func refusal(_ error: any Error) -> String? {
        guard let trouble = Trouble(error),
            [Trouble.Kind.malformed, .notFound, .inputOutput].contains(trouble.kind)
        else { return nil }
        let refused = error as? SourceError
        let name = quoted(refused?.source ?? "tvsim run")
        let file = refused.map { " file=\(quoted($0.source))" } ?? ""
        let place = refused.map { Self.place(source: $0.source, line: $0.position.line) } ?? ""
        return """
            \(beginning(of: "tvsim run"))
            <testsuite name=\(name)\(file) tests="1" failures="0" errors="1" skipped="0">
              <testcase classname=\(name) name="profile check"\(place)>
                <error message=\(quoted(trouble.line))>\(escaped([trouble.line]))</error>
              </testcase>
            </testsuite>
            \(end)

            """
    }

    /// Returns a real time in seconds, with three decimals.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    /// Returns the attributes for the file and line of a case.
    private static func place(source: String, line: Int) -> String {
        " file=\(quoted(source)) line=\"\(line)\""
    }

    /// Returns the content of a case: failures and notes, and reasons if the run recorded them.
    private static func content(of step: StepRecord, at place: String?) -> [String] {
        var lines: [String] = []
        let notes = step.effect.notes.map { "note: \($0)" }
        if let first = step.failures.first {
            let told: [String] = [place.map { "\($0): \(first)" } ?? first] + step.failures.dropFirst() + notes
            lines.append("<failure message=\(quoted(first))>\(escaped(told))</failure>")
        }
        let others = (step.failures.isEmpty ? notes : []) + (step.decisions ?? []).map { "because: \($0.line)" }
        if !others.isEmpty { lines.append("<system-out>\(escaped(others))</system-out>") }
        return lines
    }

    private static func escaped(_ lines: [String]) -> String {
        XMLEscaping.escape(lines.joined(separator: "\n").inPlainLines)
    }

    private static func quoted(_ text: String) -> String {
        "\"\(XMLEscaping.escape(text.onOneLine))\""
    }
}
