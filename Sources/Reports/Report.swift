/// What came of a command's checks: the value from which each form of a report is written.
package struct Report {
    /// What came of a case.
    package enum Verdict: String, Sendable {
        /// What was tested is as it has to be.
        case passed
        /// What was tested is wrong.
        case failed
        /// The test itself could not run.
        case error
        /// Nothing was tested.
        case skipped
    }

    /// How much a failed case matters, in the words of GitLab.
    package enum Weight: String, Sendable {
        case info, minor, major, critical
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        package var file: String
        /// The number of the line, from 1; `nil` if only the file is known.
        package var line: Int?

        /// Creates a place.
        package init(_ file: String, line: Int? = nil) { (self.file, self.line) = (file, line) }
    }

    /// Something to read beside a case, such as kept evidence.
    package struct Link: Sendable, Hashable {
        package var title: String
        /// An address, or the path of a file.
        package var target: String

        /// Creates a link.
        package init(_ title: String, to target: String) { (self.title, self.target) = (title, target) }
    }

    /// One thing that was checked.
    package struct Case: Sendable {
        /// The name of its class.
        package var className: String
        /// The name, which differs from the other names of its class.
        package var name: String
        package var verdict: Verdict
        package var weight = Weight.critical
        /// Why it did not pass, in one line.
        package var message = ""
        /// All lines that explain why it did not pass.
        package var lines: [String] = []
        /// The lines of its output.
        package var output: [String] = []
        /// Where it is defined; `nil` if unknown.
        package var place: Place?
        package var links: [Link] = []
        /// The real time; `nil` if nothing ran.
        package var duration: Duration?

        /// Creates a case.
        package init(_ className: String, _ name: String, _ verdict: Verdict = .passed) {
            (self.className, self.name, self.verdict) = (className, name, verdict)
        }

        /// Whether a reader has to do something about it.
        package var isWrong: Bool { verdict == .failed || verdict == .error }
    }

    /// Cases that belong together, such as the steps of a profile.
    package struct Group {
        package var name: String
        /// The file that the group was read from; `nil` if it has none.
        package var file: String?
        package var cases: [Case]
        /// What the form `text` prints.
        package var text: [String] = []
        /// What the form `json` prints, on one line: the command's own documented value.
        package var value: any Encodable
        /// The forms that only the maker of the group can write.
        package var own: [ReportFormat: () throws -> String] = [:]

        /// Creates a group.
        package init(
            _ name: String, file: String? = nil, cases: [Case], text: [String] = [], value: any Encodable
        ) {
            (self.name, self.file, self.cases, self.text, self.value) = (name, file, cases, text, value)
        }
    }

    /// The command line's words, such as `tvsim run`.
    package var command: String
    /// The heading of a page.
    package var title: String
    package var groups: [Group]
    /// The last lines of the form `text`.
    package var closing: [String]
    /// What came of all cases, in one line.
    package var numbers: String
    /// The forms that only the maker can write.
    ///
    /// In Markdown, it is what follows the heading and the numbers.
    package var own: [ReportFormat: () throws -> String] = [:]

    /// Creates a report; without numbers, these are the last of the closing lines.
    package init(
        _ command: String, title: String? = nil, groups: [Group] = [], closing: [String] = [], numbers: String? = nil
    ) {
        (self.command, self.title, self.groups, self.closing) = (command, title ?? command, groups, closing)
        self.numbers = numbers ?? closing.last ?? ""
    }

    /// The cases with their groups, in order.
    var cases: [(group: Group, each: Case)] { groups.flatMap { group in group.cases.map { (group, $0) } } }

    /// Returns the whole report in a form.
    ///
    /// - Throws: An error of the form.
    package func text(in format: ReportFormat) throws -> String {
        var text = ""
        var stream = try ReportStream(self, to: [(format, { text += $0 + "\n" })])
        for group in groups { try stream.add(group) }
        try stream.finish(closing: closing, numbers: numbers)
        return text
    }
}
