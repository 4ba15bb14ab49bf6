import TVSimEntitlementAPI
package import TVSimSDKVocabulary
package import TVSimStructuredText

/// One callback that the SDK made to an app's delegate.
package struct ReceivedCallback: Sendable, Hashable {
    /// The callbacks, by their names in the text form.
    package typealias Name = CallbackName

    /// The callback's name.
    package let name: Name
    /// The arguments as JSON; an advanced status has one, the dictionary.
    package let arguments: [JSONValue]
    /// Whether the value of `setMetadataStatus` is encrypted, so that the app must decrypt it.
    package let isEncrypted: Bool

    /// Creates a callback.
    package init(_ name: Name, _ arguments: [JSONValue] = [], isEncrypted: Bool = false) {
        self.name = name
        self.arguments = arguments
        self.isEncrypted = isEncrypted
    }

    /// The text form for comparison with expectations, such as `setRequestorComplete(1)`.
    package var text: String {
        guard name.form.count != 0...0 else { return name.rawValue }
        return "\(name.rawValue)(\(shownArguments.map(\.text).joined(separator: ", ")))"
    }

    /// The arguments as the text form shows them.
    var shownArguments: [ArgumentText] {
        let form = name.form
        return arguments.enumerated().compactMap { index, argument in
            form.shows[min(index, form.shows.count - 1)].shown(argument)
        }
    }

    /// Whether it is `sendTrackingData`, which is compared and shown only on request.
    package var isTracking: Bool { name == .sendTrackingData }

    /// The code of an advanced status; `nil` for another callback and for a server error (`CFG5xx`).
    package var statusCode: AdvancedStatus.Code? {
        status?["errorId"]?.string.flatMap(AdvancedStatus.Code.init)
    }

    /// The page that a `navigateToUrl` asks for; `nil` for another callback.
    package var pageAddress: String? {
        name == .navigateToUrl ? arguments.first?.string : nil
    }

    /// The code for a second screen that a status `REGCODE` carries; `nil` for another callback.
    package var registrationCode: String? {
        statusCode == .registrationCode ? status?["message"]?.string : nil
    }

    private var status: Members? {
        guard name == .status, case .object(let status)? = arguments.first else { return nil }
        return status
    }
}

extension ReceivedCallback: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, text, arguments, encrypted
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name.rawValue, forKey: .name)
        try container.encode(text, forKey: .text)
        try container.encode(arguments, forKey: .arguments)
        if isEncrypted { try container.encode(true, forKey: .encrypted) }
    }
}
