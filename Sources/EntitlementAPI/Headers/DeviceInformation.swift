import Foundation
package import TVSimStructuredText

/// The value of `X-Device-Info`: the Base64 of a JSON object that describes the device.
///
/// A missing key leaves the platform unknown. Unknown keys are kept.
///
/// Adobe Pass REST API V2, X-Device-Info.
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
        /// Not in Adobe's table: `UIDevice.systemName` on an iPad, which Adobe's snippet sends.
        case iPadOS
        case tvOS
        case webOS
        /// Another platform, or no platform in the header.
        case unknown
    }

    /// The keys that the documentation requires.
    package static let requiredKeys = ["model", "version", "osName", "osVersion", "connectionType"]

    /// The members of the object.
    package let members: Members
    /// The header's value, encoded once for all requests.
    package let headerValue: String

    /// Creates the information from its members.
    package init(members: Members) {
        self.members = members
        // The members are JSON already, so encoding fails only for numbers that JSON cannot represent.
        headerValue = ((try? WireCoding.encode(members)) ?? Data("{}".utf8)).base64EncodedString()
    }

    /// Creates device information with the required members and the hardware type.
    package init(
        model: String, version: String, osName: String, osVersion: String, connectionType: String = "WiFi",
        primaryHardwareType: String? = nil
    ) {
        var members: Members = [
            "model": .string(model), "version": .string(version), "osName": .string(osName),
            "osVersion": .string(osVersion), "connectionType": .string(connectionType),
        ]
        members["primaryHardwareType"] = primaryHardwareType.map { .string($0) }
        self.init(members: members)
    }

    /// Reads a header; `nil` if it is not the Base64 of a JSON object.
    package init?(headerValue: String) {
        guard let data = Data(base64Encoded: headerValue) else { return nil }
        self.headerValue = headerValue
        let value = try? JSONValue(json: data, mostNested: Self.mostNested)
        guard case .object(let members)? = value else { return nil }
        self.members = members
    }

    /// Creates the information that a `User-Agent` header gives: the operating system, if it is Apple's.
    ///
    /// ```swift
    /// DeviceInformation(userAgent: "Stream/1 (AppleTV; tvOS 26.1)").platform  // .tvOS
    /// ```
    package init(userAgent: String?) {
        let system = userAgent.flatMap { text in Self.appleSystems.first { text.contains($0.mark) }?.platform }
        self.init(members: system.map { ["osName": .string($0.rawValue)] } ?? [:])
    }

    /// The marks of Apple's operating systems in a user agent; the first that occurs counts.
    private static let appleSystems: [(mark: String, platform: Platform)] = [
        ("AppleTV", .tvOS), ("Apple TV", .tvOS), ("tvOS", .tvOS), ("iPadOS", .iPadOS), ("iPad", .iPadOS),
        ("iPhone", .iOS), ("iPod", .iOS), ("iOS", .iOS),
    ]

    /// The maximum nesting depth of the object; the documented keys have one level.
    ///
    /// A session stores the header, so each request of the session parses it again.
    private static let mostNested = 8

    /// The platform; unknown if `osName` is missing or not in the list.
    ///
    /// The other required keys may be missing, as in some of Adobe's samples.
    package var platform: Platform {
        let name = members["osName"]?.string
        // Adobe's table of values for Roku says "Roku".
        return name == "Roku" ? .rokuOS : name.flatMap(Platform.init) ?? .unknown
    }

    /// The hardware type; `nil` if the header does not contain it.
    ///
    /// Adobe's sample for iOS and tvOS calls it `type`.
    package var hardwareType: String? {
        (members["primaryHardwareType"] ?? members["type"])?.string
    }
}
