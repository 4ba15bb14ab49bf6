import XMLSecurity

/// Why a message could not be read as what it should be.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that says what is wrong.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Says that nobody knows the issuer of a message.
    package init(unknownIssuer name: String) {
        description = "The issuer '\(name.prefix(256))' is not known."
    }

    /// Retells what stopped the reading of a message.
    init(reading error: any Error) {
        switch error {
        case let error as MessageError: self = error
        case let error as XMLError: description = error.description
        default: description = "The message cannot be read."
        }
    }
}
