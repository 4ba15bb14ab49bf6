import TVSimEntitlementAPI
package import TVSimStructuredText

/// The options that an app sets with `setOptions`.
package struct SDKOptions: Sendable, Hashable {
    /// The variant of the configuration that the service returns.
    package var applicationProfile: String?
    /// Whether the app shows pages that need a Safari view controller itself.
    package var handlesSafariViewController = false
    /// The options that every request carries.
    package var client = ClientOptions()
    /// Which values of the app's dictionary are ignored, one sentence each.
    package private(set) var ignored: [String] = []
    /// What the app gave, as far as JSON can represent it.
    package private(set) var given: Members = [:]

    /// Why every service will refuse the app's device information; `nil` if it is valid.
    package var invalidDeviceInformation: String? {
        guard let given = client.deviceInformation, DeviceInformation(headerValue: given) == nil else { return nil }
        return "The app's 'device_info' is not a Base64-encoded JSON object."
    }

    /// Creates options without values.
    package init() {}

    /// Creates the options of a JSON object.
    package init(json members: Members) {
        self.init(members.appDictionary)
        given = members
    }

    /// Reads the app's dictionary; unknown keys and values of another type are ignored.
    package init(_ dictionary: [AnyHashable: Any]) {
        for (key, value) in dictionary { given["\(key)"] = AppValue.json(value) }
        applicationProfile = read("applicationProfile", of: dictionary) { $0 as? String }
        handlesSafariViewController = read("handleSVC", of: dictionary, by: AppValue.flag) ?? false
        client.visitorIdentifier = read("visitorID", of: dictionary) { $0 as? String }
        client.deviceInformation = read("device_info", of: dictionary) { $0 as? String }
        let known = ["applicationProfile", "handleSVC", "visitorID", "device_info"]
        let unknown = dictionary.keys.compactMap { $0 as? String }.filter { !known.contains($0) }.sorted()
        ignored += unknown.map { "the option '\($0)' is unknown" }
    }

    private mutating func read<Value>(
        _ key: String, of dictionary: [AnyHashable: Any], by reading: (Any) -> Value?
    ) -> Value? {
        guard let given = dictionary[key] else { return nil }
        let value = reading(given)
        if value == nil { ignored.append("the value of '\(key)' has the wrong type") }
        return value
    }
}
