import TVSimStructuredText
import TVSimXMLSecurity

/// A suite of test cases, which CI servers read as JUnit XML.
package struct JUnitSuite: Sendable {
    /// The name.
    package var name: String
    /// The file that the suite was read from; `nil` if it has none.
    package var file: String?
    /// The cases, in order.
    package var cases: [JUnitCase]

    /// Creates a suite.
    package init(_ name: String, file: String? = nil, cases: [JUnitCase]) {
        self.name = name
        self.file = file
        self.cases = cases
    }

    /// Returns the text before the first suite of a command.
    package static func beginning(of command: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(command)\">"
    }
    /// The text after the last suite.
    package static let end = "</testsuites>"

    /// Returns a whole report with this suite alone.
    package func report(of command: String) -> String {
        [Self.beginning(of: command), xml, Self.end, ""].joined(separator: "\n")
    }

    /// The XML element.
    package var xml: String {
        func count(_ kind: JUnitCase.Problem.Kind) -> Int { cases.count { $0.problem?.kind == kind } }
        let durations = cases.compactMap(\.duration)
        let time = durations.isEmpty && !cases.isEmpty ? nil : durations.reduce(.zero, +)
        let head =
            "<testsuite name=\(JUnitText.quoted(name))\(JUnitText.attribute("file", file)) tests=\"\(cases.count)\" "
            + "failures=\"\(count(.failure))\" errors=\"\(count(.error))\" skipped=\"\(count(.skipped))\"\(JUnitText.time(time))>"
        return ([head] + cases.flatMap(\.lines) + ["</testsuite>"]).joined(separator: "\n")
    }
}

/// A test case of a ``JUnitSuite``.
package struct JUnitCase: Sendable {
    /// Why a case did not pass.
    package struct Problem: Sendable {
        /// The XML element.
        package enum Kind: String, Sendable {
            /// What was tested is wrong.
            case failure
            /// The test itself could not run.
            case error
            /// Nothing was tested.
            case skipped
        }
        let kind: Kind
        let message: String
        let lines: [String]

        /// Creates a problem with a message of one line, and all lines that explain it.
        package init(_ kind: Kind, _ message: String, lines: [String]) {
            self.kind = kind
            self.message = message
            self.lines = lines
        }
    }

    /// The name of its class.
    package var className: String
    /// The name, which differs from the other names of its class.
    package var name: String
    /// The file and the line that define it; `nil` if unknown.
    package var place: (source: String, line: Int)?
    /// The real time; `nil` if nothing ran.
    package var duration: Duration?
    /// Why it did not pass; `nil` if it passed.
    package var problem: Problem?
    /// The lines of its output.
    package var output: [String] = []

    /// Creates a case that passed.
    package init(
        className: String, name: String, place: (source: String, line: Int)? = nil, duration: Duration? = nil,
        problem: Problem? = nil, output: [String] = []
    ) {
        self.className = className
        self.name = name
        self.place = place
        self.duration = duration
        self.problem = problem
        self.output = output
    }

    /// The XML element, line by line.
    fileprivate var lines: [String] {
        let head =
            "  <testcase classname=\(JUnitText.quoted(className)) name=\(JUnitText.quoted(name))"
            + (place.map { "\(JUnitText.attribute("file", $0.source)) line=\"\($0.line)\"" } ?? "")
            + JUnitText.time(duration)
        var content: [String] = []
        if let problem {
            let element = problem.kind.rawValue
            let message = JUnitText.quoted(problem.message)
            content.append("    <\(element) message=\(message)>\(JUnitText.escaped(problem.lines))</\(element)>")
        }
        if !output.isEmpty { content.append("    <system-out>\(JUnitText.escaped(output))</system-out>") }
        return content.isEmpty ? [head + "/>"] : [head + ">"] + content + ["  </testcase>"]
    }
}

/// Texts and times of the report.
private enum JUnitText {
    static func escaped(_ lines: [String]) -> String {
        XMLEscaping.escape(lines.joined(separator: "\n").inPlainLines)
    }

    static func quoted(_ text: String) -> String {
        "\"\(XMLEscaping.escape(text.onOneLine))\""
    }

    static func attribute(_ name: String, _ value: String?) -> String {
        value.map { " \(name)=\(quoted($0))" } ?? ""
    }

    /// Returns the attribute for a real time in seconds, with three decimals.
    static func time(_ duration: Duration?) -> String {
        guard let (seconds, attoseconds) = duration?.components else { return "" }
        let fraction = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
        return " time=\"\(seconds).\(fraction)\""
    }
}
