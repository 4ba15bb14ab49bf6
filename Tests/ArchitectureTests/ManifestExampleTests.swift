import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms) struct ManifestExampleProgramTests {
    @Test(
        "the manifests of the documentation are valid, and the products that they use exist",
        arguments: ["docs/tvsim.docc/HowTo/UsingTheProducts.md", "docs/tvsim.docc/Tutorials/FirstSilentSignInTest.md"])
    func manifest(page: String) throws {
        let document = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
        let block = try #require(
            document.firstMatch(of: /```swift\n(\/\/ swift-tools-version.*?)```/.dotMatchesNewlines()))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(block.output.1.utf8).write(to: folder.appending(path: "Package.swift"))
        let read = try Tool.run("swift", ["package", "--package-path", folder.path, "dump-package"])
        #expect(read.status == 0, "\(read.error)")

        let own = try String(contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = Set(own.matches(of: /\.library\(name: "(\w+)"/).map { $0.output.1 })
        let taken = Set(block.output.1.matches(of: /\.product\(name: "(\w+)"/).map { $0.output.1 })
        #expect(taken.count >= 2 && taken.isSubset(of: products))
    }
}
