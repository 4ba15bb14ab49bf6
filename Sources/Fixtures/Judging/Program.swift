import Foundation
import TVSimStructuredText

/// Runs programs of this machine.
enum Program {
    /// The exit status and the output of a program.
    struct Result {
        /// The exit status; `nil` if a signal ended the program.
        let status: Int32?
        let output: String
        let error: String

        /// Whether the program does not exist; `env` reports that with status 127.
        var isMissing: Bool { status == 127 }
    }

    /// Runs a program and waits for its end.
    ///
    /// - Throws: ``CommandError`` if no process can be started. A missing program is not an error; see
    ///   ``Result/isMissing``.
    static func run(
        _ name: String, _ arguments: [String], input: Data = Data()
    ) throws(CommandError) -> Result {
        do {
            return try started(name, arguments, input)
        } catch {
            let reason = (error as? CommandError)?.description ?? error.localizedDescription
            throw CommandError(.inputOutput, "'\(name)' cannot be run: \(reason)")
        }
    }

    private static func started(_ name: String, _ arguments: [String], _ input: Data) throws -> Result {
        // Input and standard error are files, because a pipe that the program does not read, or fills, would block.
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, said) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("error"))
        let process = Process()
        let output = Pipe()
        try input.write(to: given)
        try Data().write(to: said)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: said)
        try process.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : nil,
            output: String(decoding: read, as: UTF8.self),
            error: String(decoding: try Data(contentsOf: said), as: UTF8.self))
    }

    /// Creates a private folder.
    private static func folder() throws -> URL {
        let place = FileManager.default.temporaryDirectory
        var template = Array(
            place.appendingPathComponent("tvsim-" + String(repeating: "X", count: 6)).path.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandError(
                .unwritable, "cannot create a folder in '\(place.path)': \(String(cString: strerror(errno)))")
        }
        return URL(
            fileURLWithPath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
