import Foundation
import TestSupport
import Testing

/// Holds the manifest against the table of modules in docs/ARCHITECTURE.md.
@Suite struct ArrowTests {
    @Test("the table has each module of the manifest with its floor and the edges that no others imply")
    func tableIsTheManifest() throws {
        let table = try ArchitectureTable()
        let manifest = try Manifest()
        #expect(Set(table.rows.keys) == Set(manifest.arrows.keys))
        for room in manifest.arrows.keys.sorted() {
            let floor = manifest.floor(of: room)
            let needs = manifest.neededEdges(of: room)
            let right = "| \(floor) | `\(room)` | … | \(needs.isEmpty ? "—" : needs.sorted().joined(separator: ", ")) |"
            #expect(table.rows[room] == .init(floor: floor, needs: needs), "the row must be: \(right)")
        }
    }

    @Test("the bridge does not declare the device, so that it asks Apple's framework alone about the account")
    func bridgeAsksTheFramework() throws {
        let arrows = try #require(Manifest().arrows["SSOBridge"])
        #expect(arrows.contains("VideoSubscriberAccount") && !arrows.contains("Device"))
    }

    @Test("the stated outcomes of the cookbook and the tests' oracle see nothing of what they judge")
    func outcomesAreIndependent() throws {
        let files = try SourceFile.all().filter { $0.path.hasPrefix("Situations/") }
        try #require(!files.isEmpty)
        let oracle = try SourceFile.all(in: "Tests").filter { $0.path.hasSuffix("/CookbookOracle.swift") }
        try #require(oracle.count == 1)
        for file in files + oracle {
            for line in file.lines where line.split(separator: " ").dropLast().last == "import" {
                #expect(line.hasSuffix("import TVSimStructuredText"), "\(file.path): \(line)")
            }
        }
        #expect(oracle[0].lines.allSatisfy { !$0.hasPrefix("import ") })
    }

    @Test("a file imports every declared dependency of its target, except programs, which are run")
    func dependenciesAreImported() throws {
        let manifest = try Manifest()
        try #require(manifest.targets.count > 30)
        let programs = Set(manifest.targets.filter(\.isProgram).map(\.name))
        // Apps that know of no simulator are linked with its world, and programs with the store in files.
        let files = "TVSimStateSQLite"
        let linked = [
            "StreamApp": ["TVSimWorld", "TVSimEntitlementHTTP", files], "StatusClient": ["TVSimWorld", files],
            "tvsim": [files], "tvsim-server": [files], "TestSupport": [files],
        ]
        // A target of C files includes headers.
        for target in manifest.targets where !Manifest.folder(of: target.name).hasSuffix("Hook") {
            let imported = try Self.imports(below: target.path)
            for needed in target.targets.filter({ !programs.contains($0) }) + target.libraries
            where !(linked[target.name]?.contains(needed) ?? false) {
                #expect(imported.contains(needed), "\(target.name) imports no \(needed)")
            }
        }
    }

    /// The modules that the files of a folder import.
    private static func imports(below folder: String) throws -> Set<String> {
        let root = Repository.root.appending(path: folder)
        var modules: Set<String> = []
        let enumerator = FileManager.default.enumerator(atPath: root.path)
        while let path = enumerator?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            // An import inside of `#if` is indented.
            for line in text.split(separator: "\n") where line.contains("import ") {
                guard let match = line.firstMatch(of: /^(?: {4})?(?:@\w+ |package |public )*import (?:\w+ )?(\w+)/)
                else {
                    continue
                }
                modules.insert(String(match.output.1))
            }
        }
        return modules
    }

    @Test("the SDK is at the edge: the world, the rules, profiles, recordings and the server do not contain it")
    func sdkIsAtTheEdge() throws {
        let manifest = try Manifest()
        let containing = manifest.arrows.keys.filter { manifest.reachable(from: $0).contains("SSOBridge") }
        #expect(
            Set(containing) == [
                "AccessEnabler", "Runs", "Exploration", "Fixtures", "LiveParty", "TVSimulatorTesting", "tvsim",
                "tvsim-server",
            ])
    }

    @Test("the three parties do not know each other")
    func partiesAreStrangers() throws {
        let manifest = try Manifest()
        let parties = ["Device", "IdentityProvider", "EntitlementService"]
        for party in parties {
            let known = manifest.reachable(from: party)
            for other in parties where other != party { #expect(!known.contains(other), "\(party) knows \(other)") }
        }
    }
}

