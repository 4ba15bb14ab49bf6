/// Whether an app may use the TV provider account of the device.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public enum VSAccountAccessStatus: Int, Sendable {
    /// The person has not decided yet.
    case notDetermined = 0
    /// The device does not allow it, and the person cannot change that.
    case restricted = 1
    /// The person refused.
    case denied = 2
    /// The person allowed it.
    case granted = 3
}
