extension DeviceInformation {
    /// The device as session information describes it: what the header says, in the groups of the answer.
    ///
    /// Members that the header does not give are left out. spec entitlement § 2.2, § 2.6.
    package var description: JSONValue {
        var device = object(["type": "primaryHardwareType", "model": "model", "applicationId": "applicationId"])
        device["version"] = Self.parts(of: members["version"]?.string)
        device["hardware"] = group([
            "name": "model", "vendor": "vendor", "manufacturer": "manufacturer", "version": "version",
        ])
        device["operatingSystem"] = group([
            "name": "osName", "family": "osFamily", "vendor": "osVendor", "version": "osVersion",
        ])
        device["browser"] = group([
            "name": "browserName", "vendor": "browserVendor", "version": "browserVersion", "userAgent": "userAgent",
            "originalUserAgent": "userAgent",
        ])
        device["display"] = group([
            "width": "displayWidth", "height": "displayHeight", "ppi": "displayPpi",
            "diagonalSize": "diagonalScreenSize",
        ])
        device["connection"] = group([
            "ipAddress": "connectionIp", "port": "connectionPort", "secure": "connectionSecure",
            "type": "connectionType",
        ])
        return .object(device)
    }

    private func group(_ names: [String: String]) -> JSONValue? {
        let members = object(names)
        return members.isEmpty ? nil : .object(members)
    }

    private func object(_ names: [String: String]) -> [String: JSONValue] {
        names.compactMapValues { members[$0] }
    }

    /// A version's numbers, where it begins with some.
    private static func parts(of version: String?) -> JSONValue? {
        guard let version else { return nil }
        let numbers = version.split(separator: ".").prefix(3).map { Int64($0) }
        var parts: [String: JSONValue] = [:]
        for (name, number) in zip(["major", "minor", "patch"], numbers) {
            guard let number else { break }
            parts[name] = .integer(number)
        }
        return parts.isEmpty ? nil : .object(parts)
    }
}
