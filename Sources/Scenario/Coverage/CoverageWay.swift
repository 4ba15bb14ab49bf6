package import TVSimStructuredText

/// A profile that visits items of coverage.
package struct CoverageWay: Sendable, Hashable {
    /// Why an item without a profile has none, as a clause.
    package static let noProfile = "none of the profiles that tvsim tries visits it"

    /// The name: a situation of the cookbook, or what happens.
    package let name: String
    /// The profile.
    package let profile: JSONValue

    /// Creates a way.
    package init(name: String, profile: JSONValue) {
        self.name = name
        self.profile = profile
    }
}
