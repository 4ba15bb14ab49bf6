public import Foundation

/// What an app wants to know about the TV provider account of the device.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountMetadataRequest: NSObject {
    /// Who asks, for the SAML scheme: the service provider's SAML issuer.
    open var channelIdentifier: String?
    /// The providers that may answer; empty: every provider of the region.
    open var supportedAccountProviderIdentifiers: [String] = []
    /// The providers that the picker shows more prominently.
    @available(iOS 11.0, tvOS 11.0, visionOS 1.0, *)
    open var featuredAccountProviderIdentifiers: [String] = []
    /// What lets the provider verify the app that asks.
    open var verificationToken: String?
    /// Whether the metadata is to name the provider.
    open var includeAccountProviderIdentifier = false
    /// Whether the metadata is to say when the authentication ends.
    open var includeAuthenticationExpirationDate = false
    /// The title of the video that the person wants to watch, shown while signing in.
    open var localizedVideoTitle: String?
    /// Whether the person may be interrupted by an interface.
    open var isInterruptionAllowed = false
    /// Whether the person is to authenticate again even if that is not needed.
    open var forceAuthentication = false
    /// The names of the SAML attributes to ask the provider for.
    open var attributeNames: [String] = []
    /// The schemes that the app understands.
    @available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
    /// The session that a TV provider's own app hands over.
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    open var accountProviderAuthenticationToken: String?
    /// Rows that the app adds to the picker.
    @available(iOS 14.2, tvOS 14.2, visionOS 1.0, *)
    open var applicationAccountProviders: [VSAccountApplicationProvider]?

    /// Creates a request that asks for nothing yet.
    public override init() {
        super.init()
    }
}
