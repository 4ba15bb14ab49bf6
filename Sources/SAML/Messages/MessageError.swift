import XMLSecurity

/// Why a message could not be read as what it should be.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that says what is wrong.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ error: XMLError) {
        description = error.description
    }
}
