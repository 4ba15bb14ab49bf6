public import Foundation

/// A row that an app adds to the system's provider picker.
@available(iOS 14.2, tvOS 14.2, visionOS 1.0, *)
open class VSAccountApplicationProvider: NSObject {
    private let content: (name: String, identifier: String)

    /// The name that the picker shows.
    open var localizedDisplayName: String { content.name }
    /// The identifier that the app receives if the user chooses the row.
    open var identifier: String { content.identifier }

    /// Creates a row.
    ///
    /// - Precondition: Both strings are not empty. The process stops otherwise.
    public init(localizedDisplayName: String, identifier: String) {
        precondition(!localizedDisplayName.isEmpty, "the display name of an application provider must not be empty")
        precondition(!identifier.isEmpty, "the identifier of an application provider must not be empty")
        content = (localizedDisplayName, identifier)
        super.init()
    }
}
