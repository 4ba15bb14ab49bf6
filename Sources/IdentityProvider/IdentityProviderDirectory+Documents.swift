package import TVSimStateStorage

extension IdentityProviderDirectory {
    /// The name of the document with all providers.
    package static var document: String { key.name }

    /// The documents of this module: the providers, the browser sessions, the wrong answers of users, the responses that
    /// wait for a page, the codes and grants of OAuth 2, and the logouts that a user has started.
    package static let documents = RoomDocuments([
        .one(key), .each(BrowserSession.keys, of: BrowserSession.self),
        .each(SignInFailures.keys, of: SignInFailures.self),
        .each(WaitingResponse.keys, of: WaitingResponse.self),
        .each(AuthorizationCode.keys, of: AuthorizationCode.self), .each(Grant.keys, of: Grant.self),
        .each(StartedLogout.keys, of: StartedLogout.self),
    ])
}
