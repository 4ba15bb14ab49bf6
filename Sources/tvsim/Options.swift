import ArgumentParser
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// The device that a command uses.
struct DeviceOption: ParsableArguments {
    @Option(
        name: .customLong("device"),
        help: "The device, or DEVICE/WORLD for an isolated world. Default: TVSIM_DEVICE, or 'default'.",
        completion: Completions.devices)
    var name: String?

    /// Opens the device.
    func open() throws -> SelectedDevice {
        try SelectedDevice(given: name, environment: CommandContext.current.environment)
    }

    /// Opens the device and performs a command; on success, it prints a line on a terminal and nothing elsewhere.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - app: The app that the command names; `nil` if it names none.
    /// - Throws: The error of a device that cannot be opened, or that refuses the command.
    func perform(_ command: SimulatorCommand, naming app: String? = nil) throws {
        try open().performAndTell(command, naming: app)
    }
}

/// The output format of a command.
struct FormatOption: ParsableArguments {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(name: .customLong("format"), help: "The output format.")
    var kind = Kind.text

    /// Prints a value as one line of JSON, or as text, whose marks have colours on a terminal.
    func print(
        _ value: some Encodable, text: @autoclosure () throws -> String, marks: [Terminal.Mark] = []
    ) throws {
        switch kind {
        case .json: try Output.line(try JSONText.line(value))
        case .text: try Output.line(Terminal.painted(try text().inPlainLines, marks))
        }
    }
}

/// Formats a table with two spaces between columns.
///
/// Each row stays one line, because line breaks and control characters in cells are escaped.
enum Columns {
    static func text(_ table: [[String]]) -> String {
        let rows = table.map { $0.map(\.onOneLine) }
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
