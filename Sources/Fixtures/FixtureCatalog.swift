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
