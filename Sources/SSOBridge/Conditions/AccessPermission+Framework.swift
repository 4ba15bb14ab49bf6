package import SimulatedDevice
package import VideoSubscriberAccount

extension AccessPermission {
    /// The permission behind the status that an app sees.
    package init(_ status: VSAccountAccessStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}
