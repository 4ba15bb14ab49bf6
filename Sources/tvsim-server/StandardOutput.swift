import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// Writes to standard output.
enum StandardOutput {
    /// Writes a text.
    ///
    /// - Throws: `CommandError` if it cannot be written.
    static func write(_ text: String) throws {
        guard AtomicFile.write(text.utf8, to: STDOUT_FILENO) else {
            throw CommandError(.inputOutput, "standard output cannot be written")
        }
    }
}
