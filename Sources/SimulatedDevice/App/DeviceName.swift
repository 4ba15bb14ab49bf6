import StateStorage

/// How a device is named on the command line and in `TVSIM_DEVICE`.
///
/// `phone` is a device; `phone/checkout` is the isolated world `checkout` that stands beside it, in the same file.
package struct DeviceName: Hashable, Sendable, CustomStringConvertible {
    /// The device that has a file.
    package let device: String
    /// The isolated world beside it that is meant; `nil`: the device itself.
    package let world: String?

    /// Reads a name; `nil`: it can be none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard Self.isDevice(parts[0]), parts.count == 1 || WorldName.isValid(parts[1]) else { return nil }
        device = parts[0]
        world = parts.count == 1 ? nil : parts[1]
    }

    /// Names a device, or a world beside it.
    package init(device: String, world: String?) {
        self.device = device
        self.world = world
    }

    package var description: String { world.map { "\(device)/\($0)" } ?? device }

    /// Whether a text can be the name of a device that has a file: it could be taken for no option of a command.
    package static func isDevice(_ text: String) -> Bool {
        WorldName.isValid(text) && !text.hasPrefix("-")
    }

    /// Says why a text cannot be a device's name.
    package static func complaint(about text: String) -> String {
        "'\(text)' cannot be a device's name: use letters, digits, '.', '_' and '-', at most 64, not '.' or '-' first"
            + (text.contains("/") ? ", and DEVICE/WORLD for an isolated world" : "")
    }
}
