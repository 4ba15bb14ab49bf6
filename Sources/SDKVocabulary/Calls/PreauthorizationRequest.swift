package import TVSimStructuredText

/// The arguments of a preauthorization.
package struct PreauthorizationRequest: Sendable, Hashable {
    /// The resources, in order.
    package let resources: [ResourceID]
    /// Whether remembered decisions may be used.
    package let usesCache: Bool

    /// Creates the arguments.
    package init(resources: [ResourceID], usesCache: Bool) {
        self.resources = resources
        self.usesCache = usesCache
    }
}
