/// An error of a store.
package struct StateError: Error, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable, Hashable {
        /// The file or the isolated world does not exist.
        case missing
        /// The file cannot be opened or read.
        case unreadable
        /// The file or its directory cannot be written, or another process has locked it.
        case unwritable
        /// The file is not a store of tvsim or is damaged.
        case notADevice
        /// The store was written by a newer version.
        case futureVersion
        /// The address of the store is invalid, or this program cannot use it.
        case unsupported
        /// The database cannot be reached; the same operation may succeed later.
        case unavailable
        /// The maximum number of isolated worlds exists already.
        case full
        /// A document in the store does not have the type of its key, or cannot hold its new value.
        case malformedDocument
    }

    /// The kind of the error.
    package let code: Code
    /// The reason, as one sentence.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Returns the error of a damaged document with the name of its file or world; other errors are unchanged.
    package func naming(_ place: String) -> StateError {
        guard code == .malformedDocument, !description.contains(place) else { return self }
        return StateError(code, "\(description) (in \(place))")
    }

    /// Compares only the codes.
    package static func == (left: StateError, right: StateError) -> Bool {
        left.code == right.code
    }

    /// Hashes only the code, consistently with `==`.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
