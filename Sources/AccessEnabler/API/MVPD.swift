public import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// A TV provider as the requestor's configuration describes it.
///
/// The SDK hands out new objects and reads none, so that an app's tests may make their own.
open class MVPD: NSObject {
    /// The MVPD's identifier.
    open var id: String!
    /// The name for the app's picker.
    open var displayName: String!
    /// The URL of its logo; `nil` if it has no logo.
    open var logoURL: String!
    /// Whether single sign-on is enabled for it on this platform.
    open var enablePlatformServices = false
    /// How far it takes part in the platform's single sign-on: `SUPPORTED`, `PICKER`, or `nil`.
    open var boardingStatus: String?

    /// Creates an MVPD without values.
    public override init() {
        super.init()
    }

    init(_ configured: ConfiguredMVPD) {
        super.init()
        id = configured.id.rawValue
        displayName = configured.displayName
        logoURL = configured.logoUrl
        enablePlatformServices = configured.enablePlatformServices
        boardingStatus = configured.boardingStatus?.rawValue
    }
}
