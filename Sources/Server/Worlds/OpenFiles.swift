import TVSimPlatform

/// The files that this process may open: the system counts sockets too.
package enum OpenFiles {
    /// Raises the limit of this process to the largest that the system allows it.
    package static func raiseLimit() { FileDescriptors.setLimit(FileDescriptors.largestLimit) }

    /// Runs a closure with a lower limit, which a program that the closure starts inherits.
    ///
    /// - Parameters:
    ///   - number: The limit of the program.
    ///   - body: The closure.
    /// - Returns: What the closure returns.
    /// - Throws: The error of the closure.
    package static func withLimit<Result>(_ number: UInt, _ body: () throws -> Result) rethrows -> Result {
        let before = FileDescriptors.limit
        FileDescriptors.setLimit(number)
        defer { FileDescriptors.setLimit(before) }
        return try body()
    }

    /// The number of files that this process may have open.
    package static var allowed: UInt { FileDescriptors.limit }

    /// How many further files this process can open.
    static var free: Int {
        // The folder has an entry for the descriptor that reads it.
        Int(clamping: allowed) - FileDescriptors.open.count + 1
    }
}
