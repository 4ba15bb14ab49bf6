import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStateStorage
package import TVSimStructuredText

extension SelectedDevice {
    // MARK: - The device's settings

    /// Returns the device's settings with the keys of the profile format.
    package func settings() throws -> Members {
        try device.settings().json
    }

    /// Returns the settings as rows of dotted key and value.
    package func settingsRows() throws -> [[String]] {
        try DottedRows.of(try settings())
    }

    // MARK: - The device's apps

    /// Returns an app's settings with the keys of the profile format; `nil` for the device's default app.
    ///
    /// The result also has `bundleID` and `subscriptionHasEnded`, which is `null` unless a subscription is registered.
    ///
    /// - Parameter bundleID: The bundle identifier; `nil` for the device's default app.
    /// - Returns: The settings.
    /// - Throws: ``CommandError`` if the bundle identifier is invalid; `StateError` if the state cannot be read.
    package func app(_ bundleID: String?) throws -> Members {
        if let bundleID { try BundleID.check(bundleID) }
        return try shown(try bundleID ?? device.settings().defaultBundleID)
    }

    /// Returns every app with settings other than a permission.
    func knownApps() throws -> [Members] {
        // A process can use a bundle identifier that commands reject; the listing contains it nevertheless.
        try described().map { try shown($0.bundleID) }
    }

    private func described() throws -> [AppRecord] { try device.apps().filter(\.isDescribed) }

    private func shown(_ bundleID: String) throws -> Members {
        let app = try device.app(bundleID)
        var json = app.json
        json["bundleID"] = .string(app.bundleID)
        let hasEnded = app.hasSubscriptionEnded(at: try device.simulation.clock.now())
        json["subscriptionHasEnded"] = hasEnded.map(JSONValue.bool) ?? .null
        return json
    }

    /// Returns an app's settings as rows of dotted key and value.
    package func appRows(_ bundleID: String?) throws -> [[String]] {
        try DottedRows.of(try app(bundleID))
    }

    /// Returns the settings of the device and its apps that differ from the defaults, as rows.
    package func nonDefaultRows() throws -> [[String]] {
        var rows = try Self.rows(
            "setting", "", try settings(), unlike: DeviceSettings().json, except: ["platform", "region"])
        let described = try described()
        for app in described {
            rows += try Self.rows(
                "app setting", app.bundleID + " ", app.json, unlike: AppRecord(bundleID: app.bundleID).json,
                except: ["access"])
        }
        for bundleID in Set(described.map(\.bundleID) + [try device.settings().defaultBundleID]).sorted()
        where try store.read({ try SoftwareStatements.isRevoked(app: bundleID, in: $0) }) {
            rows.append(["statement", "\(bundleID) revoked"])
        }
        return rows
    }

    private static func rows(
        _ title: String, _ prefix: String, _ json: Members, unlike other: Members,
        except shown: Set<String>
    ) throws -> [[String]] {
        let usual = Set(try DottedRows.of(other))
        // Null values and empty lists are defaults too.
        return try DottedRows.of(json).filter { row in
            !usual.contains(row) && !shown.contains(row[0]) && !["null", "[]"].contains(row[1])
        }.map { [title, prefix + $0.joined(separator: " ")] }
    }
}

/// Formats nested mappings as rows of dotted key and value, in the notation of the setters.
enum DottedRows {
    static func of(_ values: Members, below prefix: String = "") throws -> [[String]] {
        try values.sorted { $0.key < $1.key }.flatMap { key, value -> [[String]] in
            if case .object(let inner) = value { return try of(inner, below: "\(prefix)\(key).") }
            return [[prefix + key, try JSONText.word(value)]]
        }
    }
}
