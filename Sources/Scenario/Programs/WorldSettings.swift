package import TVSimStructuredText

/// How a server treats requests that name no isolated world.
package enum WorldMode: String, Codable, Sendable, CaseIterable {
    /// Such a request is refused as soon as the server has an isolated world.
    case auto
    /// Such a request is always refused, unless it asks for the world without a name.
    case strict
    /// Such a request is for the world without a name.
    case open
}

/// Which ports the worlds of a server get (`--world-ports`).
package enum WorldPortChoice: Sendable, Hashable, Codable {
    /// Any free port of the machine.
    case free
    /// A port of a range, such as one that a container publishes.
    case among(ClosedRange<Int>)
    /// None: a world has the path `/s/NAME` only.
    case none

    /// Reads the text of the option.
    ///
    /// - Throws: `CommandError` if it is neither `A-B` nor `none`.
    package init(_ text: String) throws(CommandError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        if text == "none" {
            self = .none
        } else if parts.count == 2, let first = parts[0], let last = parts[1], 1 <= first, first <= last, last <= 65535
        {
            self = .among(first...last)
        } else {
            throw CommandError(
                .invalid, "invalid ports '\(text)' of worlds: expected a range such as 8081-8144, or none")
        }
    }
}
