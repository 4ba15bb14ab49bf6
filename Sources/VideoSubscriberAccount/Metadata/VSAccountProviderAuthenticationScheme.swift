/// How an app and a TV provider talk about a subscriber.
///
/// The names are those of the table in Apple's documentation of this type, which apps for systems without ``api`` write out.
@available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The scheme's name.
    public let rawValue: String

    /// Creates a scheme from its name; names that the framework does not know are allowed.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a scheme from its name; names that the framework does not know are allowed.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// SAML: the provider answers with a SAML response.
    public static let saml = VSAccountProviderAuthenticationScheme("SAML")

    /// API: the provider answers with a string of its own.
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    public static let api = VSAccountProviderAuthenticationScheme("API")
}
