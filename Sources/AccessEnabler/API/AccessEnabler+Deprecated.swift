// The vendor's older forms. Each calls its successor; signatures and secrets are ignored, because software statements replaced
// them.
extension AccessEnabler {
    /// Sets the programmer, with a signature that is ignored.
    @available(*, deprecated, message: "Use setRequestor(_:): the software statement replaces the signature.")
    public func setRequestor(_ requestorID: String!, setSignedRequestorId signedRequestorID: String!) {
        setRequestor(requestorID)
    }

    /// Sets the programmer and the services to ask, with a signature that is ignored.
    @available(*, deprecated, message: "Use setRequestor(_:serviceProviders:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, serviceProviders urls: [Any]!
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Sets the programmer, with a signature and keys that are ignored, as on tvOS before software statements.
    @available(*, deprecated, message: "Use setRequestor(_:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID)
    }

    /// Sets the programmer and the services to ask, with a signature and keys that are ignored.
    @available(*, deprecated, message: "Use setRequestor(_:serviceProviders:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, serviceProviders urls: [Any]!,
        secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Authenticates the user, with the MVPDs that the system's picker is to show.
    @available(*, deprecated, message: "Use getAuthentication(_:) with a dictionary.")
    @_disfavoredOverload
    public func getAuthentication(_ filter: [Any]!) {
        getAuthentication(filter.map { [TV_PROVIDERS: $0] as [AnyHashable: Any] })
    }

    /// Authenticates the user, even again, with the MVPDs that the system's picker is to show.
    @available(*, deprecated, message: "Use getAuthentication(_:withData:andFilter:) with a dictionary.")
    @_disfavoredOverload
    public func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [Any]!) {
        getAuthentication(
            forceAuthn, withData: data, andFilter: filter.map { [TV_PROVIDERS: $0] as [AnyHashable: Any] })
    }

    /// Tells the SDK that the page of a sign-in has ended.
    @available(*, deprecated, message: "Use handleExternalURL(_:) with the URL.")
    public func getAuthenticationToken() {
        handleExternalURL(ADOBEPASS_REDIRECT_URL)
    }
}
