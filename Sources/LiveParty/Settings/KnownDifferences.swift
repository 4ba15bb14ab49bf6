package import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The verdicts that a user knows to be wrong and has decided to live with for now.
///
/// A difference that is gone, or whose date has passed, fails the run, so that the list stays true.
package struct KnownDifferences: Sendable, Hashable {
    /// One known difference.
    package struct Difference: Sendable, Hashable {
        package var name = ""
        package var verdict = LiveVerdict.accepted
        package var why: String?
        /// The date from which it fails the run; `nil` for never.
        package var until: String?
    }

    package let differences: [Difference]

    /// Creates a list without differences.
    package init() { differences = [] }

    private static let day = Formats.line.checked(["pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]) {
        (text, cursor) throws(SourceError) in
        guard TimeText.instant("\(text)T00:00:00Z") != nil else {
            throw SourceError(.wrongValue, at: cursor.path, "expected a date such as 2027-03-01")
        }
    }

    private static let fields = ObjectFormat<Difference>(
        title: "a known difference", defaults: Difference(),
        fields: [
            Field("case", "The name of the case.", Formats.line, required: true, into: \.name),
            Field(
                "verdict", "What the party does.",
                Formats.choice([LiveVerdict.accepted, .refused, .unclear, .noAnswer]), required: true, into: \.verdict),
            Field("why", "Why it is known.", Formats.line, ifSet: \.why),
            Field("until", "The date from which it fails the run.", day, ifSet: \.until),
        ])

    /// Reads a file.
    ///
    /// - Throws: `SourceError` with its place for a wrong key or value; `CommandError` if the file cannot be read.
    package init(file: String) throws {
        let format = Formats.list(Self.fields.format, of: "known differences")
        differences = try LiveSettings.read(try NamedFile.readText(file), NamedFile.shown(file)) {
            (cursor, notes) throws(SourceError) in
            let list = try format.read(cursor, notes)
            for (index, each) in list.enumerated() where list[..<index].contains(where: { $0.name == each.name }) {
                throw SourceError(.duplicateKey, at: .item(index, of: cursor.path), "'\(each.name)' is listed twice")
            }
            return list
        }
    }

    /// Returns the difference of a case; `nil` if none is known.
    package subscript(name: String) -> Difference? { differences.first { $0.name == name } }

    /// Returns whether the verdict on a case is known, and why its known difference does not count; `nil` if it counts.
    func standing(
        of name: String, _ verdict: LiveVerdict, isWrong: Bool, at now: Date
    ) -> (isKnown: Bool, stale: String?) {
        guard let known = self[name] else { return (false, nil) }
        guard isWrong, known.verdict == verdict else {
            return (false, "the known difference '\(known.verdict.rawValue)' is gone")
        }
        guard !known.isPast(at: now) else {
            return (false, "the known difference was to end on \(known.until ?? "")")
        }
        return (true, nil)
    }

    /// Returns a first file of the differences of a result.
    package static func text(of result: LiveResult) -> String {
        let lines = result.cases.filter(\.isWrong).map { each in
            "- {case: \(each.name), verdict: \(each.verdict.rawValue), why: \"not yet examined\"}\n"
        }
        return "# Known differences of \(result.name.onOneLine)\n" + (lines.isEmpty ? "[]\n" : lines.joined())
    }
}

extension KnownDifferences.Difference {
    /// Returns whether its date has passed.
    package func isPast(at now: Date) -> Bool {
        until.flatMap { TimeText.instant("\($0)T00:00:00Z") }.map { $0 <= now } ?? false
    }
}
