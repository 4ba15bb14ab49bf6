package import Foundation

/// Where the package and its built modules are, for tests that ask the compiler.
package enum Modules {
    /// What a compiler needs to find the modules.
    package static func searchPaths() throws -> [String] {
        let flags = try Tool.run("pkg-config", ["--cflags-only-I", "libxml-2.0", "libcrypto"]).output
        let modules = try folder()
        // Beside the folders of each platform and configuration lie the sources of the libraries.
        let scratch = modules.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sqlite = scratch.appendingPathComponent("checkouts/GRDB.swift/Sources/GRDBSQLite")
        let libraries = ["CLibXML2", "COpenSSL", "CZlib"].map {
            Repository.root.appendingPathComponent("Sources/\($0)")
        }
        // The build writes a module map for each C library that brings none.
        let built = try FileManager.default.contentsOfDirectory(
            at: modules.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        let maps = built.map { $0.appendingPathComponent("module.modulemap") }
            .filter { $0.path.hasSuffix(".build/module.modulemap") && FileManager.default.fileExists(atPath: $0.path) }
        return ([modules, sqlite] + libraries).flatMap { ["-I", $0.path] }
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            + flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }

    /// The folder of the modules that these tests were built with: it lies beside the program that runs them.
    package static func folder() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        for _ in 1...4 {
            folder.deleteLastPathComponent()
            let modules = folder.appendingPathComponent("Modules")
            if FileManager.default.fileExists(atPath: modules.path) { return modules }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
