/// The domain of the framework's errors.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public let VSErrorDomain: String = "VSErrorDomain"

/// The user-info key under which an error carries the provider's SAML response, as a string.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public let VSErrorInfoKeySAMLResponse: String = "VSErrorInfoKeySAMLResponse"

/// The user-info key under which an error carries the status of the provider's SAML response, as a string.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
public let VSErrorInfoKeySAMLResponseStatus: String = "VSErrorInfoKeySAMLResponseStatus"

/// The user-info key under which an error carries the provider's response, as a ``VSAccountProviderResponse``.
@available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
public let VSErrorInfoKeyAccountProviderResponse: String = "VSErrorInfoKeyAccountProviderResponse"

/// The user-info key under which an error carries the identifier of an unsupported provider.
@available(iOS 10.3, tvOS 10.3, visionOS 1.0, *)
public let VSErrorInfoKeyUnsupportedProviderIdentifier: String = "VSErrorInfoKeyUnsupportedProviderIdentifier"
