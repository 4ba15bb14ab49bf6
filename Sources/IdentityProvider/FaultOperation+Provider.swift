package import TVSimCore

extension FaultOperation {
    /// A device requests attributes of a subscriber from a provider.
    package static let attributeQuery = FaultOperation(rawValue: "provider.attributeQuery")
    /// A browser requests a provider's sign-in page.
    package static let providerPage = FaultOperation(rawValue: "provider.page")
    /// A client asks a provider for tokens.
    package static let providerToken = FaultOperation(rawValue: "provider.token")
    /// A client asks a provider about the user of an access token.
    package static let providerUserInfo = FaultOperation(rawValue: "provider.userInfo")
    /// A browser brings a logout to a provider.
    package static let providerLogout = FaultOperation(rawValue: "provider.logout")
    /// A user signs in with a provider.
    package static let providerSignIn = FaultOperation(rawValue: "provider.signIn")
}

/// The errors that a fault of a provider can cause.
package enum ProviderFault: String, Sendable, CaseIterable {
    case timeout, unreachable, rejected, invalidVerificationToken
}

/// The errors that a page of a provider can have, beside a status from 400 to 599.
package enum PageFault: String, Sendable, CaseIterable {
    /// The provider does not answer in time, and a gateway says so.
    case timeout
    /// The provider cannot be reached, and a gateway says so.
    case unreachable
    /// The browser never gets an answer.
    case hang
    /// The connection ends before the page is complete.
    case connectionClosed
    /// A notice without a form.
    case maintenance

    /// The errors of a submitted form that ``ProviderFault`` does not have.
    package static let ofForms: [PageFault] = [.hang, .connectionClosed, .maintenance]
}

/// A page that a browser does not get, because of a fault.
package enum PageSilence: Error {
    /// No answer comes.
    case hang
    /// The connection ends.
    case connectionClosed
}
