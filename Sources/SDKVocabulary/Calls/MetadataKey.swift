package import TVSimStructuredText

/// What an app asks for with `getMetadata`.
package enum MetadataKey: Sendable, Hashable {
    case authentication
    case authorization(resource: ResourceID?)
    case deviceID
    /// A user-metadata key.
    case user(String?)
    /// The dictionary names no operation.
    case invalid
}
