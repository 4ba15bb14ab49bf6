import Glibc

/// How many files this process may have open (`ulimit -n`).
package enum FileAllowance {
    /// What a command has open at most, beside what it was started with.
    package static let command = 8
    /// What a server has open before its first connection, beside what it was started with, with room for a few of these.
    package static let server = 32

    /// Tries whether so many more files can be open, since libraries end the process where they meet that later.
    ///
    /// - Throws: ``CommandError`` when they cannot.
    package static func demand(_ count: Int) throws(CommandError) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                guard errno == EMFILE || errno == ENFILE else { return }
                throw CommandError(
                    .inputOutput,
                    "\(String(cString: strerror(errno))): room for \(count) more is needed ('ulimit -n' allows more)")
            }
            opened.append(descriptor)
        }
    }
}
