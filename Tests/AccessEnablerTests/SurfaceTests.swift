import Foundation
import TestSupport
import Testing

/// The module's own symbol graph against the SDK's public API.
///
/// iOS/tvOS SDK API Reference.
@Suite("The public surface of AccessEnabler", .waitsForPrograms)
struct SurfaceProgramTests {
    @Test("is the SDK's, declaration by declaration, with what is deprecated marked, and nothing else is public")
    func declarations() throws {
        let ours = try SymbolGraph.of("AccessEnabler").symbols.filter { !$0.isSynthesised }.map(\.line).sorted()
        let file = Repository.root.appendingPathComponent("Tests/AccessEnablerTests/Surface/declarations.txt")
        let table = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
        let (missing, extra) = (Set(table).subtracting(ours), Set(ours).subtracting(table))
        #expect(missing.isEmpty, "not here any more:\n\(missing.sorted().joined(separator: "\n"))")
        #expect(extra.isEmpty, "not in the table:\n\(extra.sorted().joined(separator: "\n"))")
    }
}
