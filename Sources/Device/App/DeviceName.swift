import TVSimStateStorage

/// The name of a device on the command line and in `TVSIM_DEVICE`.
///
/// `phone` is a device. `phone/checkout` is the isolated world `checkout` in the same file.
package struct DeviceName: Hashable, Sendable, CustomStringConvertible {
    /// The name of the device that has a file.
    package let device: String
    /// The isolated world; `nil` for the device itself.
    package let world: String?

    /// Reads a name; `nil` if the text is invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard Self.isDevice(parts[0]), parts.count == 1 || WorldName.isValid(parts[1]) else { return nil }
        device = parts[0]
        world = parts.count == 1 ? nil : parts[1]
    }

    /// Creates the name of a device or of one of its isolated worlds.
    package init(device: String, world: String?) {
        self.device = device
        self.world = world
    }

    package var description: String { world.map { "\(device)/\($0)" } ?? device }

    /// Returns whether a text is a valid name of a device with a file.
    ///
    /// A leading hyphen is invalid, because commands would read the name as an option.
    package static func isDevice(_ text: String) -> Bool {
        WorldName.isValid(text) && !text.hasPrefix("-")
    }

    /// Returns the error message for an invalid device name.
    package static func complaint(about text: String) -> String {
        "invalid device name '\(text)': use at most 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"
            + (text.contains("/") ? "; write DEVICE/WORLD for an isolated world" : "")
    }
}
