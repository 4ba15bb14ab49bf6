/// The options of an app that every request carries, as set with `setOptions`.
package struct ClientOptions: Sendable, Hashable {
    /// The Experience Cloud ID.
    package var visitorIdentifier: String?
    /// The app's own device information: the Base64 of a JSON object.
    package var deviceInformation: String?

    /// Creates options without values.
    package init() {}
}
