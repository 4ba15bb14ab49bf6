public import Foundation

/// A request for metadata of the device's TV provider account.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountMetadataRequest: NSObject {
    /// The requester in the SAML scheme: the service provider's SAML issuer.
    open var channelIdentifier: String?
    /// The providers that may answer; an empty list means every provider of the region.
    open var supportedAccountProviderIdentifiers: [String] = []
    /// The providers that the picker shows more prominently.
    @available(iOS 11.0, tvOS 11.0, visionOS 1.0, *)
    open var featuredAccountProviderIdentifiers: [String] = []
    /// The token with which the provider verifies the app.
    open var verificationToken: String?
    /// Whether the metadata contains the provider's identifier.
    open var includeAccountProviderIdentifier = false
    /// Whether the metadata contains the expiration date.
    open var includeAuthenticationExpirationDate = false
    /// The title of the video that the user wants to watch, shown during the sign-in.
    open var localizedVideoTitle: String?
    /// Whether an interface may interrupt the user.
    open var isInterruptionAllowed = false
    /// Whether the user must authenticate again even if the authentication is valid.
    open var forceAuthentication = false
    /// The names of the SAML attributes to request from the provider.
    open var attributeNames: [String] = []
    /// The schemes that the app supports.
    @available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
    /// The session that a TV provider's own app hands over.
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    open var accountProviderAuthenticationToken: String?
    /// Rows that the app adds to the picker.
    @available(iOS 14.2, tvOS 14.2, visionOS 1.0, *)
    open var applicationAccountProviders: [VSAccountApplicationProvider]?

    /// Creates an empty request.
    public override init() {
        super.init()
    }
}
