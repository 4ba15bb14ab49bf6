import Foundation

/// The symbol graph of a built module: its public symbols and their relationships.
package struct SymbolGraph: Decodable, Sendable {
    package struct Symbol: Decodable, Sendable {
        package struct Identifier: Decodable, Sendable { package var precise: String }
        struct Fragment: Decodable { var spelling: String }
        struct Availability: Decodable {
            struct Version: Decodable {
                var major: Int
                var minor: Int?
            }
            var domain: String?
            var introduced: Version?
            var deprecated: Version?
            var isUnconditionallyDeprecated: Bool?
        }
        package var identifier: Identifier
        package var pathComponents: [String]
        var accessLevel: String
        var declarationFragments: [Fragment]
        var availability: [Availability]?

        package var path: String { pathComponents.joined(separator: ".") }
        package var isSynthesised: Bool { identifier.precise.contains("::SYNTHESIZED::") }

        /// The declaration with its access level and availability, as one line.
        package var line: String {
            let declaration = declarationFragments.map(\.spelling).joined()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            func text(_ version: Availability.Version) -> String { "\(version.major).\(version.minor ?? 0)" }
            let since = (availability ?? []).compactMap { item -> String? in
                if item.isUnconditionallyDeprecated == true { return "deprecated" }
                guard let domain = item.domain, let introduced = item.introduced else { return nil }
                return "\(domain) \(text(introduced))" + (item.deprecated.map { " to \(text($0))" } ?? "")
            }
            return "\(path) | \(accessLevel) | \(declaration) | \(since.sorted().joined(separator: ", "))"
        }
    }
    package struct Relationship: Decodable, Sendable {
        package var kind: String
        package var source: String
        package var target: String
    }
    package var symbols: [Symbol]
    package var relationships: [Relationship]

    /// Returns the symbol graph of a module that the tests were built with, including its extensions of other modules'
    /// types.
    package static func of(_ module: String) throws -> SymbolGraph {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let triple = try Tool.run("swiftc", ["-print-target-info"]).output
        struct Target: Decodable {
            struct Info: Decodable { var triple: String }
            var target: Info
        }
        let target = try JSONDecoder().decode(Target.self, from: Data(triple.utf8)).target.triple
        let extracted = try Tool.run(
            "swift",
            [
                "symbolgraph-extract", "-module-name", module, "-target", target,
                "-minimum-access-level", "public", "-output-dir", folder.path,
            ] + (try Modules.searchPaths()))
        guard extracted.status == 0 else { throw Unreadable(reason: extracted.error) }
        var graph = SymbolGraph(symbols: [], relationships: [])
        // The compiler writes one file for the module's own symbols, and one for each module with extended types.
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasSuffix(".symbols.json") {
            let part = try JSONDecoder().decode(SymbolGraph.self, from: try Data(contentsOf: file))
            graph.symbols += part.symbols
            graph.relationships += part.relationships
        }
        return graph
    }

    private struct Unreadable: Error {
        let reason: String
    }
}
