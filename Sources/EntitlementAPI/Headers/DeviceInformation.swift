import Foundation
package import StructuredText

/// The value of `X-Device-Info`: the Base64 of a JSON object that says what the device is.
///
/// It is read leniently. A comma that is missing between two members is supplied, because the vendor's own sample lacks
/// one; a comma before a closing bracket is passed over. A key that is missing leaves the platform unknown, and an unknown
/// key is kept.
package struct DeviceInformation: Sendable, Hashable {
    /// A platform by the name of its operating system.
    package enum Platform: String, Sendable, Hashable, CaseIterable {
        case android = "Android"
        case chromeOS = "Chrome OS"
        case linux = "Linux"
        case macOS = "Mac OS"
        case osX = "OS X"
        case openBSD = "OpenBSD"
        case rokuOS = "Roku OS"
        case windows = "Windows"
        case iOS
        case tvOS
        case webOS
        /// None of these, or not said.
        case unknown
    }

    /// The keys that the documentation demands.
    package static let requiredKeys = ["model", "version", "osName", "osVersion", "connectionType"]

    /// The object's members.
    package let members: [String: JSONValue]
    /// The header as it stands on the wire, written once for all the requests that carry it.
    package let headerValue: String

    /// Creates the information from its members.
    package init(members: [String: JSONValue]) {
        self.members = members
        // Members are JSON already: encoding them fails only for numbers that JSON cannot write.
        headerValue = ((try? WireCoding.encode(members)) ?? Data("{}".utf8)).base64EncodedString()
    }

    /// Creates the information that the documentation demands, and the kind of hardware.
    package init(
        model: String, version: String, osName: String, osVersion: String, connectionType: String = "WiFi",
        primaryHardwareType: String? = nil
    ) {
        var members: [String: JSONValue] = [
            "model": .string(model), "version": .string(version), "osName": .string(osName),
            "osVersion": .string(osVersion), "connectionType": .string(connectionType),
        ]
        members["primaryHardwareType"] = primaryHardwareType.map { .string($0) }
        self.init(members: members)
    }

    /// Reads a header; `nil` when it is not the Base64 of a JSON object.
    package init?(headerValue: String) {
        guard let data = Data(base64Encoded: headerValue) else { return nil }
        self.headerValue = headerValue
        // Not by the rules of bodies: a comma may be missing here, or stand too much.
        let value = try? JSONValue(json: data, .lenientMessage, mostNested: Self.mostNested)
        guard case .object(let members)? = value else { return nil }
        self.members = members
    }

    /// How many levels of brackets it may have: the documented keys have one.
    ///
    /// It is kept with sessions, and read again with each.
    private static let mostNested = 8

    /// The platform; unknown when the operating system is missing or none of the list.
    ///
    /// The other demanded keys play no part: the vendor's own samples lack some of them.
    package var platform: Platform {
        let name = members["osName"]?.string
        // The vendor's own table of values for Roku says it so.
        return name == "Roku" ? .rokuOS : name.flatMap(Platform.init) ?? .unknown
    }

    /// The kind of hardware; `nil` where it is not said.
    ///
    /// The vendor's own sample for iOS and tvOS calls it `type`.
    package var hardwareType: String? {
        (members["primaryHardwareType"] ?? members["type"])?.string
    }
}
