/// What an app has every request carry.
///
/// spec entitlement § 1.2, `setOptions`.
package struct ClientOptions: Sendable, Hashable {
    /// The Experience Cloud ID.
    package var visitorIdentifier: String?
    /// What the device is, in the app's own words: the Base64 of a JSON object.
    package var deviceInformation: String?

    /// Creates options that say nothing.
    package init() {}
}
