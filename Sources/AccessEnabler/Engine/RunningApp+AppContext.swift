package import TVSimCore
package import TVSimDevice
package import TVSimEntitlementAPI
import TVSimSSOBridge

extension RunningApp: AppContext {
    package var clock: SimulatedClock { device.simulation.clock }
    package var journal: Journal { device.simulation.journal }

    package func deviceIdentifier() throws -> String {
        Hexadecimal.sha256(of: try device.vendorIdentifier(for: bundleID))
    }

    package func deviceInformation() throws -> DeviceInformation {
        switch try device.settings().platform {
        case .iOS: .iPhone
        case .iPadOS: .iPad
        case .tvOS: .appleTV
        case .visionOS: .vision
        case .macOS: .mac
        }
    }

    package func keychainItem(_ name: String) throws -> String? {
        try device.keychainItem(name, of: bundleID)
    }

    package func updateKeychainItem(named name: String, _ change: (String?) throws -> String?) throws {
        try device.updateKeychainItem(named: name, of: bundleID, change)
    }

    package func checkTermination() throws {
        if let termination = process.termination { throw termination }
    }

    package func asCaller<Result>(_ body: () -> Result) -> Result {
        Self.$current.withValue(self, operation: body)
    }
}

extension DeviceInformation {
    // Made once in a process, because the header is JSON.
    fileprivate static let iPhone = DeviceInformation(
        model: "iPhone", version: "17,1", osName: "iOS", osVersion: "26.1", primaryHardwareType: "MobilePhone")
    fileprivate static let iPad = DeviceInformation(
        model: "iPad", version: "16,3", osName: "iPadOS", osVersion: "26.1", primaryHardwareType: "Tablet")
    fileprivate static let appleTV = DeviceInformation(
        model: "AppleTV", version: "14,1", osName: "tvOS", osVersion: "26.1", primaryHardwareType: "SetTopBox")
    // What the vendor's sample for iOS sends there: its table of hardware types and names does not have the system.
    fileprivate static let vision = DeviceInformation(
        model: "Apple Vision Pro", version: "RealityDevice14,1", osName: "visionOS", osVersion: "26.1",
        primaryHardwareType: "Unknown")
    fileprivate static let mac = DeviceInformation(
        model: "Mac", version: "16,1", osName: "Mac OS", osVersion: "26.1", primaryHardwareType: "Desktop")
}
