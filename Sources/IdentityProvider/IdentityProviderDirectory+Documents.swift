package import TVSimStateStorage

extension IdentityProviderDirectory {
    /// The name of the document with all providers.
    package static var document: String { key.name }

    /// The documents of this module: the providers, the browser sessions, the wrong answers of users, the responses that
    /// wait for a page, and the codes and grants of OAuth 2.
    package static let documents = RoomDocuments([
        .one(key), .each(BrowserSession.keys, of: BrowserSession.self),
        .each(SignInFailures.keys, of: SignInFailures.self),
        .each(WaitingResponse.keys, of: WaitingResponse.self),
        .each(AuthorizationCode.keys, of: AuthorizationCode.self), .each(Grant.keys, of: Grant.self),
    ])
}
