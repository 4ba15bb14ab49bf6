// Forms of earlier versions. Each does what its successor does, as far as it can: signatures and secrets of requestors play
// no part since software statements took their place.
//
// spec entitlement § 1.2.
extension AccessEnabler {
    /// Sets who the programmer is, with a signature that is not looked at.
    @available(*, deprecated, message: "Use setRequestor(_:): the software statement stands in the signature's place.")
    public func setRequestor(_ requestorID: String!, setSignedRequestorId signedRequestorID: String!) {
        setRequestor(requestorID)
    }

    /// Sets who the programmer is and which service to ask, with a signature that is not looked at.
    @available(*, deprecated, message: "Use setRequestor(_:serviceProviders:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, serviceProviders urls: [Any]!
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Sets who the programmer is, with a signature and keys that are not looked at, as on tvOS before software statements.
    @available(*, deprecated, message: "Use setRequestor(_:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID)
    }

    /// Sets who the programmer is and which service to ask, with a signature and keys that are not looked at.
    @available(*, deprecated, message: "Use setRequestor(_:serviceProviders:).")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId signedRequestorID: String!, serviceProviders urls: [Any]!,
        secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Authenticates the person, with the MVPDs that the system's picker is to show.
    @available(*, deprecated, message: "Use getAuthentication(_:) with a dictionary.")
    @_disfavoredOverload
    public func getAuthentication(_ filter: [Any]!) {
        getAuthentication(filter.map { [TV_PROVIDERS: $0] as [AnyHashable: Any] })
    }

    /// Authenticates the person, even again, with the MVPDs that the system's picker is to show.
    @available(*, deprecated, message: "Use getAuthentication(_:withData:andFilter:) with a dictionary.")
    @_disfavoredOverload
    public func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [Any]!) {
        getAuthentication(
            forceAuthn, withData: data, andFilter: filter.map { [TV_PROVIDERS: $0] as [AnyHashable: Any] })
    }

    /// Says that the page of a sign-in has ended.
    @available(*, deprecated, message: "Use handleExternalURL(_:) with the URL.")
    public func getAuthenticationToken() {
        handleExternalURL(ADOBEPASS_REDIRECT_URL)
    }
}
