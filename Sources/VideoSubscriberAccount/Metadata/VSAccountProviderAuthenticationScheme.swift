/// How an app and a TV provider exchange information about a subscriber.
///
/// The names are those of Apple's documentation of this type. Apps for systems without ``api`` use the names directly.
@available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The scheme's name.
    public let rawValue: String

    /// Creates a scheme from its name, which may be unknown to the framework.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a scheme from its name, which may be unknown to the framework.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// SAML: the provider answers with a SAML response.
    public static let saml = VSAccountProviderAuthenticationScheme("SAML")

    /// API: the provider answers with a string in its own format.
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    public static let api = VSAccountProviderAuthenticationScheme("API")
}
