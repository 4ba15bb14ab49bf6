import Glibc

/// Where the system tells of its processes: `/proc`.
package enum ProcessFileSystem {
    /// Tries whether it tells of this process.
    ///
    /// Without it a program of Swift's cannot be relied on: its runtime reads the arguments there, and libdispatch, which
    /// looks there at each of its threads about once a second, ends the process where it finds none.
    ///
    /// - Throws: ``CommandError`` when nothing is mounted there, or what is there tells of another machine's or container's
    ///   processes.
    package static func demand() throws(CommandError) {
        let name = String(unsafeUninitializedCapacity: 32) { text in
            text.withMemoryRebound(to: CChar.self) { max(0, readlink("/proc/self", $0.baseAddress!, $0.count)) }
        }
        guard Int32(name) == getpid() else {
            throw CommandError(
                .unavailable,
                "/proc does not tell of this process, and Swift's threads end without it "
                    + "('mount -t proc proc /proc' has it there)")
        }
    }
}
