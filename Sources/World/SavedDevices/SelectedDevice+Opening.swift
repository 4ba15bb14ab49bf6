package import TVSimDevice

extension SelectedDevice {
    /// Opens the device that a command uses.
    ///
    /// A device that the command names must exist, because the name may be mistyped. The default device and a device
    /// that the environment names are created on first use, by a command or by an app.
    ///
    /// - Parameters:
    ///   - given: The name in the command; `nil` if the command names no device.
    ///   - environment: The process's environment.
    ///   - session: What this process holds of the device.
    /// - Throws: `CommandError` or `StateError` when the device cannot be opened.
    package init(
        given: String?, environment: [String: String], session: DeviceSession = DeviceSession()
    ) throws {
        let library = DeviceLibrary(environment: environment)
        let name = Self.name(given: given, environment: environment)
        let store = try library.open(name, creating: given == nil || name == DeviceFiles.defaultDevice)
        try DeviceLibrary.complete(store)
        self.init(
            of: World(store: store, session: session), name: name,
            isMeantByDefault: name == Self.name(given: nil, environment: environment))
    }

    /// Returns the name of the device that a command uses.
    package static func name(given: String?, environment: [String: String]) -> String {
        named(given: given, environment: environment) ?? DeviceFiles.defaultDevice
    }

    /// Returns the device that the command or the environment names; `nil` if neither names one.
    package static func named(given: String?, environment: [String: String]) -> String? {
        if let given { return given }
        guard let named = environment["TVSIM_DEVICE"], !named.isEmpty else { return nil }
        return named
    }
}
