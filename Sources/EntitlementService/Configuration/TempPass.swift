package import Foundation
package import TVSimStructuredText

/// The limits of temporary access (TempPass).
package struct TempPass: Sendable, Hashable {
    /// The duration in seconds, counted from the first authorization.
    package var duration: TimeInterval
    /// The number of resources that a promotional pass allows; `nil` for any number (basic pass).
    package var resources: Int?
    /// The valid numbers of resources.
    package static let counts = 1...Int(Int32.max)
    /// The key of the user's identity in a promotional pass's request.
    package var userInformationKey = "email"
    /// Whether the used resources of a promotional pass stay available after the last one (Differences, S-29).
    package var reopensUsedResources = false

    /// Creates limits.
    package init(duration: TimeInterval, resources: Int? = nil) {
        self.duration = duration
        self.resources = resources
    }
}

extension TempPass: TableDescribed {
    package static let fields = ObjectFormat<TempPass>(
        title: "tempPass", defaults: TempPass(duration: 0),
        fields: [
            Field(
                "duration", "The duration of the trial, from the first authorization.", Formats.duration,
                required: true, into: \.duration),
            Field(
                "resources", "The number of resources of a promotional trial; null for a basic pass.",
                Formats.count(in: TempPass.counts).orNull,
                documentsDefault: false, into: \.resources),
            Field(
                "userInformationKey", "The key of the user's identity in requests with a promotional pass.",
                Formats.line,
                into: \.userInformationKey),
            Field(
                "reopensUsedResources",
                "Whether the used resources of a promotional pass stay available after the last one.",
                Formats.boolean, into: \.reopensUsedResources),
        ])
}
