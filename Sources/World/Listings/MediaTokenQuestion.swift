package import Foundation
package import TVSimStructuredText

/// The options of `POST token/verify`: the token and its requirements.
package struct MediaTokenQuestion: Sendable {
    /// The token, Base64 or XML.
    package var token = ""
    /// The expected resource; `nil` if the resource is not checked.
    package var resource: String?
    /// The expected requestor; `nil` if the requestor is not checked.
    package var requestor: String?
    /// The time of the validation; `nil` for the world's clock.
    package var at: Date?

    /// The keys: the token, and the options of `token verify`.
    package static let fields = ObjectFormat<MediaTokenQuestion>(
        title: "token/verify", defaults: MediaTokenQuestion(),
        fields: [
            Field(
                "token", "The token, Base64 ('serializedToken') or XML.", Formats.text, required: true, into: \.token),
            Field(
                "resource", "The expected resource.", Formats.text.orNull, documentsDefault: false, into: \.resource),
            Field(
                "requestor", "The expected requestor.", Formats.text.orNull, documentsDefault: false, into: \.requestor),
            Field(
                "at", "The time of the validation. Default: the world's clock.", Formats.instant.orNull,
                documentsDefault: false, into: \.at),
        ])
}
