import Foundation
import TestSupport

/// A running program that responds to each line of its input.
final class Conversation {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    init(_ process: Process, among children: Children) throws {
        self.process = process
        process.standardInput = input
        process.standardOutput = output
        try children.start(process)
    }

    /// Sends a line and returns the next lines of the output.
    func ask(_ line: String = "", lines count: Int) throws -> [String] {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        return lines(count)
    }

    /// Returns the next lines of the output, or fewer if the program ends.
    func lines(_ count: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: pending[pending.startIndex..<end], as: UTF8.self))
                pending.removeSubrange(pending.startIndex...end)
            } else {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { return lines }
                pending.append(data)
            }
        }
        return lines
    }

    /// Ends the program.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
