package import Foundation

/// The locations of the package and its built modules, for tests that run the compiler.
package enum Modules {
    /// Returns the compiler's options to find the modules.
    package static func searchPaths() throws -> [String] {
        let flags = try Tool.run("pkg-config", ["--cflags-only-I", "libxml-2.0", "libcrypto"]).output
        let modules = try folder()
        // The scratch folder contains the builds of each platform, and the sources of the dependencies.
        let scratch = modules.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sqlite = scratch.appendingPathComponent("checkouts/GRDB.swift/Sources/GRDBSQLite")
        let libraries = ["CLibXML2", "COpenSSL", "CZlib"].map {
            Repository.root.appendingPathComponent("Sources/\($0)")
        }
        // The build generates a module map for each C library without one.
        let built = try FileManager.default.contentsOfDirectory(
            at: modules.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        let maps = built.map { $0.appendingPathComponent("module.modulemap") }
            .filter { $0.path.hasSuffix(".build/module.modulemap") && FileManager.default.fileExists(atPath: $0.path) }
        return ([modules, sqlite] + libraries).flatMap { ["-I", $0.path] }
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            + flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }

    /// Returns the folder of the modules that these tests were built with.
    ///
    /// It is in a parent directory of the program that runs the tests.
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
