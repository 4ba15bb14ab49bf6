/// The URL that opens the TV provider pane of Settings, as a string for `UIApplication.open`.
///
/// Apple publishes no value. This value is ours, and nothing on Linux opens it.
@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
public let VSOpenTVProviderSettingsURLString: String = "tvsim-settings://tv-provider"
