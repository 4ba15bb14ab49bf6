import EntitlementAPI
public import Foundation

/// A TV provider as the requestor's configuration describes it.
open class MVPD: NSObject {
    /// The MVPD's identifier.
    public let id: String
    /// The name that people see.
    public let displayName: String
    /// Where its logo is.
    public let logoURL: String
    /// Whether single sign-on is enabled for it on this platform.
    public let enablePlatformServices: Bool
    /// How far it takes part in the platform's single sign-on: `SUPPORTED`, `PICKER`, or `nil`.
    public let boardingStatus: String?

    init(_ configured: ConfiguredMVPD) {
        id = configured.id
        displayName = configured.displayName
        logoURL = configured.logoUrl ?? ""
        enablePlatformServices = configured.enablePlatformServices
        boardingStatus = configured.boardingStatus?.rawValue
        super.init()
    }
}
