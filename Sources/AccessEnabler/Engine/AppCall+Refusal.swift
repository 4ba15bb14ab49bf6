extension AppCall {
    /// Calls the app back as if the SDK could do nothing, because the call belongs to no simulation.
    ///
    /// The test that made the call fails for another reason, and must not wait forever.
    func refuse(to receiver: CallbackReceiver) {
        switch self {
        case .setRequestor: receiver.deliver(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        case .checkAuthentication, .getAuthentication, .logout:
            receiver.deliver(.notAuthenticated(GENERIC_AUTHENTICATION_ERROR))
        case .getSelectedProvider: receiver.deliver(.selectedProvider(nil))
        case .getMetadata(let request):
            receiver.deliver(
                .setMetadataStatus(nil, encrypted: false, key: request.operation.key, arguments: request.arguments))
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            receiver.deliver(
                .tokenRequestFailed(resource: resource, code: GENERIC_AUTHORIZATION_ERROR, description: ""))
        case .checkPreauthorizedResources: receiver.deliver(.preauthorizedResources([]))
        case .preauthorize(_, let answer): answer(.failed(.requestorNotConfigured))
        case .setSelectedProvider, .handleExternalURL, .setOptions, .checkStorage, .timePassed: break
        }
    }
}
