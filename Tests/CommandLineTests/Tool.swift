import Foundation
import TVSimStateStorage
import TestSupport
import Testing

@testable import tvsim

/// The command line with a temporary home folder, in this process or as a separate process.
struct Tool: Sendable {
    /// The result of one run.
    struct Outcome: Sendable, Equatable {
        let status: Int32
        let output: String
        let error: String

        /// The lines of standard error.
        var errorLines: [Substring] { error.split(separator: "\n") }
    }

    /// The folder for devices and for all other files that a test writes.
    let home: URL
    private let environment: [String: String]
    /// The programs that run, which end with the test.
    private let children = Children()

    /// Creates a tool with an empty home.
    init(device: String? = nil, store: String? = nil) throws {
        let template = FileManager.default.temporaryDirectory.appending(path: "tvsim-test-XXXXXX").path
        var bytes = Array(template.utf8CString)
        try #require(mkdtemp(&bytes) != nil)
        home = URL(fileURLWithPath: String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        // What the tests' own terminal is, or a pipeline says about colours, must not change what a command prints.
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("TVSIM_") && $0.key != "NO_COLOR"
        }
        environment["TVSIM_HOME"] = home.path
        environment["TVSIM_DEVICE"] = device
        environment["TVSIM_STORE"] = store
        environment["COLUMNS"] = "80"
        self.environment = environment
    }

    /// Ends the programs that the test has left, for example because it threw an error, and removes the home.
    func cleanUp() {
        children.end()
        try? FileManager.default.removeItem(at: home)
    }

    /// Starts the program without waiting for its end.
    func start(
        _ arguments: [String], input: String? = nil, in directory: URL? = nil, adding variables: [String: String] = [:]
    ) throws -> Started {
        let process = Process()
        process.executableURL = try TestSupport.Tool.built()
        process.arguments = arguments
        if Children.ignoreHangup, let program = process.executableURL?.path {
            // Under `nohup` the program would ignore the signal too, but a test sends it.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["--default-signal=HUP", program] + arguments
        }
        process.environment = environment.merging(variables) { _, added in added }
        process.currentDirectoryURL = directory ?? home
        let started = Started(process: process, home: home)
        process.standardOutput = try FileHandle(forWritingTo: started.outputFile)
        process.standardError = try FileHandle(forWritingTo: started.errorFile)
        if let input {
            let file = started.outputFile.appendingPathExtension("in")
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try children.start(process)
        return started
    }

    /// Starts another program of this package with the same home, and communicates with it line by line.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - bundleID: The app's identifier.
    ///   - device: The device; `nil` for the default device.
    /// - Returns: The conversation.
    /// - Throws: An error when the program cannot be started.
    func converse(with program: String, bundleID: String, on device: String? = nil) throws -> Conversation {
        let process = Process()
        process.executableURL = try TestSupport.Tool.built(program)
        let chosen = ["TVSIM_BUNDLE_ID": bundleID, "TVSIM_DEVICE": device].compactMapValues { $0 }
        process.environment = environment.merging(chosen) { _, own in own }
        return try Conversation(process, among: children)
    }

    /// Runs a shell command line with `tvsim` and `pytest` in its `PATH`, and returns the output.
    func shell(_ line: String, in directory: URL) throws -> String {
        let process = Process()
        let output = Pipe()
        // Foundation starts processes with SIGCHLD blocked. Bash unblocks it, so its `wait` returns; other shells would
        // hang.
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", line]
        let folder = try TestSupport.Tool.built().deletingLastPathComponent().path
        // pytest is in the directory of the tests' Python, with the plugin of this package. Another one has no plugin.
        let judges = URL(fileURLWithPath: TestSupport.Tool.python).deletingLastPathComponent().path
        process.environment = environment.merging([
            "PATH": "\(folder):\(judges):\(environment["PATH"] ?? "")",
            // The judges of the tests bring plugins along, which take most of the time in which pytest starts.
            "PYTEST_ADDOPTS": "-p no:schemathesis -p no:hypothesispytest -p no:anyio",
        ]) { _, own in own }
        process.currentDirectoryURL = directory
        process.standardOutput = output
        process.standardError = output
        try children.start(process)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Runs a command in this process with separate streams, environment and working folder.
    ///
    /// `serve` and `exec` replace their process, so they run in a separate process unless they only print help.
    @discardableResult
    func run(
        _ arguments: [String], input: String? = nil, in directory: URL? = nil, adding variables: [String: String] = [:]
    ) throws -> Outcome {
        if ["serve", "exec"].contains(arguments.first), arguments.last != "--help" {
            return try start(arguments, input: input, in: directory, adding: variables).wait()
        }
        let (given, printed, said) = (try StandardStream(input ?? ""), try StandardStream(), try StandardStream())
        var context = CommandContext()
        context.arguments = arguments
        context.environment = environment.merging(variables) { _, added in added }
        context.input = given.descriptor
        context.output = printed.descriptor
        context.error = said.descriptor
        let status = CommandThread.run(in: directory ?? home) { [context] in
            await CommandContext.$current.withValue(context) { await Tvsim.execute() }
        }
        return Outcome(status: status, output: printed.text, error: said.text)
    }

    /// Runs a line of words in this process, with output and errors on a terminal, and returns what the terminal gets.
    func onTerminal(_ line: String, adding variables: [String: String] = [:]) async throws -> String {
        let terminal = try PseudoTerminal()
        var context = CommandContext()
        context.arguments = line.split(separator: " ").map(String.init)
        context.environment = environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }
        context.output = terminal.descriptor
        context.error = terminal.descriptor
        // The command may need the threads of the tests, so none of them waits for it.
        return await awaiting("end of 'tvsim \(line)'", otherwise: "") { [context, home] continuation in
            Thread.detachNewThread {
                _ = CommandThread.run(in: home) {
                    await CommandContext.$current.withValue(context) { await Tvsim.execute() }
                }
                continuation.resume(returning: terminal.end())
            }
        }
    }

    /// Runs a command in this process and waits for its end.
    @discardableResult
    func run(_ arguments: String..., input: String? = nil, in directory: URL? = nil) throws -> Outcome {
        try run(arguments, input: input, in: directory)
    }

    /// Runs a command in this process with the arguments of a line.
    @discardableResult
    func line(_ line: String) throws -> Outcome {
        try run(line.split(separator: " ").map(String.init))
    }

    /// Runs a shell command line in this process: `tvsim` with plain words and words in single quotes.
    func typed(_ line: String, adding variables: [String: String] = [:]) throws -> Outcome {
        let words = TypedWords.of(line)
        try #require(words.first == "tvsim", "\(line)")
        return try run(Array(words.dropFirst()), adding: variables)
    }

    /// Writes a file into the home.
    func write(_ text: String, to name: String) throws -> String {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Creates a symbolic link in the home.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: home.appending(path: name).path, withDestinationPath: target)
    }

