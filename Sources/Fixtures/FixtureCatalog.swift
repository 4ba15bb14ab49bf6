package import SimulatedWorld
import StructuredText

/// The catalogue of single sign-on's edge cases: what each is, how it is written, and whether everybody agrees on it.
///
/// The rows stand in `Catalogue/`, one table each; `Making/` writes them as files, `Judging/` asks whether they hold.
package enum FixtureCatalog {
    /// Every case, by family.
    package static let cases: [FixtureCase] =
        ContentRows.all + TimeRows.all + SubjectRows.all + ElementRows.all + SignatureRows.all + AlgorithmRows.all
        + ReferenceRows.all + WrappingRows.all + EncodingRows.all + SpellingRows.all + EncryptionRows.all
        + FrameworkStatusRows.all
        + ProviderRows.all + SessionRows.all + SecondScreenRows.all + AccountRows.all

    private static let byName = Dictionary(cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Finds a case; `nil` where none has the name.
    package static subscript(_ name: String) -> FixtureCase? { byName[name] }

    /// Finds cases by their names, in the catalogue's order; without names, all.
    ///
    /// - Throws: ``CommandError`` for the first name that none has.
    package static func cases(named names: [String]) throws(CommandError) -> [FixtureCase] {
        guard !names.isEmpty else { return cases }
        for name in names { _ = try named(name) }
        return cases.filter { names.contains($0.name) }
    }

    /// Finds a case by its name.
    ///
    /// - Throws: ``CommandError`` where none has it.
    package static func named(_ name: String) throws(CommandError) -> FixtureCase {
        guard let found = byName[name] else {
            throw CommandError(
                .notFound, "there is no fixture '\(name)'; 'tvsim fixtures list' names them",
                suggestion: Suggestion.closest(to: name, among: cases.map(\.name)))
        }
        return found
    }
}
