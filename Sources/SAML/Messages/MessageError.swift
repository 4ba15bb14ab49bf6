import TVSimStructuredText
import TVSimXMLSecurity

/// The reason why a message could not be read.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that describes the error.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Creates the error for an unknown issuer.
    package init(unknownIssuer name: EntityID) {
        description = "The issuer '\(name.rawValue.prefix(256))' is unknown."
    }

    /// Creates the error for another error while reading a message.
    init(reading error: any Error) {
        switch error {
        case let error as MessageError: self = error
        case let error as XMLError: description = error.description
        default: description = "The message cannot be read."
        }
    }
}
