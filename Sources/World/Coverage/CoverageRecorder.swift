import Foundation
package import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// Records what the worlds of this process visit.
///
/// With `TVSIM_COVERAGE=DIR` in the environment, every process writes a file of its own into this folder. A line is
/// appended when an item is visited for the first time, so a killed process loses nothing that it has recorded.
package final class CoverageRecorder: Sendable {
    /// The environment variable that names the folder.
    package static let variable = "TVSIM_COVERAGE"

    /// The recorder of the worlds that the current task opens; `nil` if the environment asks for none.
    @TaskLocal package static var current: CoverageRecorder? = CoverageRecorder(
        environment: ProcessInfo.processInfo.environment)

    private struct State {
        var visited: Set<CoverageItem> = []
        var file: Int32?
        /// Whether the file cannot be written, which is told once.
        var isBroken = false
    }

    private let folder: String?
    private let state = Locked(State())

    /// Creates a recorder.
    ///
    /// - Parameter folder: The folder of the file; `nil` to keep the items in memory only.
    package init(folder: String? = nil) { self.folder = folder }

    /// Creates the recorder that an environment asks for; `nil` if it asks for none.
    package convenience init?(environment: [String: String]) {
        guard let folder = environment[Self.variable], !folder.isEmpty else { return nil }
        self.init(folder: folder)
    }

    deinit {
        if let file = state.withLockedValue(\.file) { close(file) }
    }

    /// The items that were visited.
    package var visited: Set<CoverageItem> { state.withLockedValue(\.visited) }

    /// Records what happens in a world.
    package var observer: Journal.Observer {
        { decision in for item in decision.visits { self.visit(item) } }
    }

    /// Records an item.
    package func visit(_ item: CoverageItem) {
        state.withLockedValue { state in
            guard state.visited.insert(item).inserted, let folder, !state.isBroken else { return }
            guard Self.append(item, to: &state.file, in: folder) else {
                state.isBroken = true
                // An app's test must not fail because its coverage cannot be recorded.
                return SimulatorFailure.write(
                    "tvsim: coverage cannot be recorded in '\(folder)': \(String(cString: strerror(errno)))\n")
            }
        }
    }

    /// Appends a line, by one write, to the file of this process, which the first line creates.
    private static func append(_ item: CoverageItem, to file: inout Int32?, in folder: String) -> Bool {
        var text = "\(item)\n"
        if file == nil {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            file = create(in: folder)
            text = CoverageFile.header + "\n" + text
        }
        return file.map { AtomicFile.write(text.utf8, to: $0) } ?? false
    }

    /// Creates a file that no other process has; process identifiers repeat in time and among machines.
    private static func create(in folder: String) -> Int32? {
        var number = 1
        while true {
            let name = "\(getpid())" + (number == 1 ? "" : "-\(number)")
            let file = open(
                "\(folder)/\(name).\(CoverageFile.fileExtension)", O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
                0o600)
            if file >= 0 { return file }
            guard errno == EEXIST else { return nil }
            number += 1
        }
    }
}
