import Dispatch
package import Foundation
import TVSimStructuredText

/// Runs installed programs, for tests that compare results with an independent implementation.
package struct Tool {
    /// The error for a missing program.
    package struct Missing: Error, CustomStringConvertible {
        /// The missing program and the command that installs it.
        package let description: String
    }

    /// How to install the programs that the tests need.
    private static let packages = [
        "xmlsec1": "apt-get install xmlsec1", "openssl": "apt-get install openssl",
        "python3": "apt-get install python3", "curl": "apt-get install curl",
        "chromium": "apt-get install chromium", "chromedriver": "apt-get install chromium-driver",
        "node": "apt-get install nodejs",
    ]

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - name: The program's name, which is searched in `PATH`, or its path.
    ///   - arguments: The arguments.
    ///   - input: The content of standard input.
    /// - Returns: The exit status and the output. A failure of the program is a result, not an error.
    /// - Throws: ``Missing`` if the program is not installed.
    package static func run(
        _ name: String, _ arguments: [String], input: Data? = nil
    ) throws -> (status: Int32, output: String, error: String) {
        // Every test may use openssl, which creates keys and certificates. The package needs its library anyway.
        if name != "openssl" { try ProgramTests.check() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try locate(name))
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        // Standard input is a file. With a pipe, a program that exits without reading would end the tests by SIGPIPE.
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-input-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try (input ?? Data()).write(to: file)
        process.standardInput = try FileHandle(forReadingFrom: file)
        let text = Locked(Data())
        let reader = DispatchGroup()
        try process.runWithLimit()
        // Both pipes are read concurrently, so that a program with much output on one of them does not block.
        DispatchQueue.global().async(group: reader) {
            let read = errors.fileHandleForReading.readDataToEndOfFile()
            text.withLockedValue { $0 = read }
        }
        let written = output.fileHandleForReading.readDataToEndOfFile()
        reader.wait()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: written, as: UTF8.self),
            String(decoding: text.withLockedValue { $0 }, as: UTF8.self)
        )
    }

    /// Returns the path of a program.
    ///
    /// - Throws: ``Missing`` with the command that installs it.
    package static func locate(_ name: String) throws -> String {
        if name.contains("/"), FileManager.default.isExecutableFile(atPath: name) { return name }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for folder in path.split(separator: ":") {
            let candidate = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        }
        let hint = packages[name].map { "; install it with: \($0)" } ?? ""
        throw Missing(description: "The program '\(name)' is not on this machine\(hint).")
    }

    /// Returns the path of a program of this package, which the build puts beside the tests.
    ///
    /// - Throws: ``Missing`` if the program was not built.
    package static func built(_ name: String = "tvsim") throws -> URL {
        try ProgramTests.check()
        let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { argument in
            let end = argument.range(of: ".xctest")?.upperBound ?? argument.endIndex
            return URL(fileURLWithPath: String(argument[..<end])).deletingLastPathComponent()
        }
        for folder in bundles + [Repository.root.appending(path: ".build/debug")] {
            let program = folder.appending(path: name)
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        throw Missing(description: "The program '\(name)' is not beside the test bundle: build it first.")
    }

    /// Returns the path of a program from the packages of `Tests/requirements.txt`, such as `schemathesis`.
    ///
    /// - Throws: ``Missing`` with the command that installs it.
    package static func judge(_ name: String) throws -> String {
        let judge = URL(fileURLWithPath: python).deletingLastPathComponent().appending(path: name).path
        guard python.contains("/"), FileManager.default.isExecutableFile(atPath: judge) else {
            throw Missing(
                description:
                    "The judge '\(name)' is not beside the tests' Python; run 'make test-programs', or install "
                    + "Tests/requirements.txt and name that Python in TVSIM_TEST_PYTHON.")
        }
        return judge
    }

    /// The Python interpreter with the packages of `Tests/requirements.txt`.
    package static var python: String {
        ProcessInfo.processInfo.environment["TVSIM_TEST_PYTHON"] ?? "python3"
    }
}
