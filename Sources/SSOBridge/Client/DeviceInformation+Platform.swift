import EntitlementAPI
import SimulatedDevice

extension DeviceInformation {
    /// Returns the device information of a simulated device.
    static func of(_ platform: DeviceSettings.Platform) -> DeviceInformation {
        switch platform {
        case .iOS: iPhone
        case .iPadOS: iPad
        case .tvOS: appleTV
        }
    }

    // Made once in a process, because the header is JSON.
    private static let iPhone = DeviceInformation(
        model: "iPhone", version: "17,1", osName: "iOS", osVersion: "26.1", primaryHardwareType: "MobilePhone")
    private static let iPad = DeviceInformation(
        model: "iPad", version: "16,3", osName: "iPadOS", osVersion: "26.1", primaryHardwareType: "Tablet")
    private static let appleTV = DeviceInformation(
        model: "AppleTV", version: "14,1", osName: "tvOS", osVersion: "26.1", primaryHardwareType: "SetTopBox")
}
