import SimulatedDevice
package import SimulatedWorld

extension SelectedDevice {
    /// Opens the device that is meant.
    ///
    /// One that is named in a command must be there, since a name can be mistyped. One that the environment names, or
    /// the default one, is made on first use by whichever process comes first, as an app's process does too.
    ///
    /// - Parameters:
    ///   - given: The name in the command, if there is one.
    ///   - environment: The process's environment.
    /// - Throws: ``CommandError`` or `StateError` when the device cannot be opened.
    package init(given: String?, environment: [String: String]) throws {
        let library = DeviceLibrary(environment: environment)
        let name = Self.name(given: given, environment: environment)
        let store = try library.open(name, creating: given == nil || name == DeviceFiles.defaultDevice)
        try DeviceLibrary.complete(store)
        self.init(
            of: World(store: store), name: name,
            isMeantByDefault: name == Self.name(given: nil, environment: environment))
    }

    /// Returns the name of the device that is meant.
    package static func name(given: String?, environment: [String: String]) -> String {
        named(given: given, environment: environment) ?? DeviceFiles.defaultDevice
    }

    /// Returns the name of the device that is meant; `nil` where nobody has named one.
    package static func named(given: String?, environment: [String: String]) -> String? {
        if let given { return given }
        guard let named = environment["TVSIM_DEVICE"], !named.isEmpty else { return nil }
        return named
    }
}