    /// Reads a file of the home.
    func read(_ name: String) throws -> String {
        try String(contentsOf: home.appending(path: name), encoding: .utf8)
    }

    /// Returns the permissions of a file of the home, in octal digits.
    func mode(of name: String) throws -> String {
        let attributes = try FileManager.default.attributesOfItem(atPath: home.appending(path: name).path)
        return String(try #require(attributes[.posixPermissions] as? Int), radix: 8)
    }

    /// The path of a device's file.
    func devicePath(_ name: String) -> String {
        home.appending(path: "devices/\(name).sqlite").path
    }
}

/// An unnamed temporary file that replaces one of a command's standard streams.
private final class StandardStream {
    let descriptor: Int32
    private let file: UnsafeMutablePointer<FILE>

    init(_ text: String = "") throws {
        file = try #require(tmpfile())
        descriptor = fileno(file)
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
        lseek(descriptor, 0, SEEK_SET)
    }

    /// The written data.
    var text: String {
        lseek(descriptor, 0, SEEK_SET)
        let data = (try? FileHandle(fileDescriptor: descriptor).readToEnd()) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    deinit { fclose(file) }
}

/// A running program.
struct Started {
    let process: Process
    let outputFile: URL
    let errorFile: URL

    init(process: Process, home: URL) {
        self.process = process
        let manager = FileManager.default
        let folder = home.appending(path: "streams")
        try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = Counter.next()
        outputFile = folder.appending(path: "\(name).out")
        errorFile = folder.appending(path: "\(name).err")
        _ = manager.createFile(atPath: outputFile.path, contents: nil)
        _ = manager.createFile(atPath: errorFile.path, contents: nil)
    }

    /// Waits for the first line of output and returns it.
    ///
    /// `tail -f` waits for the line and ends with the program. If the program prints nothing, the test fails.
    func firstLine() throws -> String {
        let tail = Process()
        let pipe = Pipe()
        tail.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tail.arguments = [
            "tail", "-n", "+1", "-f", "--pid=\(process.processIdentifier)", outputFile.path,
        ]
        tail.standardOutput = pipe
        try tail.run()
        defer {
            // Processes that a Dispatch thread starts have all other signals blocked.
            kill(tail.processIdentifier, SIGKILL)
            tail.waitUntilExit()
        }
        var read = Data()
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: read[..<end], as: UTF8.self)
            }
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw SaidNothing(error: (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "")
            }
            read.append(data)
        }
    }

    private struct SaidNothing: Error {
        let error: String
    }

    func wait() throws -> Tool.Outcome {
        process.waitUntilExit()
        return Tool.Outcome(
            status: process.terminationStatus, output: try String(contentsOf: outputFile, encoding: .utf8),
            error: try String(contentsOf: errorFile, encoding: .utf8))
    }
}

/// Unique numbers for file names.
private enum Counter {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var last = 0

    static func next() -> Int {
        lock.withLock {
            last += 1
            return last
        }
    }
}
