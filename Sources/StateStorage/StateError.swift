/// Something that the store itself could not do.
package struct StateError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Code: Sendable, Hashable {
        /// There is no such file.
        case missing
        /// The file cannot be opened or read.
        case unreadable
        /// The file or its folder cannot be written.
        case unwritable
        /// The file is not a store of tvsim, or is damaged.
        case notADevice
        /// The store was written by a newer version.
        case futureVersion
        /// There are as many isolated worlds as there may be.
        case full
        /// A document in the store is not what its key promises.
        case malformedDocument
    }

    /// What kind of trouble it is.
    package let code: Code
    /// One sentence that says what is wrong and where.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Compares the codes alone, which is what tests and callers decide by.
    package static func == (left: StateError, right: StateError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code alone, as equality does.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
