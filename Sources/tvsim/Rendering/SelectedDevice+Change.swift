import TVSimDevice
import TVSimStructuredText
import TVSimWorld

extension SelectedDevice {
    /// Performs a command, and says on a terminal what has changed and where.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - app: The app that the command names; `nil` if it names none.
    /// - Throws: The error of a command that the device refuses.
    func performAndTell(_ command: SimulatorCommand, naming app: String? = nil) throws {
        let remark = Terminal.isOutput ? try app.flatMap(newApp) : nil
        try perform(command)
        try Terminal.note("\(name): \(([command.name] + Self.words(of: command.arguments)).joined(separator: " "))")
        if let remark { try Terminal.note(remark) }
    }

    /// Returns a sentence about an app that the device does not know, with the known app that has a similar name.
    private func newApp(_ bundleID: String) throws -> String? {
        let known = try device.apps().map(\.bundleID) + [device.settings().defaultBundleID]
        guard !known.contains(bundleID) else { return nil }
        let similar = Suggestion.closest(to: bundleID, among: known)
        return "\(bundleID) is new on this device" + (similar.map { "; did you mean \($0)?" } ?? "")
    }

    /// Returns arguments as words: `KEY=VALUE` for each member of an object.
    private static func words(of arguments: JSONValue) -> [String] {
        switch arguments {
        case .null: return []
        case .object(let members):
            return members.sorted { $0.key < $1.key }.filter { $0.value != .null }.compactMap { key, value in
                (try? JSONText.word(value)).map { "\(key)=\($0)" }
            }
        default: return [try? JSONText.word(arguments)].compactMap(\.self)
        }
    }
}
