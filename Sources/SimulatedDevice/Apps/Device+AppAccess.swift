import SimulationCore
import StateStorage

extension Device {
    /// Changes what the device knows of an app and whether it may use the account, with no other change in between.
    ///
    /// What cannot be made of the one leaves the other as it was too.
    package func updateApp(
        _ bundleID: String, _ body: (inout AppRecord, inout AccessPermission) throws -> Void
    ) throws {
        try simulation.store.write { state in
            var record = try state.value(for: Self.appKey(bundleID)) ?? AppRecord()
            var permissions = try state.value(for: DeviceKey.permissions) ?? [:]
            let before = permissions[bundleID] ?? .notDetermined
            var access = before
            try body(&record, &access)
            try state.setValue(record == AppRecord() ? nil : record, for: Self.appKey(bundleID))
            guard access != before else { return }
            permissions[bundleID] = access == .notDetermined ? nil : access
            try state.setValue(permissions, for: DeviceKey.permissions)
        }
    }
}
