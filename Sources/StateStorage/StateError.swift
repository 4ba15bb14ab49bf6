/// An error of a store.
package struct StateError: Error, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable, Hashable {
        /// The file or the isolated world does not exist.
        case missing
        /// The file cannot be opened or read.
        case unreadable
        /// The file or its folder cannot be written, or another process locks it.
        case unwritable
        /// The file is not a store of tvsim, or is damaged.
        case notADevice
        /// The store was written by a newer version.
        case futureVersion
        /// The highest number of isolated worlds is reached.
        case full
        /// A document in the store does not have the type of its key.
        case malformedDocument
    }

    /// The kind of the error.
    package let code: Code
    /// A sentence that says what is wrong and where.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Compares the codes alone.
    package static func == (left: StateError, right: StateError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code alone.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
