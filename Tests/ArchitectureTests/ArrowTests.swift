import Foundation
import Testing

/// Holds the manifest against the table of rooms in docs/ARCHITECTURE.md.
@Suite struct ArrowTests {
    @Test("every room of the manifest stands in the table with exactly its arrows, and the other way round")
    func tableIsTheManifest() throws {
        let table = try ArchitectureTable()
        let manifest = try Manifest()
        #expect(Set(table.rows.keys) == Set(manifest.arrows.keys))
        for (room, arrows) in manifest.arrows {
            let row = table.rows[room]
            #expect(
                row?.needs == arrows, "\(room) needs \(arrows.sorted()), the table says \(row?.needs.sorted() ?? [])")
        }
    }

    @Test("arrows go down only")
    func arrowsGoDown() throws {
        let table = try ArchitectureTable()
        for (room, row) in table.rows {
            for needed in row.needs {
                let floor = table.rows[needed]?.floor ?? Int.max
                #expect(floor < row.floor, "\(room) (floor \(row.floor)) needs \(needed) (floor \(floor))")
            }
        }
    }

    @Test("the three parties do not know each other")
    func partiesAreStrangers() throws {
        let manifest = try Manifest()
        let parties = ["SimulatedDevice", "IdentityProvider", "EntitlementService"]
        for party in parties {
            let known = manifest.reachable(from: party)
            for other in parties where other != party { #expect(!known.contains(other), "\(party) knows \(other)") }
        }
    }
}

/// The table of rooms in docs/ARCHITECTURE.md: `| floor | room | sentence | needs |`.
struct ArchitectureTable {
    struct Row {
        let floor: Int
        let needs: Set<String>
    }

    let rows: [String: Row]

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        var rows: [String: Row] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("| floor | room |") }.prefix { $0.hasPrefix("|") }
        for line in table {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 6, let floor = Int(cells[1]) else { continue }
            let needs = cells[4].split(separator: ",").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `—"))
            }
            rows[cells[2].trimmingCharacters(in: CharacterSet(charactersIn: "`"))] = Row(
                floor: floor, needs: Set(needs.filter { !$0.isEmpty }))
        }
        self.rows = rows
    }
}

/// The rooms and arrows of Package.swift, read from the manifest's text.
struct Manifest {
    let arrows: [String: Set<String>]

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        var arrows: [String: Set<String>] = [:]
        let target = /\.(?:target|executableTarget)\(\s*name: "([\w-]+)"(.*?)\),\n(?=\s*(?:\.|\/\/|\n|\]))/
            .dotMatchesNewlines()
        for match in text.matches(of: target)
        where !match.output.2.contains("path: \"Tests") && !match.output.2.contains("path: \"Examples") {
            let dependencies = match.output.2.firstMatch(of: /dependencies: \[(.*?)\]/.dotMatchesNewlines())
            let names = (dependencies?.output.1 ?? "").matches(of: /"([\w-]+)"/).map { String($0.output.1) }
            arrows[String(match.output.1)] = Set(names.filter { !["CLibXML2", "CZlib"].contains($0) })
        }
        self.arrows = arrows
    }

    func reachable(from room: String) -> Set<String> {
        var known: Set<String> = []
        var open = Array(arrows[room] ?? [])
        while let next = open.popLast() {
            if known.insert(next).inserted { open += arrows[next] ?? [] }
        }
        return known
    }
}

enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
