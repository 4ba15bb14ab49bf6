package import TVSimStructuredText

/// The catalogue of single sign-on's edge cases.
///
/// `Catalogue/` contains one table of cases per file. `Making/` writes the cases as files, and `Judging/` checks the
/// files with several validators.
package enum FixtureCatalog {
    /// Every case, by family.
    package static let cases: [FixtureCase] =
        ContentRows.all + TimeRows.all + SubjectRows.all + ElementRows.all + SignatureRows.all + AlgorithmRows.all
        + ReferenceRows.all + WrappingRows.all + EncodingRows.all + SpellingRows.all + EncryptionRows.all
        + ReportedRows.all + MessageRows.all + FrameworkStatusRows.all
        + ProviderRows.all + SessionRows.all + SecondScreenRows.all + AccountRows.all

    private static let byName = Dictionary(cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns a case by its name; `nil` if the name is unknown.
    package static subscript(_ name: String) -> FixtureCase? { byName[name] }

    /// Returns cases by their names, in the catalogue's order; all cases if the list is empty.
    ///
    /// - Throws: ``CommandError`` for the first unknown name.
    package static func cases(named names: [String]) throws(CommandError) -> [FixtureCase] {
        guard !names.isEmpty else { return cases }
        for name in names { _ = try named(name) }
        return cases.filter { names.contains($0.name) }
    }

    /// Returns the cases that can be made for other parties, by their names; all of them if the list is empty.
    ///
    /// - Throws: ``CommandError`` for the first name that is unknown, or that of a case about the simulated parties.
    package static func aimed(_ names: [String]) throws(CommandError) -> [FixtureCase] {
        let found = try cases(named: names)
        if !names.isEmpty, let bound = found.first(where: { !$0.canBeAimed }) {
            let why =
                bound.response == nil
                ? "it is about the simulated service or device" : "its signature is a recorded one"
            throw CommandError(.invalid, "the fixture '\(bound.name)' cannot be made for other parties: \(why)")
        }
        return found.filter(\.canBeAimed)
    }

    /// Returns a case by its name.
    ///
    /// - Throws: ``CommandError`` if the name is unknown.
    package static func named(_ name: String) throws(CommandError) -> FixtureCase {
        guard let found = byName[name] else {
            throw CommandError(
                .notFound, "unknown fixture '\(name)'; 'tvsim fixtures list' lists the fixtures",
                suggestion: Suggestion.closest(to: name, among: cases.map(\.name)))
        }
        return found
    }
}
