/// Whether an app may use the TV provider account of the device.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public enum VSAccountAccessStatus: Int, Sendable {
    /// The user has not decided yet.
    case notDetermined = 0
    /// The device forbids access, and the user cannot change that.
    case restricted = 1
    /// The user denied access.
    case denied = 2
    /// The user granted access.
    case granted = 3
}
