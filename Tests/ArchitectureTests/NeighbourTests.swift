import Foundation
import TestSupport
import Testing

/// What a package that depends on this one must put up with: names of targets, and other people's packages.
@Suite struct NeighbourTests {
    @Test("each target that a product reaches is public or has the prefix, and no product is a program")
    func namesAreOurs() throws {
        let manifest = try Manifest()
        let text = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = try #require(text.firstMatch(of: /products: \[(.*?)\n {4}\],/.dotMatchesNewlines())?.output.1)
        #expect(!products.contains(".executable("))
        let libraries = products.matches(of: /\.library\(name: "(\w+)", targets: \[([^\]]*)\]/)
        let roots = libraries.flatMap { $0.output.2.matches(of: /"(\w+)"/).map { String($0.output.1) } }
        try #require(libraries.count == 6)

        let publicNames = Set(libraries.map { String($0.output.1) })
        let targets = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.targets) })
        var reached: Set<String> = []
        var open = roots
        while let next = open.popLast() {
            if reached.insert(next).inserted { open += targets[next] ?? [] }
        }
        for name in reached.sorted() where !publicNames.contains(name) {
            #expect(Manifest.hasPrefix(name), "\(name) can collide with a target of a user's package")
        }
    }

    @Test("a benchmark declares each product that it imports, since no test builds the benchmarks")
    func benchmarks() throws {
        let folder = Repository.root.appending(path: "Benchmarks")
        let text = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        let own = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = Set(own.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) })
        let programs = text.components(separatedBy: ".executableTarget(").dropFirst()
        try #require(programs.count >= 4 && products.count == 6)
        for program in programs {
            let name = try #require(program.firstMatch(of: /name: "(\w+)"/)?.output.1)
            let declared = Set(program.matches(of: /\.product\(name: "(\w+)"/).map { String($0.output.1) })
            let source = try String(contentsOf: folder.appending(path: "Sources/\(name)/main.swift"), encoding: .utf8)
            let imported = Set(source.matches(of: /(?m)^import (\w+)$/).map { String($0.output.1) })
            #expect(imported.intersection(products) == declared, "\(name)")
        }
    }
}

/// Asks SwiftPM itself.
///
/// It loads the graph and compiles nothing.
@Suite(.waitsForPrograms) struct NeighbourProgramTests {
    /// The internal names before they had the prefix.
    static let formerNames = [
        "StructuredText", "Cryptography", "StateStorage", "StatePostgreSQL", "SimulationCore", "ProviderContract",
        "SAML", "EntitlementHTTP", "SimulatedDevice", "IdentityProvider", "EntitlementService", "SSOBridge",
        "SimulatedWorld", "Rules", "Scenario", "Exploration", "Fixtures", "Recordings", "SimulatorHTTP", "Situations",
        "XMLSecurity", "EntitlementAPI", "CProcessWorld", "CAdminPage", "CLibXML2", "COpenSSL", "CZlib", "tvsim",
        "tvsim-server",
    ]

    @Test("a package whose targets have the names of our folders, and the former names, takes all products")
    func graphResolves() throws {
        let publicNames: Set<String> = [
            "VideoSubscriberAccount", "AccessEnabler", "UIKit", "TVSimulator", "TVSimulatorTesting",
            "TVSimulatorDeviceFiles",
        ]
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "Sources").path)
        let names = Set(folders + Self.formerNames).subtracting(publicNames).sorted()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in names {
            let sources = folder.appending(path: "Sources/\(name)")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            try Data("enum Empty {}\n".utf8).write(to: sources.appending(path: "Empty.swift"))
        }
        // The last part of the path is the name of the package.
        let package = folder.appending(path: "tvsim")
        try FileManager.default.createSymbolicLink(at: package, withDestinationURL: Repository.root)
        let products = publicNames.sorted().map { #".product(name: "\#($0)", package: "tvsim")"# }
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Neighbour",
                dependencies: [.package(path: "tvsim")],
                targets: \(names).map { .target(name: $0, dependencies: [\(products.joined(separator: ", "))]) }
            )
            """
        try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
        let shown = try Tool.run(
            "swift", ["package", "--package-path", folder.path, "show-dependencies", "--format", "flatlist"])
        #expect(shown.status == 0, "\(shown.error)")

        // What only the programs need is not even cloned.
        let cloned = Set(shown.output.split(separator: "\n").map(String.init))
        for unused in ["hummingbird", "swift-argument-parser", "swift-log", "swift-nio-ssl", "swift-crypto"] {
            #expect(!cloned.contains(unused), "a user's package resolves \(unused)")
        }
        #expect(cloned.contains("tvsim"))
    }
}
