import Foundation

/// Programs of this machine.
enum Program {
    /// How a program ended, and what it said.
    struct Result {
        let status: Int32
        let output: String
        let error: String
    }

    /// Runs a program and waits for its end; `nil` where it cannot be started.
    static func run(_ name: String, _ arguments: [String], input: Data = Data()) -> Result? {
        // In files: whoever ends before it has read a pipe, or says much into a second one, would stop us.
        var template = Array(
            FileManager.default.temporaryDirectory.appendingPathComponent("tvsim-" + String(repeating: "X", count: 6))
                .path.utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = URL(fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, said) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("error"))
        let process = Process()
        let output = Pipe()
        do {
            try input.write(to: given)
            try Data().write(to: said)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [name] + arguments
            process.standardInput = try FileHandle(forReadingFrom: given)
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: said)
            try process.run()
        } catch {
            return nil
        }
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let error = (try? Data(contentsOf: said)) ?? Data()
        return Result(
            status: process.terminationStatus, output: String(decoding: read, as: UTF8.self),
            error: String(decoding: error, as: UTF8.self))
    }
}
