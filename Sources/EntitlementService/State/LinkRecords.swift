import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// A link code, with which another device joins the single sign-on of a user, once.
struct LinkCode: Codable, Sendable, Hashable, Lapsing {
    /// The number of digits, as in the documentation's samples.
    static let length = 6
    /// The lifetime in seconds: 30 minutes, the longest that the documentation's text names.
    static let validity: TimeInterval = 1_800

    /// The user, as the app identified them.
    var subject: String
    /// The start of the validity.
    var notBefore: Date
    /// The end of the validity.
    var notAfter: Date

    /// Whether the code is valid at a time.
    func holds(at now: Date) -> Bool {
        notBefore <= now && now < notAfter
    }

    /// Whether a text has the format of a code.
    static func isCode(_ text: String) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    var lapsesAt: Date { notAfter }
}

/// A device that takes part in the single sign-on of a user, or was unlinked.
///
/// An unlinked device is kept, because its tokens stay valid until they expire.
struct LinkedDevice: Codable, Sendable, Hashable {
    /// The device identifier.
    var id: DeviceID
    /// The hardware type, as the device sent it.
    var deviceType: String?
    /// The model, as the device sent it.
    var model: String?
    /// The name of the operating system, as the device sent it.
    var os: String?
    /// The version of the operating system, as the device sent it.
    var osVersion: String?
    /// The time of the last request.
    var lastSeen: Date
    /// Whether the device was unlinked.
    var isUnlinked = false

    /// Creates a linked device.
    init(_ id: DeviceID, _ information: DeviceInformation, at now: Date) {
        self.id = id
        deviceType = information.hardwareType
        model = information.members["model"]?.string
        os = information.members["osName"]?.string
        osVersion = information.members["osVersion"]?.string
        lastSeen = now
    }

    /// Returns the device as the service lists it.
    func listed(_ type: LinkedDevicesResponse.Device.Kind) -> LinkedDevicesResponse.Device {
        var device = LinkedDevicesResponse.Device(type, lastSeen: Milliseconds(lastSeen))
        (device.deviceType, device.model, device.os, device.osVersion) = (deviceType, model, os, osVersion)
        return device
    }
}
