package import Foundation
import TVSimCore
package import TVSimStructuredText

/// How the simulated clock of a world starts: the profile's key `clock`.
///
/// ```yaml
/// clock: 2026-01-01T00:00:00Z   # stands still until it is moved
/// clock: follow                 # is the clock of the machine
/// ```
package enum ClockStart: Sendable, Hashable {
    /// The clock stands still at an instant.
    case instant(Date)
    /// The clock follows the clock of the machine.
    case following

    /// The time at which the clock starts.
    package var time: Date {
        switch self {
        case .instant(let instant): instant
        case .following: WallClock.now()
        }
    }

    private static let follow = "follow"

    package static let format = Format<ClockStart>(
        ["anyOf": [.object(Formats.instant.schema), ["const": .string(follow)]]],
        write: {
            switch $0 {
            case .instant(let instant): Formats.instant.write(instant)
            case .following: .string(follow)
            }
        }
    ) { (cursor, notes) throws(SourceError) in
        if cursor.value == .string(follow) { return .following }
        if case .string(let text) = cursor.value, Instant(text) == nil, !TimeText.isOutOfRange(text) {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid clock '\(text)': expected an instant (2026-01-01T00:00:00Z) or \(follow)",
                suggestion: Suggestion.closest(to: text, among: [follow]))
        }
        return .instant(try Formats.instant.read(cursor, notes))
    }
}
