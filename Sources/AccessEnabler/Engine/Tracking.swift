import Foundation
import TVSimCore
import TVSimCryptography
import TVSimDevice
import TVSimStructuredText

/// The device's fields of tracking data: type, client, operating system.
struct TrackingDevice {
    let fields: [String]

    init(_ platform: DeviceSettings.Platform) {
        fields =
            switch platform {
            case .iOS: ["mobile", "ios", "iOS"]
            case .iPadOS: ["tablet", "ios", "iOS"]
            case .tvOS: ["unknown", "ios", "tvOS"]
            case .visionOS: ["unknown", "ios", "visionOS"]
            case .macOS: ["unknown", "ios", "macOS"]
            }
    }
}

/// The data of tracking events, in the documented order.
///
/// Booleans are `true` and `false`, a missing value is `None`.
extension Callback {
    static let trackingFailedAuthentication = Callback.sendTrackingData(["false"], event: TRACKING_AUTHENTICATION)

    static func trackingAuthentication(
        _ token: StoredToken, cached: Bool, platform: DeviceSettings.Platform
    ) -> Callback {
        let data = ["true", token.mvpd.rawValue, token.trackingGUID, cached ? "true" : "false"]
        return .sendTrackingData(data + TrackingDevice(platform).fields, event: TRACKING_AUTHENTICATION)
    }

    static func trackingAuthorization(
        _ token: StoredToken, cached: Bool, platform: DeviceSettings.Platform
    ) -> Callback {
        let data = ["true", token.mvpd.rawValue, token.trackingGUID, cached ? "true" : "false", "None", "None"]
        return .sendTrackingData(data + TrackingDevice(platform).fields, event: TRACKING_AUTHORIZATION)
    }

    /// A failed authorization: the only event with an error and details.
    static func trackingFailedAuthorization(
        _ token: StoredToken, error: String, details: String, platform: DeviceSettings.Platform
    ) -> Callback {
        let data = [
            "false", token.mvpd.rawValue, token.trackingGUID, "false", error, details.isEmpty ? "None" : details,
        ]
        return .sendTrackingData(data + TrackingDevice(platform).fields, event: TRACKING_AUTHORIZATION)
    }
}

extension StoredToken {
    /// The user's identifier in tracking data: the documented MD5 of the user ID, which protects nothing.
    var trackingGUID: String {
        guard let userID else { return "None" }
        return Hash.md5.digest(of: Data(userID.utf8)).hexadecimal
    }
}
