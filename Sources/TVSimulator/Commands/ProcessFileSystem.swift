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
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let length = text.baseAddress.map { readlink("/proc/self", $0, text.count) } ?? -1
            return String(decoding: text.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard Int32(name) == getpid() else {
            throw CommandError(
                .unavailable,
                "/proc does not tell of this process, and Swift's threads end without it "
                    + "('mount -t proc proc /proc' has it there)")
        }
    }
}