/// The table of modules in docs/ARCHITECTURE.md: `| floor | module | sentence | needs |`.
struct ArchitectureTable {
    struct Row: Equatable {
        let floor: Int
        let needs: Set<String>
    }

    let rows: [String: Row]

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        var rows: [String: Row] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("| floor | module |") }.prefix { $0.hasPrefix("|") }
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

/// The modules and arrows of Package.swift, read from the manifest's text.
struct Manifest {
    /// What each module needs.
    ///
    /// A module is called as its folder.
    let arrows: [String: Set<String>]

    /// One target: where it is, and what it declares to need.
    struct Target {
        let name: String
        let isProgram: Bool
        /// Its folder.
        let path: String
        /// The targets that it needs.
        let targets: [String]
        /// The modules of libraries that it needs.
        let libraries: [String]
    }

    let targets: [Target]

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = Dictionary(
            uniqueKeysWithValues: text.matches(of: /static let (\w+): Target.Dependency = .product\(name: "(\w+)"/)
                .map { (String($0.output.1), String($0.output.2)) })
        let target =
            /\.(target|executableTarget|testTarget)\(\s*name: "([\w-]+)"(.*?)\),\n(?=\s*(?:\.|\/\/|\n|\]))/
            .dotMatchesNewlines()
        targets = text.matches(of: target).map { match in
            let (_, kind, name, rest) = match.output
            let dependencies = rest.firstMatch(of: /dependencies: \[(.*?)\]/.dotMatchesNewlines())?.output.1 ?? ""
            let path = rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) }
            return Target(
                name: String(name), isProgram: kind == "executableTarget",
                path: path ?? (kind == "testTarget" ? "Tests/\(name)" : "Sources/\(Self.folder(of: String(name)))"),
                targets: dependencies.matches(of: /"([\w-]+)"/).map { String($0.output.1) },
                libraries: dependencies.matches(of: /Library\.(\w+)/).compactMap { products[String($0.output.1)] })
        }
        arrows = Dictionary(
            uniqueKeysWithValues: targets.filter { $0.path.hasPrefix("Sources/") }.map { target in
                let needed = Set(target.targets.map { Self.folder(of: $0) })
                return (Self.folder(of: target.name), needed.subtracting(["CLibXML2", "COpenSSL", "CZlib"]))
            })
    }

    /// Whether a target of another package cannot have this name by chance: ours begin with a prefix.
    static func hasPrefix(_ target: String) -> Bool {
        target.hasPrefix("CTVSim") || target.hasPrefix("TVSim") && !target.hasPrefix("TVSimulator")
    }

    /// The folder of a target in `Sources`, which is also what the documents call the module: its name without the prefix.
    static func folder(of target: String) -> String {
        guard hasPrefix(target) else { return target }
        return target.hasPrefix("C") ? "C" + target.dropFirst("CTVSim".count) : String(target.dropFirst("TVSim".count))
    }

    func reachable(from room: String) -> Set<String> {
        var known: Set<String> = []
        var open = Array(arrows[room] ?? [])
        while let next = open.popLast() {
            if known.insert(next).inserted { open += arrows[next] ?? [] }
        }
        return known
    }

    /// The edges of a module that no path over its other edges implies.
    func neededEdges(of room: String) -> Set<String> {
        let all = arrows[room] ?? []
        return all.filter { needed in !all.contains { $0 != needed && reachable(from: $0).contains(needed) } }
    }

    /// The floor of a module: one more than the highest floor of what it needs.
    func floor(of room: String) -> Int {
        (arrows[room] ?? []).map { floor(of: $0) + 1 }.max() ?? 0
    }
}
