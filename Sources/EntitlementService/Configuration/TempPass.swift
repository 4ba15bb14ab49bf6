package import Foundation
package import Settings
import StructuredText

/// The limits of temporary access.
package struct TempPass: Sendable, Hashable {
    /// How long it lasts from the first authorization on.
    package var duration: TimeInterval
    /// How many resources it opens; `nil`: any number (basic).
    package var resources: Int?
    /// What that number can be.
    package static let counts = 1...Int(Int32.max)
    /// The key under which an app says who uses a promotional pass.
    package var userInformationKey = "email"

    /// Creates limits.
    package init(duration: TimeInterval, resources: Int? = nil) {
        self.duration = duration
        self.resources = resources
    }
}

extension TempPass: Described {
    package static let fields = ObjectFormat<TempPass>(
        title: "tempPass", defaults: TempPass(duration: 0),
        fields: [
            Field("duration", "How long the trial lasts.", Formats.duration, required: true, into: \.duration),
            Field(
                "resources", "How many resources a promotional trial opens.", Formats.count(in: TempPass.counts).orNull,
                documentsDefault: false, into: \.resources),
            Field(
                "userInformationKey", "The key under which an app says who uses a promotional trial.", Formats.line,
                into: \.userInformationKey),
        ])
}
