import SimulatedDevice

/// Isolated worlds that outlive their server: each is a device of its own beside the one that is served.
///
/// The world `checkout` beside the device `default` is the device `default.checkout`, which commands reach by that name.
package struct KeptWorlds: Sendable {
    private let library: DeviceLibrary
    private let served: String

    /// What a world has open at most: the file of its device, and those of its log.
    private static let files = 4

    /// Creates the worlds beside a device.
    ///
    /// - Parameters:
    ///   - served: The name of the device that is served.
    ///   - library: Where it is kept.
    package init(beside served: String, in library: DeviceLibrary) {
        self.served = served
        self.library = library
    }

    /// Returns the name of the device that a world is.
    package func deviceName(of world: String) -> String { "\(served).\(world)" }

    /// Returns the names of the worlds that are there, sorted.
    ///
    /// - Throws: ``CommandError`` or `StateError` when the devices' folder cannot be read.
    package func names() throws -> [String] {
        let beginning = deviceName(of: "")
        return try library.names().filter { $0.hasPrefix(beginning) && $0 != beginning }
            .map { String($0.dropFirst(beginning.count)) }
    }

    /// Whether a world is there.
    package func exists(_ world: String) -> Bool {
        let name = deviceName(of: world)
        return DeviceFiles.isValidName(name) && (try? library.files.exists(name)) ?? false
    }

    /// Opens a world, and makes it first where it is not there.
    ///
    /// - Parameters:
    ///   - world: Its name.
    ///   - profile: From what it is made; `nil`: the built-in default.
    /// - Returns: The world.
    /// - Throws: ``CommandError`` when no device can have its name or no more files can be open, `StateError` when its file
    ///   cannot be used.
    package func open(_ world: String, from profile: StoredProfile?) throws -> World {
        let name = deviceName(of: world)
        try library.checkName(name)
        try FileAllowance.demand(Self.files)
        if !exists(world) {
            do {
                try library.create(name, from: profile)
            } catch let error as CommandError where error.code == .exists {
                // Another server of the same device was faster.
            }
        }
        return World(store: try library.open(name, creating: false))
    }

    /// Removes a world and its device; one that is not there is not an error.
    ///
    /// - Throws: ``CommandError`` when its file cannot be removed.
    package func remove(_ world: String) throws {
        guard exists(world) else { return }
        do {
            try library.delete(deviceName(of: world))
        } catch let error as CommandError where error.code == .notFound {
            // Somebody else was faster.
        }
    }
}
